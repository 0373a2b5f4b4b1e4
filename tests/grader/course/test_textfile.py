"""Text files read the same on every machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.course import textfile
from grader.errors import CourseError

TEXT = "title: Übung √d\nnext: ≤ «ok»\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_encodings_that_editors_write_are_read(encoding: str) -> None:
    """UTF-8 with and without a byte-order mark and UTF-16 with one give the same text"""
    assert textfile.decode(TEXT.encode(encoding), "a.yaml") == TEXT


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_of_every_system_become_one(end: str) -> None:
    """Windows and old Macintosh line ends are read as \\n"""
    assert textfile.decode(TEXT.replace("\n", end).encode(), "a.yaml") == TEXT


def test_another_encoding_is_refused_with_the_line_and_what_to_do() -> None:
    """Latin-1 is not guessed at: the error names the line and says to save as UTF-8"""
    with pytest.raises(CourseError) as caught:
        textfile.decode("a: 1\nb: Übung".encode("latin-1"), "a.yaml")
    (problem,) = caught.value.problems
    assert problem.where == "a.yaml:2"
    assert "UTF-8" in problem.hint


def test_a_binary_file_is_refused() -> None:
    """NUL characters never get through as text, and UTF-16 without its mark is one such case"""
    with pytest.raises(CourseError, match="NUL"):
        textfile.decode("a: 1\n".encode("utf-16-le"), "a.yaml")


def test_a_c_locale_does_not_matter(tmp_path: Path) -> None:
    """With LC_ALL=C and UTF-8 mode off, a course with accents in its title loads intact"""
    (tmp_path / "course.yaml").write_text("title: Übung √d\n", encoding="utf-8")
    script = (
        "from pathlib import Path; from grader.course import textfile, yaml12; "
        "text = textfile.read(Path('course.yaml'), 'course.yaml'); "
        "print(ascii(yaml12.read(text, 'course.yaml').value['title']))"
    )
    environment = {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONPATH": str(Path(textfile.__file__).parents[2]),
    }
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout.strip() == ascii("Übung √d")
