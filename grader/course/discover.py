"""Where the course is, and what in it decides a verdict."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import msgspec

from grader.course import layout
from grader.course.model import Course, Item, Lesson, Tolerance
from grader.course.nearmiss import near as near
from grader.errors import CourseError, UsageError
from grader.records import Visibility


def find_root(start: Path) -> Path:
    """The nearest folder upwards from ``start`` that holds a course.yaml. Raises ``UsageError``."""
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / layout.COURSE_FILE).is_file():
            return folder
    below = sorted(path.parent.name for path in start.glob(f"*/{layout.COURSE_FILE}"))
    hint = "Change into the course's folder, or name it with --course DIR."
    raise UsageError(
        f"there is no course.yaml in {start} or above it",
        hint=f"There is one in {below[0]}: cd {below[0]}" if below else hint,
    )


def references(course: Course, lesson: Lesson) -> dict[str, bytes]:
    """Name -> bytes of every reference and helper file, as if the references were somebody's submission.

    A helper is taken from ``exercises/`` where ``solutions/`` has none of its own. Raises ``CourseError``
    for a file that is not there, as in the class edition.
    """
    found = {item.stub: _bytes(course, layout.reference(course, lesson, item)) for item in lesson.items}
    for name in _helpers(lesson):
        own = layout.solutions(course, lesson) / name
        found[name] = _bytes(course, own if own.is_file() else layout.exercises(course, lesson) / name)
    return found


def pristine_stubs(course: Course, lesson: Lesson) -> dict[str, bytes]:
    """Name -> bytes of every untouched stub. Raises ``CourseError`` for one that is not there."""
    return {item.stub: _bytes(course, layout.pristine(course, lesson, item)) for item in lesson.items}


class Digests(msgspec.Struct, frozen=True):
    """What decides the verdicts of a course, as its files are at one moment."""

    course: str
    """See :func:`course_digest`."""
    items: Mapping[tuple[str, str], str]
    """(Lesson's id, item's id) -> see :func:`item_digest`."""


def digests(course: Course) -> Digests:
    """Both kinds of digest from one look at the course's files."""
    files = [str(course.root / layout.COURSE_FILE)]
    items: dict[tuple[str, str], str] = {}
    for lesson in course.file.lessons:
        files.append(str(layout.lesson_page(course, lesson)))
        shared = _contents(course, _shared_by_checks(course, lesson))
        for item in lesson.items:
            items[lesson.id, item.id] = _item_digest(course, lesson, item, shared)
    parts = {"/".join(names): digest.encode() for names, digest in items.items()}
    return Digests(_digest(parts | _contents(course, files)), items)


def item_digest(course: Course, lesson: Lesson, item: Item) -> str:
    """``sha256:<hex>`` of all that decides an item's verdict: a change in it means grading again.

    That is its stub, reference, rubric, checks, mistakes and helpers, its kind, points, limits, tolerance and
    ``uses``, and the course's ``grading_version``; not its title or hints.
    """
    return _item_digest(course, lesson, item, _contents(course, _shared_by_checks(course, lesson)))


def course_digest(course: Course) -> str:
    """``sha256:<hex>`` of course.yaml and of every item's digest and lesson's page."""
    return digests(course).course


def _item_digest(course: Course, lesson: Lesson, item: Item, shared: dict[str, bytes]) -> str:
    parts = {
        "course": msgspec.json.encode((course.id, lesson.id, course.file.grading_version)),
        "item": msgspec.json.encode((item.id, item.kind, item.stub, item.limits, item.uses, item.packages)),
        "numbers": msgspec.json.encode(_numbers(item)),
    }
    files = [
        layout.pristine(course, lesson, item),
        layout.reference(course, lesson, item),
        layout.rubric(course, lesson, item),
        *(layout.check_file(course, lesson, item, visibility) for visibility in Visibility),
        *(folder / name for name in item.files for folder in _homes(course, lesson)),
    ]
    mistakes = _modules_below(layout.mistakes(course, lesson, item))
    return _digest(parts | _contents(course, [*map(str, files), *mistakes]) | shared)


def _homes(course: Course, lesson: Lesson) -> tuple[Path, Path]:
    return layout.exercises(course, lesson), layout.solutions(course, lesson)


def _helpers(lesson: Lesson) -> list[str]:
    return sorted({name for item in lesson.items for name in item.files})


def _contents(course: Course, files: Iterable[str]) -> dict[str, bytes]:
    """Line ends do not count: Git may change them on checkout."""
    found = {}
    skipped = len(os.path.join(course.root, ""))
    for path in files:
        with suppress(OSError), open(path, "rb", buffering=0) as file:
            found[path[skipped:].replace(os.sep, "/")] = file.read().replace(b"\r\n", b"\n")
    return found


def _bytes(course: Course, path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CourseError(
            f"this file of the course cannot be read: {error.strerror}",
            where=path.relative_to(course.root).as_posix(),
            hint="Restore it from the course; stubs are written by 'grade course stubs'.",
        ) from None


def _numbers(item: Item) -> tuple[Decimal, ...]:
    """Points and tolerance, the same for 2 and 2.0."""
    tolerance = item.tolerance or Tolerance()
    return tuple(number.normalize() for number in (item.points, tolerance.atol, tolerance.rtol))


def _shared_by_checks(course: Course, lesson: Lesson) -> list[str]:
    """Modules beside the checks that they may import."""
    folders = (layout.checks(course, lesson, visibility) for visibility in Visibility)
    paths = (str(path) for folder in folders for path in folder.glob("*.py"))
    return [path for path in paths if not os.path.basename(path).startswith("test_")]


def _modules_below(top: Path) -> Iterator[str]:
    """As ``top.rglob("*.py")``, for folders of many files."""
    for folder, _, names in os.walk(top):
        yield from (os.path.join(folder, name) for name in names if name.endswith(".py"))


def _digest(parts: Mapping[str, bytes]) -> str:
    total = hashlib.sha256()
    for name in sorted(parts):
        total.update(hashlib.sha256(name.encode()).digest())
        total.update(hashlib.sha256(parts[name]).digest())
    return "sha256:" + total.hexdigest()
