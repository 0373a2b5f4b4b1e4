"""Attempts as lines of JSON."""

from __future__ import annotations

import json

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from grader.records import decode, encode
from tests.grader.attempts import mixed


@given(st.text(max_size=60))
def test_a_record_is_one_line_without_a_character_that_acts(text: str) -> None:
    """Any text of a student's comes back as it was, and until then no reader takes it for more than a line"""
    said = msgspec.structs.replace(mixed(), notes=(text, "\x9b2J\u2028\u202e\x85\u2069\ufeff"))
    line = encode(said)
    assert decode(line) == said
    assert json.loads(line)["notes"] == list(said.notes)
    shown = line.decode()
    assert shown.splitlines() == [shown]
    assert not set(shown) & set("\x80\x85\x9b\u200e\u200f\u061c\u202a\u202e\u2066\u2069\ufeff")
