"""The class edition: what students receive, and nothing of what they must not see."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from grader.authoring.bundle import wheel
from grader.authoring.studentpage import student_page
from grader.checks.builtin.make import has_check_file
from grader.course import layout
from grader.course.model import Course, Edition, Lesson
from grader.errors import CourseError, Problem, UsageError
from grader.grading import grade_all, trial
from grader.grading.later import FILE as LATER
from grader.records import Attempt, Visibility
from grader.sandbox import start

IGNORED = ".grade/\n__pycache__/\n.venv/\n"
_TELLING = 16
"""Characters below which a line says nothing about where it comes from."""


def write(course: Course, target: Path) -> int:
    """Write the class edition of ``course`` into ``target``, which must be new or empty; the number of files.

    Raises UsageError for a folder that holds something, CourseError when a secret stands in a file that
    students would receive, and what grading the references raises.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UsageError(
            "this folder is not empty",
            where=str(target),
            hint="Name a new one: an older edition in it could keep a file that is secret now.",
        )
    files = contents(course)
    try:
        for name, data in files.items():
            path = target / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    except OSError as error:
        raise UsageError(f"the edition cannot be written: {error.strerror}", where=str(target)) from None
    return len(files)


def contents(course: Course) -> dict[str, bytes]:
    """Name -> bytes of every file of the class edition. Raises as :func:`write`."""
    if course.edition is not Edition.SELF_STUDY:
        hint = "Release from the instructor's copy, where solutions/ and tests/hidden/ are."
        raise UsageError(
            "this copy of the course is a class edition already", where=str(course.root), hint=hint
        )
    files = {layout.COURSE_FILE: (course.root / layout.COURSE_FILE).read_bytes()}
    schema = course.root / "course.schema.json"
    if schema.is_file():
        files[schema.name] = schema.read_bytes()
    for lesson in course.file.lessons:
        files |= _exercises(course, lesson) | _public_checks(course, lesson)
    problems = list(_leaks(course, files))
    if problems:
        raise CourseError.of(problems)
    later = {lesson.id: _later(course, lesson) for lesson in course.file.lessons}
    name, data = wheel.build()
    return files | {
        LATER.as_posix(): msgspec.json.format(msgspec.json.encode(later)) + b"\n",
        "README.md": student_page(course, name).encode(),
        ".gitignore": IGNORED.encode(),
        name: data,
    }


def _exercises(course: Course, lesson: Lesson) -> dict[str, bytes]:
    """The lesson's page, what it shows, helpers, and every stub untouched, whatever the author tried in it."""
    folder = layout.exercises(course, lesson)
    page = layout.lesson_page(course, lesson)
    files = {_name(course, page): _bytes(course, page)}
    for stub, data in trial.stubs(course, lesson).files.items():
        files[_name(course, folder / stub)] = files[_name(course, folder / ".stubs" / stub)] = data
    for helper in {name for item in lesson.items for name in item.files}:
        data = _bytes(course, folder / helper)
        files[_name(course, folder / helper)] = files[_name(course, folder / ".stubs" / helper)] = data
    text = page.read_text(encoding="utf-8")
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        hidden = any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)
        if not hidden and f"({name})" in text and path.is_file():
            files.setdefault(_name(course, path), _bytes(course, path))
    return files


def _public_checks(course: Course, lesson: Lesson) -> dict[str, bytes]:
    folder = layout.checks(course, lesson, Visibility.PUBLIC)
    return {_name(course, path): _bytes(course, path) for path in sorted(folder.glob("*.py"))}


def _later(course: Course, lesson: Lesson) -> dict[str, int]:
    """Item id -> number of its checks that are not in this edition: hidden, or made from the reference."""
    attempts: list[Attempt] = []
    sandbox = start(packages=lesson.packages)
    try:
        grade_all(
            course,
            lesson,
            [trial.references(course, lesson)],
            lambda _, attempt: attempts.append(attempt),
            sandbox=sandbox,
            diagnose=False,
        )
    finally:
        sandbox.close()
    results = {result.id: result for result in attempts[0].items}
    return {
        item.id: sum(
            not has_check_file(course, lesson, item) or check.visibility is Visibility.HIDDEN
            for check in results[item.id].checks
        )
        for item in lesson.items
    }


def _leaks(course: Course, files: Mapping[str, bytes]) -> Iterator[Problem]:
    """Telling lines of the secret files that stand in one that students receive.

    Public checks and course.yaml are left out: they are written for students, and share imports and keys
    with secret files.
    """
    open_files = {name: data for name, data in files.items() if name.startswith("exercises/")}
    given = {line for name, data in files.items() if "/.stubs/" in name for line in _lines(data)}
    given |= {line for name, data in files.items() if name.startswith("tests/") for line in _lines(data)}
    secret: dict[bytes, str] = {}
    for path in secret_files(course):
        secret |= {line: _name(course, path) for line in _lines(path.read_bytes()) if line not in given}
    for name, data in open_files.items():
        for number, line in enumerate(data.splitlines(), start=1):
            if line.strip() in secret:
                what = f"students would receive a line of {secret[line.strip()]}"
                yield Problem(what, f"{name}:{number}", "Take it out, then release again.")


def secret_files(course: Course) -> list[Path]:
    """Everything in the secret folders, except caches."""
    folders = (course.root / folder for folder in layout.SECRET_FOLDERS)
    found = itertools.chain.from_iterable(folder.rglob("*") for folder in folders)
    return sorted(path for path in found if path.is_file() and "__pycache__" not in path.parts)


def _lines(data: bytes) -> set[bytes]:
    return {line.strip() for line in data.splitlines() if len(line.strip()) >= _TELLING}


def _name(course: Course, path: Path) -> str:
    return path.relative_to(course.root).as_posix()


def _bytes(course: Course, path: Path) -> bytes:
    """A file's bytes. Raises CourseError for a link, which could lead anywhere."""
    if path.is_symlink():
        raise CourseError(
            "a link cannot be released", where=_name(course, path), hint="Put the file itself there."
        )
    return path.read_bytes()
