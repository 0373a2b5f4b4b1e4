"""What was read from a student's file. Absence is a type that says why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

Number = int | Decimal | Fraction
"""Read exactly from what the student wrote; ``float(number)`` for arithmetic."""
Value = Number | str | tuple["Value", ...]
"""A scalar, a word, or (nested) lists as tuples."""


@dataclass(frozen=True, slots=True)
class Missing:
    """There is no such file."""

    near: str = ""
    """Name of a submitted file that may be meant: ``Work.py`` where ``work.py`` is asked for."""


@dataclass(frozen=True, slots=True)
class NotStarted:
    """The stub as it was handed out, or with nothing filled in."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The file may not be opened."""

    why: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The file is there and started but cannot be understood; costs the item, with a clear word."""

    what: str
    line: int | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class CodeAnswer:
    """Source of a module, as bytes. Never parsed or executed on the trusted side."""

    source: bytes


@dataclass(frozen=True, slots=True)
class NumericAnswer:
    """Named values of a YAML answer file, in the order of the reference."""

    values: Mapping[str, Value]
    blank: tuple[str, ...] = ()
    """Fields left empty: not answered, which is not the same as wrong."""
    unclear: Mapping[str, Unreadable] = field(default_factory=dict)
    """Fields that hold something that is not a number (``nan``, ``0.7o``), and names that nothing asks for:
    field -> why, in words that repeat none of the student's text."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """Line of each field in the student's file."""


@dataclass(frozen=True, slots=True)
class ChoiceAnswer:
    """Keys of the boxes that are ticked (``b``), in the file's order; at least one."""

    picked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """The text under the answer heading, without comments and prompts; not blank."""

    text: str


@dataclass(frozen=True, slots=True)
class MappingAnswer:
    """Key -> name or expression, as written."""

    entries: Mapping[str, str]
    blank: tuple[str, ...] = ()
    unclear: Mapping[str, Unreadable] = field(default_factory=dict)
    """Keys that hold a list or a map, and keys that nothing asks for: key -> why."""
    lines: Mapping[str, int] = field(default_factory=dict)


Absent = Missing | NotStarted | Refused | Unreadable
Given = CodeAnswer | NumericAnswer | ChoiceAnswer | TextAnswer | MappingAnswer
Answer = Absent | Given
