"""Everybody's submissions: in order, each once, whatever is wrong with some."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grader.course.model import Lesson
from grader.errors import SubmissionError, UsageError
from grader.intake.batch import discover

from .conftest import MakeZip


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
    assert "archive inside" in got["cat"].refused["stir.py"]


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
    assert "two submissions" in ada.refused["stir.py"]
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
