"""How the answers to an item are judged: ``solutions/<lesson>/<item>.rubric.yaml``, typed.

The right answer is not in it: that is the reference. Every key may be left out, and so may the file.
"""

# Annotations are no text here (no __future__): msgspec would have to compile each of them again, which is slow.

from collections.abc import Iterable, Mapping
from decimal import ROUND_DOWN, Decimal
from typing import TypeVar

import msgspec

from grader.course import layout, shape, textfile, yaml12
from grader.course.model import Course, Item, Lesson, Record, Tolerance
from grader.course.nearmiss import did_you_mean
from grader.errors import CourseError, Problem

_STEP = Decimal("0.0001")
BONUS_WEIGHT = Decimal(1)
"""Of a check whose item has no points: it has to weigh something to be reported."""


class Field(Record, frozen=True, kw_only=True):
    """How one number or entry is judged."""

    points: Decimal | None = None
    title: str = ""
    feedback: str = ""
    tolerance: Tolerance | None = None
    """Instead of the item's own."""
    given: bool = False
    """The stub has it filled in; it is not judged."""


class FieldsRubric(Record, frozen=True, kw_only=True):
    """For a numeric or mapping item: name of an answer -> how it is judged."""

    fields: Mapping[str, Field] = {}


class ChoiceRubric(Record, frozen=True, kw_only=True):
    """For a choice: key of an option -> why it is wrong, told to whoever picked it."""

    why: Mapping[str, str] = {}


class Concept(Record, frozen=True, kw_only=True):
    """An idea that a written answer should hold. Patterns are those of ``patterns``."""

    id: str
    points: Decimal | None = None
    question: str
    """Points to the idea without naming it: all that a student who missed it is told."""
    any: tuple[str, ...] = ()
    """One of these must match ..."""
    all: tuple[str, ...] = ()
    """... and each of these ..."""
    never: tuple[str, ...] = msgspec.field(default=(), name="not")
    """... and none of these (``not`` in the file)."""


class Example(Record, frozen=True, kw_only=True):
    """An answer and the ideas that must be found in it, so that a rubric can be tested."""

    answer: str
    concepts: tuple[str, ...] = ()


class TextRubric(Record, frozen=True, kw_only=True):
    """For a written answer: exact answers, or ideas to look for, or both."""

    accepted: tuple[str, ...] = ()
    ignore_case: bool = True
    ignore_spaces: bool = False
    """``Back Ground`` is ``background``; else spaces may differ only in number."""
    concepts: tuple[Concept, ...] = ()
    examples: tuple[Example, ...] = ()


Rubric = TypeVar("Rubric", bound=Record)


def load(
    course: Course, lesson: Lesson, item: Item, kind: type[Rubric]
) -> tuple[Rubric, yaml12.Document | None]:
    """The rubric of ``item`` and where its parts stand; an empty one when there is no file.

    Raises ``CourseError`` with ``file:line`` and the near miss for everything in it that does not fit.
    """
    path = layout.rubric(course, lesson, item)
    if not path.exists():
        return kind(), None
    name = path.relative_to(course.root).as_posix()
    try:
        text = textfile.read(path, name)
    except OSError as error:
        raise CourseError(f"this file cannot be read ({error.strerror})", where=name) from None
    document = yaml12.read(text, name)
    return (kind() if document.value is None else shape.typed(document, kind)), document


def refuse_strangers(
    document: yaml12.Document | None, section: str, used: Iterable[str], known: Iterable[str]
) -> None:
    """Raises ``CourseError`` when ``section`` of a rubric names what the reference does not have."""
    known = list(known)
    problems = [
        Problem(
            f"'{name}' in '{section}' is not in the reference",
            document.where((section, name)) if document else "",
            did_you_mean(name, known) or f"The reference has {', '.join(known)}.",
        )
        for name in used
        if name not in known
    ]
    if problems:
        raise CourseError.of(problems)


def weights(item: Item, stated: Mapping[str, Decimal | None], where: str) -> Mapping[str, Decimal]:
    """Points of each part of ``item``: as stated, or the same for all when none is.

    Raises ``CourseError`` when only some are stated, or they do not add up to the item's points.
    """
    missing = [name for name, points in stated.items() if points is None]
    if len(missing) == len(stated):
        return _even(item.points, list(stated))
    if missing:
        raise CourseError(
            f"'{missing[0]}' has no points, but others have",
            where=where,
            hint="Give points to all or to none.",
        )
    points = {name: value for name, value in stated.items() if value is not None}
    total = sum(points.values(), Decimal(0))
    if item.points and total != item.points:
        raise CourseError(
            f"the points here add up to {total}, but `{item.id}` has {item.points}",
            where=where,
            hint="Change one of the two.",
        )
    return points


def _even(points: Decimal, names: list[str]) -> Mapping[str, Decimal]:
    """``points`` in equal parts that add up exactly: the last one takes what four decimals leave over."""
    if not points:
        return dict.fromkeys(names, BONUS_WEIGHT)
    each = (points / len(names)).quantize(_STEP, rounding=ROUND_DOWN).normalize()
    return {**dict.fromkeys(names, each), names[-1]: points - each * (len(names) - 1)}
