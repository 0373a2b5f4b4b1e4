"""Boxes that are ticked."""

from __future__ import annotations

import pytest

from grader.answers import choice
from grader.answers.model import ChoiceAnswer, NotStarted, Unreadable
from grader.errors import CourseError

from .conftest import STUBS, Read

STUB = STUBS["pick.md"]


@pytest.mark.parametrize("box", ["[x]", "[X]", "[ x ]", "[x ]", "[✓]", "[✔]", "[*]", "[х]"])
def test_every_kind_of_tick_counts(box: str, read: Read) -> None:
    """Capital, spaced, a check mark, even a Cyrillic x"""
    assert read("pick", STUB.replace("[ ] b", f"{box} b")) == ChoiceAnswer(("b",))


@pytest.mark.parametrize(
    "line", ["* [x] b) all of the herbs", "+ [x] B. All of the herbs", "-[x]b) all of the herbs - this one!"]
)
def test_the_form_of_the_line_does_not_matter(line: str, read: Read) -> None:
    """Other bullets, capitals, missing spaces, a word added behind"""
    assert read("pick", f"- [ ] a) salt\n{line}\n") == ChoiceAnswer(("b",))


def test_all_ticked_boxes_are_read(read: Read) -> None:
    """How many may be ticked is for the judge"""
    assert read("pick", STUB.replace("[ ]", "[x]")) == ChoiceAnswer(("a", "b", "c"))


def test_empty_boxes_are_not_started(read: Read) -> None:
    """A changed file without a tick is no answer, and says what to do; a tick inside a comment is none either"""
    for text in (
        "note\n" + STUB.replace("[ ]", "[]"),
        STUB + "<!-- like this:\n- [x] a) salt\n-->\n",
        STUB + "b",
    ):
        given = read("pick", text)
        assert isinstance(given, NotStarted)
        assert "[x]" in given.unread


@pytest.mark.parametrize(
    "text",
    [
        "I say b\n",
        STUB.replace("[ ] b", "[b] b"),
        STUB.replace("[ ] c) *nothing*", "[x] c) salt"),
        STUB.replace("[ ] c) *nothing*", "[x] d) pepper"),
        STUB.replace("[ ] c) *nothing*", "[x] a) salt"),
    ],
    ids=["no boxes", "odd mark", "other words", "new option", "key twice"],
)
def test_boxes_that_are_no_longer_those_handed_out_are_unreadable(text: str, read: Read) -> None:
    """Nothing is guessed: the student is told what to put right"""
    given = read("pick", text)
    assert isinstance(given, Unreadable)
    assert "between the brackets" in given.hint


def test_options_and_ticks_of_a_reference() -> None:
    """Keys in order, wrapped lines joined"""
    text = "- [ ] a) Yes\n- [x] b) No,\n   not ever\n"
    assert choice.options(text) == {"a": "Yes", "b": "No, not ever"}
    assert choice.ticked(text) == ("b",)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("- [x] a) by √d\n- [ ] b) by d\n- [ ] c)   BY D \n", "b and c"),
        ("- [x] a) one\n- [ ] a) two\n", "second time"),
        ("- [x] a) one\n", "fewer than two"),
        ("- [ ] a) one\n- [ ] b) two\n", "ticks no box"),
    ],
    ids=["same words", "same key", "one option", "no tick"],
)
def test_a_choice_that_cannot_be_answered_fairly_is_a_course_error(text: str, word: str) -> None:
    """Twice the same words (compared without case and spaces), twice the same key, or no right answer"""
    with pytest.raises(CourseError, match=word):
        choice.ticked(text, "solutions/pick.md")
