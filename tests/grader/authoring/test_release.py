"""The class edition holds what students need and no byte of what they must not see."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.authoring.release import contents, secret_files, write
from grader.course import load
from grader.errors import CourseError, UsageError
from tests.grader.authoring.conftest import Draft

REPOSITORY = Path(__file__).parents[3]
SHORTEST = 12
"""Characters below which a line is not distinctive."""


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The class edition of the course in this repository."""
    target = tmp_path_factory.mktemp("editions") / "class"
    write(load.load(REPOSITORY), target)
    return target


def every_byte(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Name and content of every file, packed ones too, and every name itself."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        yield name, name.encode()
        if path.is_file():
            yield name, path.read_bytes()
        if path.suffix == ".whl":
            with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as wheel:
                yield from ((f"{name}/{entry}", wheel.read(entry)) for entry in wheel.namelist())


def telling_lines(path: Path) -> set[bytes]:
    lines = {line.strip() for line in path.read_bytes().splitlines()}
    marks = (b"### BEGIN SOLUTION", b"### END SOLUTION")
    return {line for line in lines if len(line) >= SHORTEST and line not in marks}


def test_no_line_of_a_secret_file_is_anywhere_in_the_edition(edition: Path) -> None:
    """No distinctive line of a reference, rubric, mistake or hidden check stands in any file, packed or not"""
    course = load.load(REPOSITORY)
    given = set()
    for folder in ("tests/public", *(f"exercises/{lesson.id}/.stubs" for lesson in course.file.lessons)):
        for path in (REPOSITORY / folder).rglob("*.*"):
            given |= telling_lines(path) if path.is_file() else set()
    searched = 0
    everything = list(every_byte(edition))
    for path in secret_files(course):
        secret = telling_lines(path) - given
        searched += len(secret)
        for name, data in everything:
            # Python's phrases stand in any source, YAML's keys in any course: there only long lines tell.
            shortest = 40 if ".whl/" in name or name == "course.yaml" else SHORTEST
            whole_lines = {line.strip() for line in data.splitlines()}
            found = {line for line in secret if len(line) > shortest and line in whole_lines}
            found |= {line for line in secret if len(line) > 40 and line in data}
            assert not found, (path.name, name)
    assert searched > 500


def test_no_secret_file_is_in_the_edition_under_any_name(edition: Path) -> None:
    """No file has the name or the content of a mistake, a rubric or a hidden check; nothing is hidden in caches"""
    course = load.load(REPOSITORY)
    secrets = {path.read_bytes() for path in secret_files(course)}
    names = [path.relative_to(edition).as_posix() for path in edition.rglob("*")]
    assert not [path for path in edition.rglob("*") if path.is_file() and path.read_bytes() in secrets]
    assert not [name for name in names if "rubric" in name or "mistakes" in name or "hidden" in name]
    assert not [
        name for name in names if ".git/" in f"{name}/" or "__pycache__" in name or "solutions" in name
    ]


def test_it_grades_and_says_how_many_checks_come_later(edition: Path, tmp_path: Path) -> None:
    """In the edition `grade` runs the public checks, records the rest, and counts what runs after hand-in"""
    copy = Path(shutil.copytree(edition, tmp_path / "class"))
    course = load.load(REPOSITORY)
    lesson = course.file.lessons[0]
    for item in lesson.items:
        shutil.copy(
            REPOSITORY / "solutions" / lesson.id / item.stub, copy / "exercises" / lesson.id / item.stub
        )
    run = subprocess.run(
        [sys.executable, "-m", "grader", "--format", "json"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    record = json.loads(run.stdout)
    assert record["edition"] == "class"
    assert run.returncode == 0, run.stderr
    assert {item["status"] for item in record["items"]} <= {"recorded", "passed"}
    expected = json.loads((copy / "tests" / "later.json").read_text(encoding="utf-8"))[lesson.id]
    assert {item["id"]: item["needs_later"] for item in record["items"]} == expected
    assert sum(expected.values()) > 20


def test_its_grader_installs_and_its_readme_names_it(edition: Path) -> None:
    """The wheel inside is whole, and README.md tells how to install that very file"""
    (wheel,) = edition.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert archive.testzip() is None
        assert "grader/__main__.py" in archive.namelist()
    assert wheel.name in (edition / "README.md").read_text(encoding="utf-8")


def test_an_authors_own_attempts_are_left_out(draft: Draft) -> None:
    """Stubs go out untouched, whatever was tried in them, and scratch files stay at home"""
    draft.write("exercises/mean.py", "def mean(numbers):\n    return 0\n")
    draft.write("exercises/notes.txt", "my notes")
    draft.write("exercises/plot.svg", "<svg/>")
    draft.write("exercises/README.md", "![a plot](plot.svg)\n")
    files = contents(load.load(draft.root))
    assert b"NotImplementedError" in files["exercises/first-lesson/mean.py"]
    assert "exercises/first-lesson/notes.txt" not in files
    assert files["exercises/first-lesson/plot.svg"] == b"<svg/>"


def test_a_lesson_page_that_holds_the_answer_is_refused(draft: Draft) -> None:
    """A line of a reference in what students would receive stops the release, with file and line"""
    draft.write("exercises/README.md", "# Means\n\n    return sum(numbers) / len(numbers)\n")
    with pytest.raises(CourseError, match=r"a line of solutions/first-lesson/mean\.py") as caught:
        contents(load.load(draft.root))
    assert caught.value.problems[0].where == "exercises/first-lesson/README.md:3"


def test_an_edition_is_not_written_over_another(draft: Draft, tmp_path: Path) -> None:
    """A folder that holds something is refused: an old file in it could be a secret by now"""
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "file").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="not empty"):
        write(load.load(draft.root), tmp_path / "old")


def test_a_class_edition_cannot_be_released_again(draft: Draft, tmp_path: Path) -> None:
    """From a copy without references no edition is made, and it says where to make one"""
    write(load.load(draft.root), tmp_path / "class")
    with pytest.raises(UsageError, match="already"):
        contents(load.load(tmp_path / "class"))
