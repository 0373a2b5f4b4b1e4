"""What a typed course.yaml must also hold to: ids, references between parts, ranges, paths, files on disk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from grader.course import layout
from grader.course.model import Course, Edition, Item, Kind, Lesson
from grader.course.nearmiss import did_you_mean
from grader.course.shape import Path
from grader.course.yaml12 import Document
from grader.errors import Problem
from grader.records import SCORE_STEP

_STUDENT_COMMANDS = frozenset(
    ("answer", "doctor", "hint", "lesson", "list", "progress", "reset", "run", "submit", "watch")
)
_STAFF_COMMANDS = frozenset(
    (
        "batch",
        "bundle",
        "ci",
        "course",
        "diff",
        "export",
        "forget",
        "nbgrader",
        "override",
        "report",
        "review",
    )
)
COMMANDS = _STUDENT_COMMANDS | _STAFF_COMMANDS
"""The command line's own words, which no item may be called."""


ID_PATTERN = "[a-z0-9][a-z0-9-]*"
"""What a course, lesson or item may be called."""
_MOST = 1_000_000
"""Of anything: enough for every use, and small enough for every machine."""
_SUFFIXES = {
    Kind.CODE: (".py",),
    Kind.NUMERIC: (".yaml", ".yml"),
    Kind.MAPPING: (".yaml", ".yml"),
    Kind.CHOICE: (".md",),
    Kind.TEXT: (".md",),
}


def problems(course: Course, document: Document) -> Iterator[Problem]:
    """Everything in course.yaml that is typed rightly and still cannot be. Touches no other file."""
    file = course.file
    yield from _id("course", file.id, document, ("id",))
    if file.grading_version < 1:
        yield Problem("'grading_version' must be 1 or more", document.where(("grading_version",)))
    if not file.lessons:
        yield Problem("'lessons' is empty", document.where(("lessons",)), "Add at least one lesson.")
    named = [(lesson.id, ("lessons", index)) for index, lesson in enumerate(file.lessons)]
    named += [(lesson.id, ("next", index)) for index, lesson in enumerate(file.next)]
    yield from _ids("lesson", named, document)
    known = [lesson.id for lesson in file.lessons]
    for index, lesson in enumerate(file.lessons):
        path: Path = ("lessons", index)
        yield from _known("prerequisites", lesson.id, lesson.prerequisites, known, "lesson", document, path)
        yield from _items(lesson, document, path)


def missing_files(course: Course, document: Document) -> Iterator[Problem]:
    """Files that course.yaml promises and that are not there.

    A student may delete a stub (the item is then missing, which is theirs to see), so it is the untouched
    twin of the stub that must exist.
    """
    for index, lesson in enumerate(course.file.lessons):
        path: Path = ("lessons", index)
        if not layout.exercises(course, lesson).is_dir():
            yield Problem(
                f"there is no folder exercises/{lesson.id}",
                document.where(path),
                "Was it moved or renamed? Where the course came with git, this brings it back:\n"
                f"  git checkout -- exercises/{lesson.id}",
            )
            continue
        if not layout.lesson_page(course, lesson).is_file():
            yield Problem(
                f"lesson '{lesson.id}' has no page exercises/{lesson.id}/README.md",
                document.where(path),
                "Write it, or restore it from the course.",
            )
        for number, item in enumerate(lesson.items):
            yield from _item_files(course, lesson, item, document, (*path, "items", number))


def _item_files(
    course: Course, lesson: Lesson, item: Item, document: Document, path: Path
) -> Iterator[Problem]:
    if course.edition is Edition.SELF_STUDY and not layout.reference(course, lesson, item).is_file():
        yield Problem(
            f"item '{item.id}' has no reference solutions/{lesson.id}/{item.stub}",
            document.where((*path, "stub")),
            "Write the right answer there, under the stub's own name.",
        )
    elif not layout.pristine(course, lesson, item).is_file():
        yield Problem(
            f"item '{item.id}' has no untouched stub exercises/{lesson.id}/.stubs/{item.stub}",
            document.where((*path, "stub")),
            "Run 'grade course stubs' to write it, or restore it from the course.",
        )
    for place, name in enumerate(item.files):
        if not (layout.exercises(course, lesson) / name).is_file():
            yield Problem(
                f"item '{item.id}' has no helper file exercises/{lesson.id}/{name}",
                document.where((*path, "files", place)),
                "Add the file, or take the name out of 'files'.",
            )


def _items(lesson: Lesson, document: Document, path: Path) -> Iterator[Problem]:
    if not lesson.items:
        yield Problem(f"lesson '{lesson.id}' has no items", document.where((*path, "items")), "Add one.")
    yield from _ids("item", [(item.id, (*path, "items", i)) for i, item in enumerate(lesson.items)], document)
    known = [item.id for item in lesson.items]
    stubs: dict[str, str] = {}
    for index, item in enumerate(lesson.items):
        here: Path = (*path, "items", index)
        if item.id in COMMANDS:
            yield Problem(
                f"item '{item.id}' has the name of a command, so 'grade {item.id}' would be unclear",
                document.where((*here, "id")),
                "Give the item another id.",
            )
        yield from _known("uses", item.id, item.uses, known, "item", document, here)
        yield from _ranges(item, document, here)
        yield from _paths(item, document, here)
        owner = stubs.setdefault(item.stub.casefold(), item.id)
        if owner != item.id:
            yield Problem(
                f"items '{owner}' and '{item.id}' have the same stub '{item.stub}'",
                document.where((*here, "stub")),
                "Give each item a file of its own; 'uses' lets one item read another's.",
            )


def _ranges(item: Item, document: Document, path: Path) -> Iterator[Problem]:
    def at_fault(what: str, *keys: str, hint: str = "") -> Problem:
        return Problem(f"item '{item.id}': {what}", document.where((*path, *keys)), hint)

    if item.points < 0:
        yield at_fault("'points' is negative", "points", hint="Use 0 for a bonus, which is reported only.")
    elif item.points > _MOST or item.points % SCORE_STEP:
        yield at_fault("'points' must be at most 1,000,000 with at most four decimals", "points")
    for limit in ("seconds", "memory_mb", "output_mb"):
        if not 0 < getattr(item.limits, limit) <= _MOST:
            yield at_fault(f"'{limit}' must be more than 0 and at most 1,000,000", "limits", limit)
    if not 0 <= item.when.days_after <= _MOST:
        yield at_fault("'days_after' must be 0 or more and at most 1,000,000", "when", "days_after")
    for part in ("atol", "rtol"):
        if item.tolerance and getattr(item.tolerance, part) < 0:
            yield at_fault(f"'{part}' is negative", "tolerance", part)
    if item.tolerance and item.kind is not Kind.NUMERIC:
        yield at_fault(
            f"'tolerance' means nothing for a {item.kind} item",
            "tolerance",
            hint="Delete it, or check 'kind'.",
        )


def _paths(item: Item, document: Document, path: Path) -> Iterator[Problem]:
    suffixes = _SUFFIXES[item.kind]
    if not item.stub.endswith(suffixes):
        yield Problem(
            f"item '{item.id}': the stub of a {item.kind} item ends in {' or '.join(suffixes)}",
            document.where((*path, "stub")),
            f"Rename '{item.stub}'.",
        )
    named: list[tuple[str, Path]] = [(item.stub, (*path, "stub"))]
    named += [(name, (*path, "files", place)) for place, name in enumerate(item.files)]
    for name, where in named:
        if not inside(name):
            yield Problem(
                f"item '{item.id}': '{name}' does not stay inside the lesson's folder",
                document.where(where),
                "Name a file in exercises/<lesson>/, with '/' between folders, no '..' and no leading '.'.",
            )


def inside(name: str) -> bool:
    """Whether ``name`` is a plain relative path that means the same on every system."""
    parts = PurePosixPath(name).parts
    return (
        bool(parts)
        and not any(part.startswith(".") for part in parts)
        and not any(character in name for character in '\\:*?"<>|')
        and "/".join(parts) == name
    )


def _ids(what: str, named: Iterable[tuple[str, Path]], document: Document) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for name, path in named:
        yield from _id(what, name, document, (*path, "id"))
        if name in first:
            yield Problem(
                f"two {what}s are called '{name}'; the first is on line {first[name]}",
                document.where((*path, "id")),
                "Give one of them another id.",
            )
        first.setdefault(name, document.line((*path, "id")))


def _id(what: str, name: str, document: Document, path: Path) -> Iterator[Problem]:
    if not re.fullmatch(ID_PATTERN, name):
        yield Problem(
            f"the {what} id '{name}' may hold only a-z, 0-9 and '-', and starts with a letter or digit",
            document.where(path),
            "Keep ids short and lower-case; titles may hold anything.",
        )


def _known(
    key: str, owner: str, names: Iterable[str], known: list[str], what: str, document: Document, path: Path
) -> Iterator[Problem]:
    candidates = [name for name in known if name != owner]
    for index, name in enumerate(names):
        if name not in candidates:
            yield Problem(
                f"'{key}' of '{owner}' names '{name}', which is no other {what} here",
                document.where((*path, key, index)),
                did_you_mean(name, candidates),
            )
