"""What every bundle holds: the course with its hidden checks, the grader, and how to grade."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import msgspec

from grader.authoring.bundle import wheel
from grader.course.layout import COURSE_FILE, SECRET_FOLDERS
from grader.course.model import Course, Edition, Lesson
from grader.errors import CourseError

COURSE = "course"
SETTINGS = "bundle.json"
REQUIREMENTS = "requirements.txt"

_FOLDERS = ("exercises", "tests/public", *SECRET_FOLDERS)
_LITTER = frozenset({"__pycache__", ".grade", ".pytest_cache", ".ipynb_checkpoints", ".DS_Store"})


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """``bundle.json``: what the platform's run needs to know."""

    lesson: str
    percent_per_day: Decimal = Decimal(0)
    """Of the points earned, for each day begun after the due date."""
    grace_minutes: int = 0
    keep_best: bool = False
    """Whether a better earlier score stands."""


def common(course: Course, lesson: Lesson, settings: Settings) -> dict[str, bytes]:
    """Name -> content of what every bundle holds.

    Raises ``CourseError`` when this copy of the course has no hidden checks or holds a link.
    """
    if course.edition is not Edition.SELF_STUDY:
        raise CourseError(
            "this copy of the course has no hidden checks to grade by",
            where=str(course.root),
            hint="Bundle the instructor's copy, where solutions/ and tests/hidden/ are.",
        )
    name, content = wheel.build()
    packages = [_distribution(package) for package in lesson.packages]
    return {
        name: content,
        SETTINGS: msgspec.json.format(msgspec.json.encode(settings)) + b"\n",
        REQUIREMENTS: "".join(f"{package}\n" for package in packages).encode(),
        **{f"{COURSE}/{path}": data for path, data in _course_files(course.root).items()},
    }


def _distribution(package: str) -> str:
    """What pip calls the package that is imported as ``package`` (``yaml`` -> ``PyYAML``), as installed here."""
    from importlib.metadata import packages_distributions

    return next(iter(packages_distributions().get(package, [])), package)


def _course_files(root: Path) -> dict[str, bytes]:
    found = {COURSE_FILE: (root / COURSE_FILE).read_bytes()}
    for folder in _FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root)
            if _LITTER & set(name.parts):
                continue
            if path.is_symlink():
                raise CourseError(
                    "a link cannot be bundled", where=name.as_posix(), hint="Put the file itself there."
                )
            if path.is_file():
                found[name.as_posix()] = path.read_bytes()
    return found
