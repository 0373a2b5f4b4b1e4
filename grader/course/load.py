"""course.yaml -> Course, or every reason why not, each with its line and what to do next."""

from __future__ import annotations

import re
from pathlib import Path

import grader
from grader.course import layout, rules, shape, textfile, yaml12
from grader.course.model import Course, CourseFile, Edition
from grader.course.yaml12 import Document
from grader.errors import CourseError, Problem

FORMAT = 1
"""The newest format of course.yaml that is known here."""

_UPGRADE = "Upgrade it: python -m pip install --upgrade gradewright"


def load(root: Path, *, files: bool = True) -> Course:
    """The course in the folder ``root``.

    ``files=False`` does not ask whether stubs, references and lesson pages are there yet: for the commands
    that write them. Raises ``CourseError`` with all problems at once.
    """
    try:
        text = textfile.read(root / layout.COURSE_FILE, layout.COURSE_FILE)
    except OSError as error:
        raise CourseError(
            f"course.yaml cannot be read: {error.strerror}",
            where=layout.COURSE_FILE,
            hint="Name the course's folder with --course DIR.",
        ) from None
    course, document = _typed(text, layout.COURSE_FILE, root)
    problems = list(rules.problems(course, document))
    # Paths are looked at only once they are known to stay inside the course.
    if files and not problems:
        problems = list(rules.missing_files(course, document))
    return _sound(course, problems)


def parse(text: str, name: str, root: Path) -> Course:
    """The course that ``text`` describes, without a look at its other files. Raises ``CourseError``."""
    course, document = _typed(text, name, root)
    return _sound(course, list(rules.problems(course, document)))


def _sound(course: Course, problems: list[Problem]) -> Course:
    if problems:
        raise CourseError.of(problems)
    return course


def _typed(text: str, name: str, root: Path) -> tuple[Course, Document]:
    document = yaml12.read(text, name)
    # First of all, since a course for a newer grader may hold keys that this one does not know.
    _fits_this_grader(document)
    file = shape.typed(document, CourseFile)
    edition = Edition.SELF_STUDY if (root / "solutions").is_dir() else Edition.CLASS
    return Course(root=root, file=file, edition=edition), document


def _fits_this_grader(document: Document) -> None:
    head = document.value if isinstance(document.value, dict) else {}
    newest = head.get("format")
    if isinstance(newest, int) and newest > FORMAT:
        raise CourseError(
            f"this course has format {newest}; grader {grader.__version__} knows formats up to {FORMAT}",
            where=document.where(("format",)),
            hint=_UPGRADE,
        )
    wanted = head.get("requires_grader")
    if isinstance(wanted, str) and wanted:
        _satisfied(wanted, document.where(("requires_grader",)))


def _satisfied(wanted: str, where: str) -> None:
    if _at_least(wanted):
        return
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        fits = SpecifierSet(wanted).contains(grader.__version__, prereleases=True)
    except InvalidSpecifier:
        raise CourseError(
            f"'requires_grader: {wanted}' is not a version specifier",
            where=where,
            hint="Write it like '>=0.1' or '>=0.1,<2'.",
        ) from None
    if not fits:
        raise CourseError(
            f"this course needs grader {wanted}; this is grader {grader.__version__}",
            where=where,
            hint=_UPGRADE,
        )


def _at_least(wanted: str) -> bool:
    """Whether ``wanted`` is a plain ``>=1.2`` that holds: by far the most common, and packaging is slow to import."""
    plain = re.fullmatch(r">=\s*(\d+(?:\.\d+)*)", wanted, re.ASCII)
    own = re.fullmatch(r"\d+(?:\.\d+)*", grader.__version__, re.ASCII)
    if not plain or not own:
        return False
    return [int(part) for part in own[0].split(".")] >= [int(part) for part in plain[1].split(".")]
