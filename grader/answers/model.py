"""What was read from a student's file. Absence is a type that says why."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

import msgspec

Number = int | Decimal | Fraction
"""Read exactly from what the student wrote; ``float(number)`` for arithmetic."""
Value = Number | str | tuple["Value", ...]
"""A scalar, a word, or (nested) lists as tuples."""


class Missing(msgspec.Struct, frozen=True):
    """There is no such file."""

    near: str = ""
    """Name of a submitted file that may be meant: ``Work.py`` where ``work.py`` is asked for."""


class NotStarted(msgspec.Struct, frozen=True):
    """The stub as it was handed out, or with nothing filled in."""

    near: str = ""
    """Name of a submitted file that may be meant instead: ``my_work.py`` beside an untouched ``work.py``."""
    unread: str = ""
    """Of a file that was changed all the same: why that is no answer, and what to do. Empty for the stub."""


class Refused(msgspec.Struct, frozen=True):
    """The file may not be opened."""

    why: str


class Unreadable(msgspec.Struct, frozen=True):
    """The file is there and started but cannot be understood; costs the item, with a clear word."""

    what: str
    line: int | None = None
    hint: str = ""


class CodeAnswer(msgspec.Struct, frozen=True):
    """Source of a module, as bytes. Never parsed or executed on the trusted side."""

    source: bytes


class NumericAnswer(msgspec.Struct, frozen=True):
    """Named values of a YAML answer file, in the order of the reference."""

    values: Mapping[str, Value]
    blank: tuple[str, ...] = ()
    """Fields left empty: not answered, which is not the same as wrong."""
    unclear: Mapping[str, Unreadable] = {}
    """Fields that hold something that is not a number (``nan``, ``0.7o``), and names that nothing asks for:
    field -> why, in words that repeat none of the student's text."""
    lines: Mapping[str, int] = {}
    """Line of each field in the student's file."""


class ChoiceAnswer(msgspec.Struct, frozen=True):
    """Keys of the boxes that are ticked (``b``), in the file's order; at least one."""

    picked: tuple[str, ...]


class TextAnswer(msgspec.Struct, frozen=True):
    """The text under the answer heading, without comments and prompts; not blank."""

    text: str


class MappingAnswer(msgspec.Struct, frozen=True):
    """Key -> name or expression, as written."""

    entries: Mapping[str, str]
    blank: tuple[str, ...] = ()
    unclear: Mapping[str, Unreadable] = {}
    """Keys that hold a list or a map, and keys that nothing asks for: key -> why."""
    lines: Mapping[str, int] = {}


Absent = Missing | NotStarted | Refused | Unreadable
Given = CodeAnswer | NumericAnswer | ChoiceAnswer | TextAnswer | MappingAnswer
Answer = Absent | Given
