"""A submission that is a folder."""

from __future__ import annotations

import os
import sys
import unicodedata
from pathlib import Path

import pytest

from grader.course.model import Lesson
from grader.errors import SubmissionError
from grader.intake import folder, limits
from grader.intake.folder import read_folder

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


def write(root: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return root


def test_stubs_helper_files_and_modules_are_taken(tmp_path: Path, lesson: Lesson) -> None:
    """What items ask for, own modules and packages; the rest is named, litter is not"""
    work = write(
        tmp_path,
        {
            "stir.py": b"1",
            "data/pot.csv": b"2",
            "tools.py": b"3",
            "kit/__init__.py": b"",
            "kit/spoon.py": b"4",
            "README.md": b"",
            ".DS_Store": b"",
            ".stubs/stir.py": b"",
            "__pycache__/stir.pyc": b"",
            "notes.txt": b"",
            "data/old.csv": b"",
        },
    )
    got = read_folder(work, lesson, student="ada")
    assert set(got.files) == {"stir.py", "data/pot.csv", "tools.py", "kit/__init__.py", "kit/spoon.py"}
    assert got.files["data/pot.csv"] == b"2"
    assert got.ignored == ("notes.txt", "data/old.csv")
    assert (got.student, got.refused, got.origin) == ("ada", {}, str(work))


@pytest.mark.parametrize("name", ["numpy.py", "random.py", "pytest.py", "grader/__init__.py", "my-tool.py"])
def test_a_module_that_would_hide_a_library_is_ignored(name: str, tmp_path: Path, lesson: Lesson) -> None:
    """A scratch file called numpy.py does no harm to the work beside it"""
    got = read_folder(write(tmp_path, {"stir.py": b"1", name: b"oops"}), lesson)
    assert list(got.files) == ["stir.py"]
    assert got.ignored == (name,)


@unix_only
def test_links_fifos_devices_and_folders_are_refused_by_name(tmp_path: Path, lesson: Lesson) -> None:
    """Nothing but a regular file is opened, and a FIFO does not hang the run"""
    secret = tmp_path / "secret"
    secret.write_text("key")
    work = tmp_path / "work"
    work.mkdir()
    (work / "stir.py").symlink_to(secret)
    os.mkfifo(work / "weigh.yaml")
    (work / "brühe.md").mkdir()
    (work / "helper.py").symlink_to(secret)
    got = read_folder(work, lesson)
    assert got.files == {}
    assert set(got.refused) == {"stir.py", "weigh.yaml", "brühe.md"}
    assert "link" in got.refused["stir.py"]
    assert "regular" in got.refused["weigh.yaml"]
    assert got.ignored == ("helper.py",)


@unix_only
def test_a_folder_that_is_a_link_is_not_looked_into(tmp_path: Path, lesson: Lesson) -> None:
    """Neither for what is asked for nor for modules"""
    elsewhere = write(tmp_path / "elsewhere", {"pot.csv": b"key", "spoon.py": b"key"})
    work = write(tmp_path / "work", {"stir.py": b"1"})
    (work / "data").symlink_to(elsewhere)
    (work / "kit").symlink_to(elsewhere)
    got = read_folder(work, lesson)
    assert list(got.files) == ["stir.py"]
    assert "key" not in str(got)


@unix_only
def test_a_folder_swapped_for_a_link_while_reading_is_not_followed(
    tmp_path: Path, lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was listed is opened below a handle, part by part, without following links"""
    elsewhere = write(tmp_path / "elsewhere", {"pot.csv": b"key"})
    work = write(tmp_path / "work", {"data/pot.csv": b"1", "stir.py": b"1"})
    listed = folder._names

    def swapped(path: Path, asked: Lesson) -> object:
        names = listed(path, asked)
        (work / "data" / "pot.csv").unlink()
        (work / "data").rmdir()
        (work / "data").symlink_to(elsewhere)
        return names

    monkeypatch.setattr(folder, "_names", swapped)
    got = read_folder(work, lesson)
    assert list(got.files) == ["stir.py"]
    assert set(got.refused) == {"data/pot.csv"}


def test_an_oversized_file_is_refused_and_a_full_one_taken(tmp_path: Path, lesson: Lesson) -> None:
    """The cap is exact"""
    work = write(tmp_path, {"stir.py": b"x" * limits.MAX_FILE, "weigh.yaml": b"x" * (limits.MAX_FILE + 1)})
    got = read_folder(work, lesson)
    assert len(got.files["stir.py"]) == limits.MAX_FILE
    assert "larger than 1 MiB" in got.refused["weigh.yaml"]


def test_a_decomposed_name_from_a_mac_is_the_composed_one(tmp_path: Path, lesson: Lesson) -> None:
    """NFD on disk, NFC in the course"""
    got = read_folder(write(tmp_path, {unicodedata.normalize("NFD", "brühe.md"): b"1"}), lesson)
    assert got.files == {"brühe.md": b"1"}


def test_one_wrapping_folder_is_looked_through(tmp_path: Path, lesson: Lesson) -> None:
    """People hand in the folder instead of its files"""
    got = read_folder(write(tmp_path, {"hw01/soup/stir.py": b"1", "hw01/soup/notes.txt": b""}), lesson)
    assert got.files == {"stir.py": b"1"}
    assert got.ignored == ("notes.txt",)


def test_among_very_many_files_those_asked_for_are_still_found(
    tmp_path: Path, lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder full of rubbish costs a bounded listing and loses nothing"""
    work = write(tmp_path, {"stir.py": b"1", "weigh.yaml": b"2"})
    monkeypatch.setattr(folder, "MAX_ENTRIES", 150)
    for number in range(300):
        (work / f"a{number}.txt").touch()
    got = read_folder(work, lesson)
    assert got.files == {"stir.py": b"1", "weigh.yaml": b"2"}
    assert len(got.ignored) == limits.MAX_IGNORED + 1
    assert got.ignored[-1].startswith("… and ")


def test_no_folder_is_a_submission_error(tmp_path: Path, lesson: Lesson) -> None:
    """A sentence, not a traceback"""
    with pytest.raises(SubmissionError) as caught:
        read_folder(tmp_path / "nowhere", lesson)
    assert "nowhere" in str(caught.value)


@unix_only
def test_a_name_that_is_not_utf8_does_not_stop_anything(tmp_path: Path, lesson: Lesson) -> None:
    """Bytes of another encoding in a file name: ignored, and shown in a way that every report can write"""
    write(tmp_path, {"stir.py": b"1"})
    try:
        os.close(os.open(os.fsencode(tmp_path) + b"/caf\xe9.txt", os.O_CREAT | os.O_WRONLY))
    except OSError:
        os.close(os.open(tmp_path / "cafe.txt", os.O_CREAT | os.O_WRONLY))  # a Mac refuses such names itself
    got = read_folder(tmp_path, lesson)
    assert got.files == {"stir.py": b"1"}
    assert "".join(got.ignored).encode()


def test_a_folder_of_too_many_large_modules_is_refused(tmp_path: Path, lesson: Lesson) -> None:
    """Each may be as large as a file may be, but all together no larger than an archive"""
    (tmp_path / "stir.py").touch()
    for number in range(limits.MAX_INFLATED // limits.MAX_FILE + 1):
        with (tmp_path / f"h{number}.py").open("wb") as file:
            file.truncate(limits.MAX_FILE)
    with pytest.raises(SubmissionError, match="64 MiB together"):
        read_folder(tmp_path, lesson)
    (tmp_path / "h0.py").unlink()
    assert "stir.py" in read_folder(tmp_path, lesson).files
