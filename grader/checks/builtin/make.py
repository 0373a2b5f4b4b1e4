"""The built-in checks of an item, from its reference twin and its rubric."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grader.answers.reader import reference_text
from grader.checks.builtin import choice, mapping, numeric, text
from grader.checks.builtin.model import BuiltinCheck
from grader.course import layout
from grader.course.model import Course, Item, Kind, Lesson
from grader.records import Visibility

_MAKERS: Mapping[Kind, Callable[[Course, Lesson, Item, str], tuple[BuiltinCheck, ...]]] = {
    Kind.NUMERIC: numeric.checks,
    Kind.CHOICE: choice.checks,
    Kind.TEXT: text.checks,
    Kind.MAPPING: mapping.checks,
}


def checks_for(course: Course, lesson: Lesson, item: Item) -> tuple[BuiltinCheck, ...]:
    """The checks of ``item`` when nobody wrote any: none for code, for an item that has a check file, and
    where there is no reference (class edition).

    Raises ``CourseError`` with every problem of the reference or the rubric, each with its line.
    """
    if item.kind not in _MAKERS or has_check_file(course, lesson, item):
        return ()
    reference = reference_text(course, lesson, item)
    return () if reference is None else _MAKERS[item.kind](course, lesson, item, reference)


def has_check_file(course: Course, lesson: Lesson, item: Item) -> bool:
    """Whether an author wrote checks for ``item``, public or hidden."""
    return any(layout.check_file(course, lesson, item, visibility).is_file() for visibility in Visibility)
