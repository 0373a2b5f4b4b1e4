"""What a course may say and its author probably did not mean; never a reason not to grade."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from grader.course import layout, textfile, yaml12
from grader.course.model import Course, Item, Kind, Lesson
from grader.course.yaml12 import Value
from grader.errors import Problem


def doubts(course: Course) -> list[Problem]:
    """One problem for each doubt, in the course's order. Raises ``CourseError`` for broken YAML."""
    return [
        doubt
        for lesson in course.file.lessons
        for item in lesson.items
        if item.kind is Kind.NUMERIC
        for doubt in _zeros_without_atol(course, lesson, item)
    ]


def _zeros_without_atol(course: Course, lesson: Lesson, item: Item) -> Iterator[Problem]:
    """A relative tolerance of 0 is 0: only the exact zero would be right."""
    path = layout.reference(course, lesson, item)
    if item.tolerance is None or item.tolerance.atol or not item.tolerance.rtol or not path.is_file():
        return
    name = path.relative_to(course.root).as_posix()
    document = yaml12.read(textfile.read(path, name), name)
    own = _own_tolerances(course, lesson, item)
    for field, value in document.value.items() if isinstance(document.value, dict) else ():
        if field not in own and _holds_zero(value):
            yield Problem(
                f"item '{item.id}': '{field}' holds a 0, for which 'rtol' alone allows no deviation",
                document.where((field,)),
                "Add an 'atol' to the item's 'tolerance' in course.yaml.",
            )


def _own_tolerances(course: Course, lesson: Lesson, item: Item) -> frozenset[str]:
    """Fields whose rubric states a tolerance."""
    path = layout.rubric(course, lesson, item)
    if not path.is_file():
        return frozenset()
    name = path.relative_to(course.root).as_posix()
    rubric = yaml12.read(textfile.read(path, name), name).value
    fields = rubric.get("fields") if isinstance(rubric, dict) else None
    if not isinstance(fields, dict):
        return frozenset()
    return frozenset(name for name, told in fields.items() if isinstance(told, dict) and "tolerance" in told)


def _holds_zero(value: Value) -> bool:
    if isinstance(value, list):
        return any(map(_holds_zero, value))
    return isinstance(value, int | Decimal) and not isinstance(value, bool) and value == 0
