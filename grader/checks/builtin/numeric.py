"""One check for each number, list of numbers or word of a numeric item's reference."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import partial

from grader.answers import numeric as answers
from grader.answers.model import Given, NumericAnswer, Value
from grader.checks.builtin import rubric
from grader.checks.builtin.ids import check_id
from grader.checks.builtin.model import BuiltinCheck, Verdict
from grader.course.model import Course, Item, Lesson, Tolerance
from grader.records import Status


def checks(course: Course, lesson: Lesson, item: Item, reference: str) -> tuple[BuiltinCheck, ...]:
    """The checks of ``item``. Raises ``CourseError`` when its reference or rubric is wrong."""
    wanted = answers.values(reference, item.stub)
    judged, document = rubric.load(course, lesson, item, rubric.FieldsRubric)
    rubric.refuse_strangers(document, "fields", judged.fields, wanted)
    fields = {name: judged.fields.get(name, rubric.Field()) for name in wanted}
    fields = {name: field for name, field in fields.items() if not field.given}
    where = document.where(("fields",)) if document else item.stub
    points = rubric.weights(item, {name: field.points for name, field in fields.items()}, where)
    default = item.tolerance or Tolerance()
    return tuple(
        BuiltinCheck(
            id=check_id(name),
            title=field.title or f"`{name}`",
            weight=points[name],
            feedback=field.feedback,
            judge=partial(_judge, name, wanted[name], field.tolerance or default),
        )
        for name, field in fields.items()
    )


def _judge(name: str, want: Value, tolerance: Tolerance, answer: Given) -> Verdict:
    assert isinstance(answer, NumericAnswer)
    if name in answer.unclear:
        reason = answer.unclear[name]
        return Verdict(Status.ERROR, f"{at_line(reason.line)}`{name}`: {reason.what}. {reason.hint}")
    if name not in answer.values:
        return Verdict(Status.NOT_STARTED, f"`{name}` is not answered yet.")
    got = answer.values[name]
    wrong, form = difference(name, got, want, tolerance), _unfit(name, got, want, tolerance)
    place = at_line(answer.lines.get(name))
    if wrong and form:
        return Verdict(Status.ERROR, f"{place}{form}")
    return Verdict(Status.FAILED, f"{place}{wrong}") if wrong else Verdict(Status.PASSED)


def at_line(line: int | None) -> str:
    """The beginning of a message about a line of the student's file."""
    return f"line {line}: " if line else ""


def difference(name: str, got: Value, want: Value, tolerance: Tolerance) -> str:
    """How ``got`` differs from ``want``, in words that hold neither; empty when it does not.

    Numbers are compared exactly: |got - want| <= atol + rtol * |want|. Words are the same whatever their
    case and spaces.
    """
    if isinstance(want, str):
        same = isinstance(got, str) and _squeezed(got) == _squeezed(want)
        return "" if same else f"`{name}` is not right yet."
    if _shape(got) != _shape(want):
        return f"`{name}` is {_described(got)} where {_described(want)} is asked for."
    pairs = list(zip(_flat(got), _flat(want), strict=True))
    wrong = [index for index, (one, other) in enumerate(pairs, 1) if not _close(one, other, tolerance)]
    if not wrong:
        return ""
    if len(pairs) == 1 or len(wrong) == len(pairs):
        return f"`{name}` is not right yet."
    which = ", ".join(str(index) for index in wrong)
    return f"`{name}` is not right yet: look at number {which} of {len(pairs)}."


def _unfit(name: str, got: Value, want: Value, tolerance: Tolerance) -> str:
    """What is wrong with the form of an answer, whatever it means: more words, or fewer decimals, than wanted."""
    if isinstance(want, str):
        asked = len(want.split())
        many = isinstance(got, str) and len(got.split()) > asked
        words = "one word is" if asked == 1 else f"{asked} words are"
        return f"`{name}`: {words} asked for. Write nothing else there, no reasons either." if many else ""
    if _shape(got) != _shape(want):
        return ""
    wrong = [pair for pair in zip(_flat(got), _flat(want), strict=True) if not _close(*pair, tolerance)]
    if not all(_rounded_too_far(*pair) for pair in wrong):
        return ""
    enough = (digits for digits in range(1, 10) if Decimal(10) ** -digits <= 2 * tolerance.atol)
    return f"`{name}` is rounded too far: give {next(enough, 'more')} decimals."


def _rounded_too_far(got: Value, want: Value) -> bool:
    """Whether ``got`` is ``want`` to the decimals that it has, and has some."""
    if not isinstance(got, Decimal) or isinstance(want, str | tuple):
        return False
    exponent = got.as_tuple().exponent
    return (
        isinstance(exponent, int)
        and exponent < 0
        and 2 * abs(Fraction(got) - Fraction(want)) <= Fraction(10) ** exponent
    )


def _close(got: Value, want: Value, tolerance: Tolerance) -> bool:
    if isinstance(want, str) or isinstance(got, str):
        return isinstance(got, str) and isinstance(want, str) and _squeezed(got) == _squeezed(want)
    assert not isinstance(got, tuple)
    assert not isinstance(want, tuple)
    allowed = Fraction(tolerance.atol) + Fraction(tolerance.rtol) * abs(Fraction(want))
    return abs(Fraction(got) - Fraction(want)) <= allowed


def _squeezed(word: str) -> str:
    return "".join(word.casefold().split())


def _flat(value: Value) -> list[Value]:
    return [leaf for each in value for leaf in _flat(each)] if isinstance(value, tuple) else [value]


def _shape(value: Value) -> object:
    """Nesting without the numbers: two values of one shape can be compared number by number."""
    return tuple(_shape(each) for each in value) if isinstance(value, tuple) else None


def _described(value: Value) -> str:
    """``one number``, ``a list of 3``, ``2 rows of 3``."""
    if not isinstance(value, tuple):
        return "one number"
    lengths = {len(each) if isinstance(each, tuple) else 0 for each in value}
    if lengths <= {0}:
        return f"a list of {len(value)}"
    if len(lengths) > 1:
        return f"{len(value)} rows of unequal length"
    rows = "1 row" if len(value) == 1 else f"{len(value)} rows"
    return f"{rows} of {lengths.pop()}"
