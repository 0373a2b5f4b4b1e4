"""Numbers in an answer file."""

from __future__ import annotations

from decimal import Decimal

import pytest

from grader.answers import numeric
from grader.answers.model import NotStarted, NumericAnswer, Unreadable
from grader.errors import CourseError

from .conftest import STUBS, Read


def answer(read: Read, text: str) -> NumericAnswer:
    given = read("weigh", text)
    assert isinstance(given, NumericAnswer), given
    return given


def test_values_come_with_their_lines_and_in_the_references_order(read: Read) -> None:
    """Decimals keep their digits, rows their nesting"""
    given = answer(read, "grid: [[1, 2], [3, 4]]\n\nsalt: 0,71\n")
    assert dict(given.values) == {"salt": Decimal("0.71"), "grid": ((1, 2), (3, 4))}
    assert list(given.values) == ["salt", "grid"]
    assert given.lines == {"grid": 1, "salt": 3}


def test_a_blank_field_is_not_answered_rather_than_wrong(read: Read) -> None:
    """Blank, a placeholder, an empty list and a line that was deleted are all blank"""
    given = answer(read, "first:\nsalt: 1\nherbs: [..., ...]\ngrid: []\n")
    assert given.blank == ("pot", "first", "herbs", "grid")
    assert not given.unclear


def test_only_what_the_stub_gave_is_not_started(read: Read) -> None:
    """A field that the stub fills in is no work of the student's; changing it is"""
    assert isinstance(read("weigh", "pot: 2\nfirst:\n"), NotStarted)
    assert answer(read, "pot: 3\n").values == {"pot": 3}


def test_numbers_in_a_comment_are_said_not_to_be_read(read: Read) -> None:
    """Whoever writes behind a # learns where to write instead"""
    given = read("weigh", "pot: 2\nfirst:\n# first: 3\n")
    assert isinstance(given, NotStarted)
    assert "#" in given.unread


def test_rows_with_semicolons_are_not_taken_for_one_list(read: Read) -> None:
    """``1 2; 3 4`` is a matrix to whoever wrote it, and is refused with the way to write one"""
    given = answer(read, "grid: [1 2; 3 4]\n")
    assert "[[1, 0], [0, 2]]" in given.unclear["grid"].hint


@pytest.mark.parametrize("slip", ["salt = 0.5", "salt:0.5"])
def test_a_slip_before_the_value_is_reported_on_its_own_line(slip: str, read: Read) -> None:
    """Not on the next one, where YAML notices it"""
    given = read("weigh", f"pot: 3\n{slip}\n\nfirst: 1\n")
    assert isinstance(given, Unreadable)
    assert given.line == 2


@pytest.mark.parametrize("word", ["No", "no", "yes", "on", "null-ish", "2", "1e3", "true"])
def test_a_word_stays_a_word(word: str, read: Read) -> None:
    """Where the reference has a word, YAML's own ideas about words and numbers do not matter"""
    assert answer(read, f"first: {word}\n").values["first"] == word


@pytest.mark.parametrize(
    "written",
    [
        "[0.67, 0.33]",
        "0.67, 0.33",
        "(0.67, 0.33)",
        "0,67; 0,33",
        "0,67, 0,33",
        "0.67 0.33",
        "\n- 0.67\n- 0,33",
    ],
)
def test_a_list_is_read_with_and_without_brackets(written: str, read: Read) -> None:
    """Commas, semicolons or spaces between numbers; decimal commas where they can be told apart"""
    assert answer(read, f"herbs: {written}\n").values["herbs"] == (Decimal("0.67"), Decimal("0.33"))


@pytest.mark.parametrize("written", ["[0,67, 0,33]", "[0,67, 0.33]", "[0,7, 0,3, 0]"])
def test_decimal_commas_inside_brackets_are_explained(written: str, read: Read) -> None:
    """YAML takes them for four numbers: say so instead of calling the answer wrong"""
    given = answer(read, f"salt: 1\nherbs: {written} # two, as asked\n")
    assert "herbs" not in given.values
    assert "decimal comma" in given.unclear["herbs"].what
    assert "point" in given.unclear["herbs"].hint
    assert given.unclear["herbs"].line == 2


def test_a_list_of_another_length_is_still_a_list(read: Read) -> None:
    """How many numbers there should be is for the judge"""
    assert answer(read, "herbs: [1, 2, 3]\n").values["herbs"] == (1, 2, 3)
    assert answer(read, "herbs: 0.5\n").values["herbs"] == Decimal("0.5")
    assert answer(read, "salt: [1, 2]\n").values["salt"] == (1, 2)


@pytest.mark.parametrize(
    ("field", "written"),
    [
        ("salt", "nan"),
        ("salt", ".inf"),
        ("salt", "67%"),
        ("salt", "{a: 1}"),
        ("herbs", "[0.67, nan]"),
        ("herbs", "[0.67, ...]"),
        ("herbs", "[0.67, v1]"),
        ("herbs", "[[[[[1]]]]]"),
    ],
)
def test_what_is_no_number_makes_its_field_unclear_and_no_other(field: str, written: str, read: Read) -> None:
    """The rest of the file still counts"""
    given = answer(read, f"grid: [[1, 2], [3, 4]]\n{field}: {written}\n")
    assert list(given.unclear) == [field]
    assert given.unclear[field].line == 2
    assert "grid" in given.values


def test_a_value_made_of_endless_spaces_is_refused(read: Read) -> None:
    """Before it is split into numbers"""
    given = answer(read, "herbs: '1" + " " * 60_000 + "1'\n")
    assert "too long" in given.unclear["herbs"].what


def test_a_misspelt_name_is_reported_under_the_name_that_is_asked_for(read: Read) -> None:
    """``herb`` for ``herbs``: its check says so, by line, without the student's words"""
    given = answer(read, "pot: 2\nherb: [1, 2]\n")
    assert given.unclear["herbs"].line == 2
    assert "`herbs`" in given.unclear["herbs"].hint
    assert "herbs" not in given.blank


def test_a_name_that_nobody_asks_for_is_unclear(read: Read) -> None:
    """It is not dropped in silence: the names that are asked for are listed"""
    given = answer(read, "salt: 1\nzebra: 3\n")
    assert "`herbs`" in given.unclear["zebra"].hint


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("salt: 1\nsalt: 2\n", 2),
        ("pot: 2\nherbs: [1, 2\n", 2),
        ("pot: 2\nsalt: `1`\n", 2),
        ("just a sentence\n", 1),
        ("- 1\n- 2\n", 1),
        ("a: " + "[" * 60_000, 1),
        ("a: &a [1]\nb: *a\n", 1),
    ],
    ids=["twice", "bracket", "backtick", "prose", "list", "deep", "alias"],
)
def test_a_file_that_is_no_map_is_unreadable_with_its_line(text: str, line: int, read: Read) -> None:
    """One clear word and where, never an exception"""
    given = read("weigh", text)
    assert isinstance(given, Unreadable)
    assert given.line == line
    assert len(given.what) < 250


def test_without_a_reference_numbers_and_words_are_still_read() -> None:
    """In a class copy the form can be checked although the answers are not there"""
    given = numeric.read("first: v2\nherbs: [0.5, 1/2]\nsalt: hm?\n", STUBS["weigh.yaml"], None, "weigh.yaml")
    assert isinstance(given, NumericAnswer)
    assert given.values["first"] == "v2"
    assert given.values["herbs"] == (Decimal("0.5"), Decimal("0.5"))
    assert list(given.unclear) == ["salt"]


@pytest.mark.parametrize("reference", ["", "a: 1\nb:\n", "a: {b: 1}\n", "a: 67%\n"])
def test_a_reference_that_cannot_be_the_key_is_a_course_error(reference: str) -> None:
    """Blank or unreadable references are the author's to mend"""
    with pytest.raises(CourseError, match=r"."):
        numeric.values(reference, "weigh.yaml")
