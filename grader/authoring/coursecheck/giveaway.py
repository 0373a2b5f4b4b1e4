"""Public checks that hold the answer to another item: students read those files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction

from grader.answers import numeric
from grader.answers.model import Value
from grader.answers.reader import reference_text
from grader.authoring.coursecheck.findings import Finding, Kind
from grader.checks.builtin import rubric
from grader.checks.builtin.make import has_check_file
from grader.checks.spec import Place, places
from grader.course.model import Course, Item, Lesson
from grader.course.model import Kind as ItemKind
from grader.errors import Problem
from grader.records import Visibility

_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d*)?(?:e[+-]?\d+)?(?![\w.])", re.IGNORECASE)
_POINTS = re.compile(r"\bpoints\s*=\s*[\d.]+")
_TELLING = 10
"""Smaller whole numbers stand everywhere and give nothing away."""
_ROUNDED = Decimal("0.005")
"""How far apart two numbers may be to count as one, where the item states no tolerance."""


def findings(course: Course, lesson: Lesson) -> Iterator[Finding]:
    """One for each answer that a public check of another item holds, in code or in a comment."""
    secrets = {item.id: _secrets(course, lesson, item) for item in lesson.items}
    for place in places(course, lesson, lesson.items):
        if place.visibility is not Visibility.PUBLIC:
            continue
        for name, line, numbers in _passages(place):
            for item in lesson.items:
                if item.id == place.item.id:
                    continue
                for field, wanted in secrets[item.id].items():
                    if all(any(_same(item, got, want) for got in numbers) for want in wanted):
                        problem = Problem(
                            f"{name} holds the answer to `{field}` of `{item.id}`",
                            f"{place.shown}:{line}",
                            "Students read public checks: use other numbers here.",
                        )
                        yield Finding(Kind.GIVES_AWAY, problem, lesson.id, place.item.id)


def _secrets(course: Course, lesson: Lesson, item: Item) -> Mapping[str, list[Fraction]]:
    """Field -> the telling numbers of its answer.

    An item with checks of its own has no single right answer, so its reference is no secret.
    """
    if item.kind is not ItemKind.NUMERIC or has_check_file(course, lesson, item):
        return {}
    text = reference_text(course, lesson, item)
    if text is None:
        return {}
    fields = rubric.load(course, lesson, item, rubric.FieldsRubric)[0].fields
    asked = {
        name: value
        for name, value in numeric.values(text, item.stub).items()
        if not fields.get(name, rubric.Field()).given
    }
    telling = {name: [each for each in _flat(value) if _tells(each)] for name, value in asked.items()}
    return {name: numbers for name, numbers in telling.items() if numbers}


def _flat(value: Value) -> Iterator[Fraction]:
    if isinstance(value, tuple):
        for each in value:
            yield from _flat(each)
    elif not isinstance(value, str):
        yield Fraction(value)


def _tells(number: Fraction) -> bool:
    return number.denominator != 1 or abs(number) >= _TELLING


def _same(item: Item, got: Fraction, want: Fraction) -> bool:
    tolerance = item.tolerance
    allowed = Fraction(tolerance.atol) + Fraction(tolerance.rtol) * abs(want) if tolerance else 0
    # An integer that happens to lie near is no answer to something with decimals.
    near = abs(got - abs(want)) <= (allowed or Fraction(_ROUNDED))
    return near and (got.denominator != 1 or want.denominator == 1)


def _passages(place: Place) -> Iterator[tuple[str, int, list[Fraction]]]:
    """Name, line and numbers of each function of a check file, and of what stands outside of them."""
    text = place.path.read_text(encoding="utf-8")
    lines = text.splitlines()
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return
    outside = dict(enumerate(lines, start=1))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            numbers = range(first, (node.end_lineno or node.lineno) + 1)
            yield node.name, first, _numbers("\n".join(outside.pop(number, "") for number in numbers))
    yield "this file", 1, _numbers("\n".join(outside.values()))


def _numbers(text: str) -> list[Fraction]:
    return [Fraction(Decimal(found)) for found in _NUMBER.findall(_POINTS.sub("", text))]
