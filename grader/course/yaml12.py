"""A strict and safe reader for YAML 1.2 (core schema), for course.yaml, rubrics and students' answer files.

PyYAML splits the text into events; what the events mean is decided here. So a file cannot say anything but
maps, lists and scalars, and scalars mean what they look like:

- only ``true`` and ``false`` are booleans: ``No``, ``on`` and ``yes`` are words
- ``1e-3`` is a number, kept as an exact ``Decimal``; ``0o17`` and ``0x1F`` are whole numbers
- a number with a leading zero (``0429``), a timestamp, ``.nan`` and ``.inf`` stay text, and so do keys

The one deliberate departure from the core schema (https://yaml.org/spec/1.2.2/#103-core-schema) is the
leading zero: an id that looks like a number must not lose its zeros.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NoReturn, Union

import msgspec
import yaml

from grader.course.yamlwords import explain
from grader.errors import CourseError

MAX_DEPTH = 32
MAX_BYTES = 1 << 20
MAX_VALUES = 100_000

Value = Union[None, bool, int, Decimal, str, "list[Value]", "dict[str, Value]"]
"""What a file can hold. Keys are always text."""

# libyaml reads ten times faster than pure Python; the events are the same.
_LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_LONGEST_NUMBER = 100
"""Characters; anything longer stays text, so no file can make us compute with a million digits."""
_CONSTANTS: Mapping[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)", re.ASCII)
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?", re.ASCII)
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+", re.ASCII)
_CONTROL = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Place(msgspec.Struct):
    """Where an element starts (its key, in a map), and the places of what it holds."""

    line: int
    inside: dict[str | int, _Place] = {}


class Document(msgspec.Struct, frozen=True):
    """One YAML document and where each part of it stands."""

    name: str
    value: Value
    _place: _Place

    def line(self, path: Sequence[str | int] = ()) -> int:
        """1-based line of the key or list element at ``path``, or of its nearest known ancestor."""
        place = self._place
        for step in path:
            inner = place.inside.get(step)
            if inner is None:
                break
            place = inner
        return place.line

    def where(self, path: Sequence[str | int] = ()) -> str:
        """``name:LINE`` for a ``Problem``."""
        return f"{self.name}:{self.line(path)}"


def read(text: str, name: str, *, plain: bool = False) -> Document:
    """The one document in ``text``; an empty file holds ``None``.

    ``plain`` keeps every scalar exactly as it was written (``""`` for an empty one), for files in which
    ``0.70`` and ``0.7`` differ. Safe with hostile text: depth, size and number of documents are bounded
    before anything is built, and aliases and tags do not exist.

    Raises ``CourseError`` with ``name:LINE`` for text that is not YAML, duplicate keys, anchors, aliases,
    tags, a second document, nesting deeper than 32 levels, more than 100,000 values and text over 1 MiB.
    """
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise CourseError("this file is larger than 1 MiB", where=name, hint="Keep only what belongs in it.")
    strange = _CONTROL.search(text)
    if strange:
        raise CourseError(
            f"a control character (U+{ord(strange[0]):04X}) that no YAML file may hold",
            where=f"{name}:{text.count(chr(10), 0, strange.start()) + 1}",
            hint="Delete it; retype the line if you cannot see it.",
        )
    builder = _Builder(name, plain)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            builder.take(event)
    except yaml.YAMLError as error:
        trouble = explain(error, text)
        raise CourseError(trouble.what, where=f"{name}:{trouble.line}", hint=trouble.hint) from None
    return Document(name, builder.value, builder.place)


class _Frame(msgspec.Struct):
    """A map or list that is still open."""

    into: dict[str, Value] | list[Value]
    place: _Place
    key: str | None = None
    """The key that waits for its value."""
    key_line: int = 0


class _Builder:
    """Builds values from events without recursion: what is open stands on a stack."""

    def __init__(self, name: str, plain: bool) -> None:
        self.name, self.plain = name, plain
        self.value: Value = "" if plain else None
        self.place = _Place(1)
        self._documents = self._values = 0
        self._open: list[_Frame] = []

    def take(self, event: yaml.Event) -> None:
        """Raises ``CourseError`` for an event that may not be."""
        line = event.start_mark.line + 1 if event.start_mark else 1
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                self._refuse(line, "a second document starts here", "Keep one document: delete this '---'.")
        elif isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            self._refuse(
                line, "'&' and '*' references are not read here", "Put quotes around text with & or *."
            )
        elif getattr(event, "tag", None):
            self._refuse(line, "'!' tags are not read here", "Put quotes around text that starts with '!'.")
        elif isinstance(event, yaml.ScalarEvent):
            self._scalar(event, line)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._start({} if isinstance(event, yaml.MappingStartEvent) else [], line)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._open.pop()

    def _scalar(self, event: yaml.ScalarEvent, line: int) -> None:
        text: str = event.value
        frame = self._open[-1] if self._open else None
        if frame and isinstance(frame.into, dict) and frame.key is None:
            if text in frame.into:
                first = frame.place.inside[text].line
                self._refuse(
                    line,
                    f"the key '{text}' stands here a second time; the first is on line {first}",
                    "Join the two into one, or rename one of them.",
                )
            frame.key, frame.key_line = text, line
        else:
            quoted = not event.implicit[0]
            self._put(text if self.plain or quoted else scalar(text), line)

    def _start(self, empty: dict[str, Value] | list[Value], line: int) -> None:
        frame = self._open[-1] if self._open else None
        if frame and isinstance(frame.into, dict) and frame.key is None:
            self._refuse(line, "a key must be one word, not a list or a map", "Put quotes around it.")
        if len(self._open) >= MAX_DEPTH:
            self._refuse(line, f"nested deeper than {MAX_DEPTH} levels", "Write it flatter.")
        self._open.append(_Frame(empty, self._put(empty, line)))

    def _put(self, value: Value, line: int) -> _Place:
        self._values += 1
        if self._values > MAX_VALUES:
            self._refuse(line, f"more than {MAX_VALUES:,} values", "Keep only what belongs in this file.")
        if not self._open:
            self.value, self.place = value, _Place(line)
            return self.place
        frame = self._open[-1]
        if isinstance(frame.into, list):
            place = frame.place.inside[len(frame.into)] = _Place(line)
            frame.into.append(value)
        else:
            assert frame.key is not None
            place = frame.place.inside[frame.key] = _Place(frame.key_line)
            frame.into[frame.key] = value
            frame.key = None
        return place

    def _refuse(self, line: int, what: str, hint: str) -> NoReturn:
        raise CourseError(what, where=f"{self.name}:{line}", hint=hint)


def scalar(text: str) -> bool | int | Decimal | str | None:
    """What an unquoted scalar means."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if len(text) > _LONGEST_NUMBER:
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return Decimal(text)
    if _BASED.fullmatch(text):
        return int(text, 0)
    return text
