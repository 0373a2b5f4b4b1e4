"""What a check is, and what makes a function in a check file none."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec

from grader.checks.builtin.model import BuiltinCheck, Verdict
from grader.checks.calls import Call
from grader.checks.mark import mark_of
from grader.course import layout
from grader.course.model import Course, Item, Lesson
from grader.course.nearmiss import did_you_mean
from grader.errors import CourseError, Problem
from grader.records import Visibility
from grader.sandbox.api import StudentFault

FIXTURES = frozenset({"student", "students", "answer", "reference", "references", "source", "rng"})
"""What a check may ask for; the submission being judged decides what they are."""
UNWELCOME_MARKS = frozenset({"skip", "skipif", "xfail"})


class Place(msgspec.Struct, frozen=True):
    """A check file: which item's, and who may see it."""

    path: Path
    item: Item
    visibility: Visibility
    shown: str
    """``tests/hidden/<lesson>/test_x.py``"""


class Spec(msgspec.Struct, frozen=True):
    """One check, whatever it is made of."""

    item: str
    id: str
    title: str
    visibility: Visibility
    weight: Decimal
    feedback: str = ""
    needs: tuple[str, ...] = ()
    where: str = ""
    """``tests/hidden/<lesson>/test_x.py:12``; empty for a built-in check."""


class Broken(msgspec.Struct, frozen=True):
    """A check that could not do its work. Never the student's fault."""

    what: str
    """An exception's class name, since its words could give a hidden check away; the words of an error of ours."""
    where: str = ""


Ending = None | AssertionError | StudentFault | Verdict | Broken
"""How a check ended: ``None`` means that it held."""


class Ran(msgspec.Struct, frozen=True):
    """One run of a check, or of one case of a parametrized check."""

    spec: Spec
    case: str
    ending: Ending
    calls: tuple[Call, ...]
    seconds: float
    statement: str = ""
    """Source of the plain ``assert`` that failed, for public checks."""


def places(course: Course, lesson: Lesson, items: Iterable[Item]) -> list[Place]:
    """The check files that exist for ``items``, public before hidden."""
    return [
        place
        for item in items
        for visibility in (Visibility.PUBLIC, Visibility.HIDDEN)
        if (place := _place(course, lesson, item, visibility)).path.is_file()
    ]


def strangers(course: Course, lesson: Lesson) -> list[Problem]:
    """Files in the check folders that belong to no item."""
    problems = []
    for visibility in Visibility:
        expected = {_place(course, lesson, item, visibility).path.name for item in lesson.items}
        for path in sorted(layout.checks(course, lesson, visibility).glob("test_*.py")):
            if path.name not in expected:
                hint = did_you_mean(path.name, expected) or "A check file is called test_<item>.py."
                shown = path.relative_to(course.root).as_posix()
                problems.append(Problem("this check file belongs to no item", shown, hint))
    return problems


def _place(course: Course, lesson: Lesson, item: Item, visibility: Visibility) -> Place:
    path = layout.check_file(course, lesson, item, visibility)
    return Place(path, item, visibility, path.relative_to(course.root).as_posix())


def refusal(name: str, found: object, place: Place) -> Problem | None:
    """Why something in a check file may not be there: it looks like a check but would not count as one."""
    function = getattr(found, "__wrapped__", found)
    marked = mark_of(found) is not None
    if inspect.isclass(found):
        what = f"`{name}` is a test class" if name.startswith("Test") else ""
        hint = "Write each check as a function of its own with @check(points=...)."
    elif not callable(found) or not (marked or name.startswith("test")):
        return None
    elif not marked:
        what, hint = f"`{name}` has no @check", "Put @check(points=...) above it, or call it without test_."
    elif not name.startswith("test_"):
        what, hint = f"`{name}` has @check but would never run", f"Call it test_{name}."
    elif inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function):
        what, hint = f"`{name}` is a coroutine or a generator", "Write it as a plain function."
    else:
        marks = {mark.name for mark in getattr(found, "pytestmark", ())} & UNWELCOME_MARKS
        what = f"`{name}` is marked {', '.join(sorted(marks))}" if marks else ""
        hint = "A check always runs: remove the mark, or the check."
    return Problem(what, f"{place.shown}:{line_of(found)}", hint) if what else None


def line_of(found: object) -> int:
    """Line where a function or class begins; 0 when it cannot be told."""
    try:
        return inspect.getsourcelines(found)[1]  # type: ignore[arg-type]
    except (OSError, TypeError):
        return 0


def spec_of(name: str, function: Any, place: Place) -> Spec:
    """The check that ``function`` is. It must carry a mark."""
    mark = mark_of(function)
    assert mark is not None, name
    title = (inspect.getdoc(function) or "").strip().partition("\n")[0]
    return Spec(
        item=place.item.id,
        id=name,
        title=title or name.removeprefix("test_").replace("_", " "),
        visibility=place.visibility,
        weight=mark.points,
        feedback=mark.feedback,
        needs=mark.needs,
        where=f"{place.shown}:{function.__code__.co_firstlineno}",
    )


def builtin_spec(item: Item, check: BuiltinCheck) -> Spec:
    """The same for a check that the reference makes. Its messages give nothing away, so it is public."""
    return Spec(item.id, check.id, check.title, Visibility.PUBLIC, check.weight, check.feedback)


def repeated(specs: Sequence[Spec]) -> list[Problem]:
    """Two checks of one item with the same id: results could not tell them apart."""
    seen: dict[tuple[str, str], Spec] = {}
    problems = []
    for spec in specs:
        other = seen.setdefault((spec.item, spec.id), spec)
        if other.where != spec.where:
            hint = f"It is also in {other.where or 'the built-in checks'}: rename one of them."
            problems.append(Problem(f"two checks of `{spec.item}` are called {spec.id}", spec.where, hint))
    return problems


WORD = re.compile(r"[A-Za-z_]\w*\Z", re.ASCII)


def broken(error: BaseException, place_root: Path | None = None) -> Broken:
    """Where in the course's own files ``error`` came from; its words only when they are the grader's own."""
    name = type(error).__name__
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return Broken(name, f"{_shown(Path(error.filename), place_root)}:{error.lineno}")
    where, trace = "", error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if place_root is not None and file.is_relative_to(place_root):
            where = f"{_shown(file, place_root)}:{trace.tb_lineno}"
        trace = trace.tb_next
    if isinstance(error, CourseError):
        return Broken(error.problems[0].what, where)
    return Broken(name if WORD.match(name) else "an exception", where)


def _shown(path: Path, root: Path | None) -> str:
    if root is not None and path.is_relative_to(root):
        return path.relative_to(root).as_posix()
    return path.name
