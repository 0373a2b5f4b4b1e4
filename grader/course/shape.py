"""Does a YAML document have the shape of a typed record? Every misfit at once, each with its line.

``msgspec.convert`` stops at the first misfit and does not know lines; so the document is walked beside the
type first. Works for any tree of msgspec structs, tuples, mappings, enums,
literals and scalars.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from grader.course.nearmiss import did_you_mean, near
from grader.course.yaml12 import Document, Value
from grader.errors import CourseError, Problem

Path = tuple[str | int, ...]
Struct = TypeVar("Struct", bound=msgspec.Struct)

_OTHER_NAMES = {
    "timeout": "seconds",
    "memory": "memory_mb",
    "type": "kind",
    "prompt": "title",
    "name": "title",
}
"""What other tools call our keys."""
_WORDS = {str: "text", int: "a whole number", float: "a number", Decimal: "a number", bool: "true or false"}


def typed(document: Document, struct: type[Struct]) -> Struct:
    """``document`` as a ``struct``.

    Raises ``CourseError`` with one problem for every unknown or missing key and every value of a wrong type.
    """
    problems = list(_struct(document, document.value, struct, ()))
    if problems:
        raise CourseError.of(problems)
    return msgspec.convert(document.value, struct)


def _struct(document: Document, value: Value, struct: Any, path: Path) -> Iterator[Problem]:
    known = _hints(struct)
    belongs = f"Keys that belong here: {', '.join(known)}."
    if not isinstance(value, dict):
        yield _misfit(document, path, "must be a map of keys", belongs)
        return
    for key in value:
        if key not in known:
            # What a comma in unquoted text between braces leaves behind.
            split = value[key] is None and " " in key
            hint = "Put quotes around text that holds a comma." if split else _meant(key, struct) or belongs
            yield Problem(
                f"unknown key '{key}' in {_called(path, value)}", document.where((*path, key)), hint
            )
    for name, expected in known.items():
        if name in value:
            yield from _value(document, value[name], expected, (*path, name))
        elif name in _required(struct):
            yield Problem(
                f"{_called(path, value)} has no '{name}'",
                document.where(path),
                f"Add a line '{name}: ...' to it.",
            )


def _value(document: Document, value: Value, expected: Any, path: Path) -> Iterator[Problem]:
    origin, arguments = get_origin(expected), get_args(expected)
    if origin in (Union, UnionType):
        if value is not None:
            yield from _value(document, value, next(a for a in arguments if a is not type(None)), path)
    elif value is None:
        yield _misfit(document, path, "is empty", "Give it a value, or delete the line.")
    elif origin is tuple:
        yield from _elements(document, value, arguments[0], path)
    elif origin is Mapping:
        yield from _entries(document, value, arguments[1], path)
    elif _is_struct(expected):
        yield from _struct(document, value, expected, path)
    elif origin is Literal or issubclass(expected, StrEnum):
        yield from _choice(document, value, list(arguments or expected), path)
    elif not _fits(value, expected):
        got = "a list" if isinstance(value, list) else "a map" if isinstance(value, dict) else f"'{value}'"
        hint = "Put quotes around it." if expected is str and not isinstance(value, list | dict) else ""
        yield _misfit(document, path, f"must be {_WORDS[expected]}, not {got}", hint)


def _elements(document: Document, value: Value, expected: Any, path: Path) -> Iterator[Problem]:
    if not isinstance(value, list):
        yield _misfit(document, path, "must be a list", "Write it as [a, b] or as '- ' lines.")
        return
    for index, element in enumerate(value):
        yield from _value(document, element, expected, (*path, index))


def _entries(document: Document, value: Value, expected: Any, path: Path) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield _misfit(document, path, "must be a map", "Write it as 'name: value' lines.")
        return
    for key, element in value.items():
        yield from _value(document, element, expected, (*path, key))


def _choice(document: Document, value: Value, choices: list[Any], path: Path) -> Iterator[Problem]:
    allowed = [choice.value if isinstance(choice, StrEnum) else choice for choice in choices]
    if (type(value), value) not in [(type(choice), choice) for choice in allowed]:
        words = [str(choice) for choice in allowed]
        hint = "Write it without quotes." if value in words else did_you_mean(str(value), words)
        yield _misfit(document, path, f"is '{value}', which is not one of {', '.join(words)}", hint)


def _misfit(document: Document, path: Path, what: str, hint: str) -> Problem:
    return Problem(f"{_called(path)} {what}", document.where(path), hint)


def _fits(value: Value, expected: type) -> bool:
    """Text is no number, however it looks, and ``true`` is not 1."""
    if expected in (float, Decimal):
        return isinstance(value, int | Decimal) and not isinstance(value, bool)
    return type(value) is expected


def _meant(key: str, struct: Any) -> str:
    """A hint at the key that was meant, also when it belongs one level further in."""
    homes: dict[str, str] = {}
    for name, expected in _hints(struct).items():
        inner = next((a for a in (expected, *get_args(expected)) if _is_struct(a)), None)
        if inner is not None and get_origin(expected) not in (tuple, Mapping):
            homes |= dict.fromkeys(_hints(inner), f", in '{name}'")
    homes |= dict.fromkeys(_hints(struct), "")
    known = {other: own for other, own in _OTHER_NAMES.items() if own in homes}
    best = near(key, [*homes, *known])
    if best is None:
        return ""
    best = known.get(best, best)
    return f"Did you mean '{best}'{homes[best]}?"


def _is_struct(candidate: Any) -> bool:
    return isinstance(candidate, type) and issubclass(candidate, msgspec.Struct)


@cache
def _hints(struct: Any) -> dict[str, Any]:
    """Key -> type. Working it out is slow, hence the cache."""
    return {field.encode_name: field.type for field in msgspec.structs.fields(struct)}


@cache
def _required(struct: Any) -> frozenset[str]:
    return frozenset(field.encode_name for field in msgspec.structs.fields(struct) if field.required)


def _called(path: Path, value: Value = None) -> str:
    """What a person calls the part at ``path``: ``item 'area'``, ``'points'``, ``this file``."""
    if not path:
        return "this file"
    last = path[-1]
    if not isinstance(last, int):
        return f"'{last}'"
    singular = re.sub("s$", "", str(path[-2]))
    own_id = value.get("id") if isinstance(value, dict) else None
    return f"{singular} '{own_id}'" if own_id is not None else f"{singular} {last + 1}"
