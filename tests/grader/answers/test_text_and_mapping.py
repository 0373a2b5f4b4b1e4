"""Written answers and names beside keys."""

from __future__ import annotations

import pytest

from grader.answers import text
from grader.answers.model import MappingAnswer, NotStarted, TextAnswer, Unreadable
from grader.grading.patience import patience

from .conftest import TEXT_STUB, Read

COMMENT = "<!-- Write your sentence here. -->"


@pytest.mark.parametrize(
    "text",
    [
        TEXT_STUB + "\nThe foam rises.\n",
        TEXT_STUB.replace(COMMENT, "The foam rises."),
        TEXT_STUB.replace(COMMENT, "<!-- The foam rises. -->"),
        TEXT_STUB.replace(" -->", " -->The foam rises."),
        TEXT_STUB.replace(" -->", "").replace("<!-- Write your sentence here.", "<!--\nThe foam rises.\n"),
        TEXT_STUB.replace("## Your answer", "The foam rises.\n\n## Your answer"),
        TEXT_STUB.replace("## Your answer", "").replace(COMMENT, "The foam rises."),
        "The foam rises.",
        TEXT_STUB.replace("## Your answer", "# YOUR ANSWER:").replace(
            COMMENT, "The foam rises.<!-- sure? -->"
        ),
    ],
    ids=[
        "below",
        "overwritten",
        "in the comment",
        "same line",
        "open comment",
        "above",
        "no heading",
        "bare",
        "shouted",
    ],
)
def test_the_answer_is_found_wherever_it_was_written(text: str, read: Read) -> None:
    """Nobody loses a sentence to a heading or a bracket"""
    assert read("why", text) == TextAnswer("The foam rises.")


def test_the_prompt_is_no_answer(read: Read) -> None:
    """Neither the question nor a heading of one's own that says nothing"""
    assert isinstance(read("why", TEXT_STUB + "\n## Your answer\n\nWhy does soup boil over?\n"), NotStarted)


def test_the_question_said_again_is_no_answer_and_is_told_so(read: Read) -> None:
    """On one line, where the stub has several; a word of the question alone may be an answer"""
    asked = "# Why\n\nWhy does soup boil\nover?\n\n## Your answer\n\n"
    given = text.read(asked + "Why does soup boil over?\n", asked, None, "why.md")
    assert isinstance(given, NotStarted)
    assert "words of your own" in given.unread
    assert text.read(asked + "soup\n", asked, None, "why.md") == TextAnswer("soup")


def test_paragraphs_are_kept(read: Read) -> None:
    """Line breaks may mean something"""
    assert read("why", TEXT_STUB + "One.\nTwo.\n") == TextAnswer("One.\nTwo.")


def test_an_endless_answer_is_refused(read: Read) -> None:
    """Judging stays fast whatever is handed in"""
    assert isinstance(read("why", "foam " * 3000), Unreadable)


def test_entries_are_kept_as_written(read: Read) -> None:
    """Expressions are text, and words that YAML 1.1 would change are too"""
    given = read("names", "pot: np.exp(x - x.max(-1)[:, None])\nlid: No\n")
    assert given == MappingAnswer(
        {"pot": "np.exp(x - x.max(-1)[:, None])", "lid": "No"}, (), {}, {"pot": 1, "lid": 2}
    )


def test_blank_and_misspelt_entries(read: Read) -> None:
    """A blank entry is not answered; a misspelt key and a list say so by line"""
    given = read("names", "pots: kettle\nlid:\n")
    assert isinstance(given, MappingAnswer)
    assert given.blank == ("lid",)
    assert given.unclear["pot"].line == 1
    listed = read("names", "pot: [a]\n")
    assert isinstance(listed, MappingAnswer)
    assert "quotes" in listed.unclear["pot"].hint


@pytest.mark.parametrize("line", [" " * 60_000 + "x", "#" * 60_000 + "x", "# " + " " * 60_000 + "x"])
def test_a_line_of_blanks_is_read_to_its_end(line: str, read: Read) -> None:
    """No line is so odd that reading it takes for ever"""
    with patience(20.0):
        found = read("why", f"{TEXT_STUB}{line}\nThe foam rises.\n")
    assert isinstance(found, TextAnswer | Unreadable)
