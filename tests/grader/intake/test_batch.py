"""Everybody's submissions: in order, each once, whatever is wrong with some."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from grader.course.model import Lesson
from grader.errors import SubmissionError, UsageError
from grader.intake import batch
from grader.intake.batch import discover
from grader.intake.submission import Submission

from .conftest import MakeZip, download


@pytest.fixture
def everybody(tmp_path: Path, make_zip: MakeZip) -> Path:
    """Five students: a folder, an archive, an empty folder, a broken archive, an unsafe one."""
    folder = tmp_path / "submissions"
    (folder / "ada").mkdir(parents=True)
    (folder / "ada" / "stir.py").write_bytes(b"1")
    (folder / "bob.zip").write_bytes(make_zip([("hw/stir.py", b"2")]))
    (folder / "empty").mkdir()
    (folder / "broken.zip").write_bytes(b"this is no archive")
    (folder / "mallory.zip").write_bytes(make_zip([("../ada/stir.py", b"3")]))
    (folder / ".DS_Store").touch()
    (folder / "index.html").touch()
    return folder


def test_submissions_come_in_the_order_of_names_and_a_bad_one_stops_nothing(
    everybody: Path, lesson: Lesson
) -> None:
    """Five students, five submissions; two cannot be read and say why"""
    got = {each.student: each for each in discover(everybody, lesson)}
    assert list(got) == ["ada", "bob", "broken", "empty", "mallory"]
    assert got["ada"].files == {"stir.py": b"1"}
    assert got["bob"].files == {"stir.py": b"2"}
    assert (got["empty"].files, got["empty"].refused) == ({}, {})
    assert set(got["broken"].refused) == {"stir.py", "weigh.yaml", "brühe.md"}
    assert got["broken"].refused["stir.py"] == "unreadable archive"
    assert got["mallory"].refused["stir.py"] == "unsafe path in archive: '../ada/stir.py'"
    assert (everybody / "ada" / "stir.py").read_bytes() == b"1"


def test_submissions_are_read_one_at_a_time(everybody: Path, lesson: Lesson) -> None:
    """Thirty thousand do not fit into memory: the second is read when it is asked for"""
    submissions = discover(everybody, lesson)
    next(submissions)
    (everybody / "bob.zip").write_bytes(b"changed meanwhile")
    assert next(submissions).refused["stir.py"] == "unreadable archive"


@pytest.mark.parametrize("wrapper", ["", "download/"])
def test_one_zip_of_folders_and_zips(wrapper: str, tmp_path: Path, lesson: Lesson, make_zip: MakeZip) -> None:
    """What a learning platform's download looks like, wrapped once more or not"""
    inner = make_zip([("stir.py", b"2")])
    path = tmp_path / "all.zip"
    path.write_bytes(
        make_zip(
            [
                (f"{wrapper}bob.zip", inner),
                (f"{wrapper}ada/stir.py", b"1"),
                (f"{wrapper}ada/weigh.yaml", b"x"),
                (f"{wrapper}cat/a.zip", inner),
                ("__MACOSX/._bob.zip", b""),
            ]
        )
    )
    got = {each.student: each for each in discover(path, lesson)}
    assert list(got) == ["ada", "bob", "cat"]
    assert set(got["ada"].files) == {"stir.py", "weigh.yaml"}
    assert got["bob"].files == {"stir.py": b"2"}
    assert got["cat"].files == {"stir.py": b"2"}


def test_students_of_the_roster_without_a_submission_are_there_too(everybody: Path, lesson: Lesson) -> None:
    """Nobody is forgotten: they come last, with nothing handed in"""
    got = list(discover(everybody, lesson, roster=["zoe", "ada", "dan"]))
    assert [each.student for each in got][-2:] == ["dan", "zoe"]
    assert got[-1].files == {}


def test_two_submissions_of_one_name_are_not_guessed_between(
    everybody: Path, lesson: Lesson, make_zip: MakeZip
) -> None:
    """A folder and an archive of the same student: both are named"""
    (everybody / "ada.zip").write_bytes(make_zip([("stir.py", b"other")]))
    ada = next(discover(everybody, lesson))
    assert (ada.student, ada.files) == ("ada", {})
    assert "two submissions have this name (ada and ada.zip)" in ada.refused["stir.py"]
    assert "ada.zip" in ada.origin


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_submission_that_is_a_link_is_refused(everybody: Path, lesson: Lesson) -> None:
    """It would be somebody else's work"""
    (everybody / "eve").symlink_to(everybody / "ada")
    eve = next(each for each in discover(everybody, lesson) if each.student == "eve")
    assert eve.files == {}
    assert "link" in eve.refused["stir.py"]


@pytest.mark.parametrize("files", [{}, {"readme.txt": b""}])
def test_a_folder_without_submissions_is_said_at_once(
    files: dict[str, bytes], tmp_path: Path, lesson: Lesson
) -> None:
    """An empty gradebook would be no answer"""
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError, match="no submissions"):
        discover(tmp_path, lesson)


def test_a_single_students_folder_is_not_taken_for_a_class(
    tmp_path: Path, lesson: Lesson, make_zip: MakeZip
) -> None:
    """The command for it is named"""
    (tmp_path / "stir.py").touch()
    with pytest.raises(UsageError, match="one student") as caught:
        discover(tmp_path, lesson)
    assert "grade run" in str(caught.value)
    path = tmp_path / "one.zip"
    path.write_bytes(make_zip([("stir.py", b"1")]))
    with pytest.raises(UsageError, match="one student"):
        discover(path, lesson)


@pytest.mark.parametrize("name", ["../stir.py", "/etc/stir.py", "a\\b/stir.py"])
def test_a_download_with_unsafe_student_names_is_refused(
    name: str, tmp_path: Path, lesson: Lesson, make_zip: MakeZip
) -> None:
    """A student is never called .. or has a path for a name"""
    path = tmp_path / "all.zip"
    path.write_bytes(make_zip([("ada/stir.py", b"1"), (name, b"x")]))
    with pytest.raises(SubmissionError, match="unsafe path"):
        discover(path, lesson)


def test_a_hand_in_that_breaks_a_reader_stops_no_other(
    everybody: Path, lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody thought of in one student's files is that student's refusal"""
    real = batch.read_folder

    def read_folder(path: Path, lesson: Lesson, *, student: str | None = None) -> Submission:
        if student == "ada":
            raise MemoryError
        return real(path, lesson, student=student)

    monkeypatch.setattr(batch, "read_folder", read_folder)
    got = {each.student: each for each in discover(everybody, lesson)}
    assert list(got) == ["ada", "bob", "broken", "empty", "mallory"]
    assert "MemoryError" in got["ada"].refused["stir.py"]
    assert got["bob"].files == {"stir.py": b"2"}


@pytest.mark.parametrize("packed", [True, False])
def test_an_archive_in_a_students_folder_is_the_work(
    packed: bool, tmp_path: Path, lesson: Lesson, make_zip: MakeZip
) -> None:
    """Platforms put an uploaded zip into a folder; beside work that is asked for it is no work"""
    inner = make_zip([("hw/stir.py", b"2"), ("__MACOSX/hw/._stir.py", b"")])
    twice = make_zip([("again.zip", inner)])
    files = [("bob/hw.zip", inner), ("bob/notes.txt", b""), ("cat/a.zip", inner), ("cat/b.zip", inner)]
    files += [("dan/hw.zip", twice)]
    got = {each.student: each for each in discover(download(tmp_path, files, packed, make_zip), lesson)}
    assert got["bob"].files == {"stir.py": b"2"}
    assert got["cat"].files == {}
    assert "archive inside" in got["dan"].refused["stir.py"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_to_an_archive_is_not_the_work(tmp_path: Path, lesson: Lesson, make_zip: MakeZip) -> None:
    """It would be somebody else's"""
    other = tmp_path / "other.zip"
    other.write_bytes(make_zip([("stir.py", b"2")]))
    (tmp_path / "class" / "eve").mkdir(parents=True)
    (tmp_path / "class" / "eve" / "hw.zip").symlink_to(other)
    (eve,) = discover(tmp_path / "class", lesson)
    assert eve.files == {}


@pytest.mark.parametrize("packed", [True, False])
def test_what_is_no_submission_is_named(
    packed: bool, tmp_path: Path, lesson: Lesson, make_zip: MakeZip
) -> None:
    """Loose files are left out and said so; an archive that cannot be read here is a student's, refused"""
    files = [("ada/stir.py", b"1"), ("gus.py", b""), ("lee.ipynb", b""), ("dora.rar", b"Rar!")]
    found = discover(download(tmp_path, files, packed, make_zip), lesson)
    assert found.left_out == ("gus.py", "lee.ipynb")
    got = {each.student: each for each in found}
    assert list(got) == ["ada", "dora"]
    assert ".rar archives are not read here" in got["dora"].refused["stir.py"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a name is Unicode")
def test_a_folder_whose_name_is_not_utf8_is_a_student_all_the_same(tmp_path: Path, lesson: Lesson) -> None:
    """Of another system's archive, unpacked: every text about it can be written on"""
    for name in (b"Zo\xeb", b"ann"):
        place = os.fsencode(tmp_path) + b"/" + name
        os.mkdir(place)
        with open(place + b"/stir.py", "wb") as file:
            file.write(b"1")
    got = list(discover(tmp_path, lesson))
    assert [each.student for each in got] == ["Zo\ufffd", "ann"]
    assert [len(each.files) for each in got] == [1, 1]
    assert all(each.origin.encode() for each in got)
