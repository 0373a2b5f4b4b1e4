"""Numbers in a YAML answer file: ``output: [6.70, 6.60]``.

The reference twin says which names there are, how deep each value is nested, and which values are words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from grader.answers import number, strangers, yamlfile
from grader.answers.model import NotStarted, NumericAnswer, Unreadable, Value
from grader.answers.number import NotANumber
from grader.course import yaml12
from grader.errors import CourseError

MAX_NESTING = 4
MAX_NUMBERS = 1000
MAX_SCALAR = 1000
"""Characters of one value without brackets."""

_BETWEEN = re.compile(r"\s*;\s*|,\s+|(?<=[0-9.)])\s+(?=[-+−√.0-9])")
"""What separates numbers in a list without brackets; a comma before a digit is a decimal comma."""
_TIGHT_COMMA, _WIDE_COMMA = re.compile(r"[0-9],[0-9]"), re.compile(r"[0-9],\s")
_WORD = re.compile(r"(?!nan|inf)[^\W\d_][\w -]*", re.IGNORECASE)


def read(text: str, stub: str, reference: str | None, name: str) -> NumericAnswer | NotStarted | Unreadable:
    """The values in ``text``. Fields that are left as the stub has them count as blank.

    ``reference`` is the text of the reference twin, ``None`` where it may not be known (class edition).
    Raises ``CourseError`` when the stub or the reference cannot be read.
    """
    handed_out = yamlfile.names(stub, name)
    wanted: Mapping[str, Value | None] = values(reference, name) if reference else dict.fromkeys(handed_out)
    document = yamlfile.read(text, name)
    if document is None:
        return NotStarted(unread=yamlfile.NOTHING)
    if isinstance(document, Unreadable):
        return document
    given = document.value
    assert isinstance(given, dict)
    found: dict[str, Value] = {}
    blank = []
    unclear = dict(strangers.find(document, wanted))
    lines = {field: document.line([field]) for field in wanted if field in given}
    for field, want in wanted.items():
        raw = given.get(field, "")
        if field in unclear:
            continue
        if _is_blank(raw):
            blank.append(field)
            continue
        try:
            value = _value(raw, want)
            _refuse_decimal_commas(value, want, _source(text, lines, field))
            found[field] = value
        except NotANumber as reason:
            unclear[field] = Unreadable(reason.what, lines[field], reason.hint)
    if not unclear and all(given[field] == handed_out.get(field) for field in found):
        return NotStarted(unread=yamlfile.NOTHING)
    return NumericAnswer(found, tuple(blank), unclear, lines)


@lru_cache(maxsize=64)
def values(reference: str, name: str) -> Mapping[str, Value]:
    """The values of a reference, in its order; what is no number is a word.

    Raises ``CourseError`` when a value is blank or neither a number nor a word.
    """
    found: dict[str, Value] = {}
    for field, raw in yamlfile.names(reference, name).items():
        try:
            if _is_blank(raw):
                raise NotANumber("the reference leaves this blank", "Fill it in.")
            found[field] = _value(raw, None)
        except NotANumber as reason:
            raise CourseError(f"`{field}`: {reason.what}", where=name, hint=reason.hint) from None
    return found


def _is_blank(raw: yaml12.Value) -> bool:
    if isinstance(raw, list):
        return all(_is_blank(each) for each in raw)
    return isinstance(raw, str) and number.is_blank(raw)


def _value(raw: yaml12.Value, want: Value | None, depth: int = 0) -> Value:
    """``raw`` as what ``want`` is: a word, a number or a list. Raises ``NotANumber``."""
    if isinstance(raw, list):
        if depth >= MAX_NESTING or len(raw) > MAX_NUMBERS:
            raise NotANumber("this list is too long or nested too deeply", "Write it as the stub asks.")
        return tuple(_value(each, _inner(want, index), depth + 1) for index, each in enumerate(raw))
    if not isinstance(raw, str):
        raise NotANumber("this is a map of names and values", "Write a number, or a list of numbers.")
    if len(raw) > MAX_SCALAR:
        raise NotANumber("this is too long for an answer", "Write only the numbers.")
    if number.is_blank(raw):
        raise NotANumber("a number in this list is blank", "Fill in every number of the list.")
    if isinstance(want, str):
        return " ".join(raw.split())
    if isinstance(want, tuple):
        return _bare_list(raw, want)
    try:
        return number.parse(raw)
    except NotANumber:
        if want is None and _WORD.fullmatch(raw):
            return raw
        raise


def _bare_list(raw: str, want: tuple[Value, ...]) -> Value:
    """``0.67, 0.33`` or ``(0,67; 0,33)`` where a list is asked for: its brackets are not insisted on."""
    inside = raw.strip()
    if inside.startswith("(") and inside.endswith(")"):
        inside = inside[1:-1]
    if any(_BETWEEN.search(row.strip()) for row in inside.split(";")[1:]):
        raise NotANumber("several rows stand in one list", number.LISTS)
    parts = _BETWEEN.split(inside.strip())
    if len(parts) == 1 and len(want) != 1:
        return number.parse(parts[0])
    return tuple(_value(part, _inner(want, index), MAX_NESTING) for index, part in enumerate(parts))


def _inner(want: Value | None, index: int) -> Value | None:
    """What is wanted at ``index`` of a list; beyond its end, more of its last kind."""
    if not isinstance(want, tuple) or not want:
        return None if want is None else 0
    return want[min(index, len(want) - 1)]


def _source(text: str, lines: Mapping[str, int], field: str) -> str:
    """What the student wrote for ``field``, without comments."""
    end = min((line for line in lines.values() if line > lines[field]), default=None)
    written = text.split("\n")[lines[field] - 1 : end and end - 1]
    return "\n".join(line.partition("#")[0] for line in written)


def _refuse_decimal_commas(value: Value, want: Value | None, source: str) -> None:
    """Raises ``NotANumber`` for ``[0,67, 0,33]``: four numbers to YAML, two to whoever wrote it.

    The signs of it: commas with a space behind them and without in one row, and a length that is off.
    """
    rows = re.findall(r"\[([^][]*)\]?", source)
    mixed = any(_TIGHT_COMMA.search(row) and _WIDE_COMMA.search(row) for row in rows)
    if mixed and want is not None and _count(value) != _count(want):
        raise NotANumber(
            "a comma in this list may be a decimal comma",
            "Write decimals with a point inside lists: a comma there starts the next number.",
        )


def _count(value: Value) -> int:
    return sum(map(_count, value)) if isinstance(value, tuple) else 1
