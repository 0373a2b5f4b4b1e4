"""Any typed record can be read from YAML with every misfit named, not only course.yaml."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from grader.course import shape, yaml12
from grader.errors import CourseError


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    weight: int = 1
    never: tuple[str, ...] = msgspec.field(default=(), name="not")


class Whole(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    parts: Mapping[str, Part] = {}
    words: Mapping[str, str] = {}
    spare: Part | None = None


def misfits(text: str) -> list[tuple[str, str, str]]:
    with pytest.raises(CourseError) as caught:
        shape.typed(yaml12.read(text, "x"), Whole)
    return [(problem.where, problem.what, problem.hint) for problem in caught.value.problems]


def test_maps_of_any_name_and_renamed_keys_are_read() -> None:
    """A mapping takes every name, a field goes by its name in the file, and an optional part may be empty"""
    whole = shape.typed(yaml12.read("parts:\n  0429: {not: [a]}\n  No: {weight: 2}\nspare:\n", "x"), Whole)
    assert whole == Whole(parts={"0429": Part(never=("a",)), "No": Part(weight=2)})


def test_misfits_inside_maps_are_all_named() -> None:
    """The path to each leads through the map's own names"""
    assert misfits("parts:\n  a: {wieght: 2}\n  b: {never: [x]}\n  c: 1\nwords: {d: 1}\n") == [
        ("x:2", "unknown key 'wieght' in 'a'", "Did you mean 'weight'?"),
        ("x:3", "unknown key 'never' in 'b'", "Keys that belong here: weight, not."),
        ("x:4", "'c' must be a map of keys", "Keys that belong here: weight, not."),
        ("x:5", "'d' must be text, not '1'", "Put quotes around it."),
    ]


def test_a_list_is_no_map() -> None:
    """Where names are asked for, a list is refused with the way to write it"""
    assert misfits("words: [a, b]\n") == [
        ("x:1", "'words' must be a map", "Write it as 'name: value' lines.")
    ]


def test_a_key_of_a_part_is_looked_for_there() -> None:
    """A key one level too high is sent to where it belongs; the names of a map are nobody's home"""
    assert misfits("weight: 2\n") == [
        ("x:1", "unknown key 'weight' in this file", "Did you mean 'weight', in 'spare'?")
    ]
