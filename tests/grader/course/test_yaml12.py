"""YAML means what it looks like, and nothing hostile gets in through it."""

from __future__ import annotations

from decimal import Decimal

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.course import yaml12
from grader.errors import CourseError, Problem


@pytest.fixture(params=["libyaml", "pure"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every promise here holds with both of PyYAML's parsers; a machine may have only the second."""
    if request.param == "pure":
        monkeypatch.setattr(yaml12, "_LOADER", yaml.SafeLoader)
    else:
        assert yaml.__with_libyaml__


def problem(text: str, *, plain: bool = False) -> Problem:
    with pytest.raises(CourseError) as caught:
        yaml12.read(text, "course.yaml", plain=plain)
    (found,) = caught.value.problems
    return found


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("No", "No"), ("yes", "yes"), ("on", "on"), ("Off", "Off"), ("y", "y"),
        ("true", True), ("False", False),
        ("0429", "0429"), ("02142", "02142"), ("0089", "0089"), ("00.5", "00.5"),
        ("1e-3", Decimal("0.001")), ("0.10", Decimal("0.10")), (".5", Decimal("0.5")), ("-2.", Decimal(-2)),
        ("7", 7), ("-0", 0), ("+3", 3), ("0x1F", 31), ("0o17", 15),
        ("1_000", "1_000"), ("12:30:45", "12:30:45"),
        (".nan", ".nan"), (".inf", ".inf"), ("nan", "nan"), ("1e9999", "1e9999"),
        ("2026-01-02", "2026-01-02"), ("'7'", "7"), ('"true"', "true"), ("''", ""),
        ("", None), ("~", None), ("null", None), ("None", "None"), ("=", "="), ("<<", "<<"), ("١", "١"),
    ],
)  # fmt: skip
def test_a_scalar_means_what_it_looks_like(written: str, meant: object) -> None:
    """Words stay words, numbers are exact, and a leading zero is never lost"""
    value = yaml12.read(f"key: {written}\n", "course.yaml").value
    assert isinstance(value, dict)
    assert value["key"] == meant
    assert type(value["key"]) is type(meant)


def test_a_number_of_any_length_costs_nothing() -> None:
    """A number with thousands of digits stays text instead of being computed"""
    digits = "9" * 5000
    assert yaml12.read(f"a: {digits}", "x").value == {"a": digits}


def test_keys_are_always_text() -> None:
    """A key that looks like a number or a boolean is the word that was written"""
    assert yaml12.read("1: a\ntrue: b\n0429: c\nNo: d\n", "x").value == {
        "1": "a", "true": "b", "0429": "c", "No": "d",
    }  # fmt: skip


def test_plain_keeps_every_scalar_as_it_was_written() -> None:
    """In a student's file 0.70 and 0.7 differ, and an empty field is an empty text"""
    text = "a: 0.70\nb:\nc: [1e-3, ~, 'x']\nd: No\n"
    assert yaml12.read(text, "x", plain=True).value == {
        "a": "0.70", "b": "", "c": ["1e-3", "~", "x"], "d": "No",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["", "# only a comment\n", "---\n", "\n\n"])
def test_an_empty_file_holds_nothing(text: str) -> None:
    """No document, or an empty one, is None, or an empty text when plain"""
    assert yaml12.read(text, "x").value is None
    assert yaml12.read(text, "x", plain=True).value == ""


def test_lines_lead_to_keys_and_elements() -> None:
    """A path gives the line of its key or element, or of the nearest part that is there"""
    document = yaml12.read("a: 1\n\nitems:\n  - id: x\n    points:\n      2\n  - id: y\n", "c.yaml")
    assert document.line(["a"]) == 1
    assert document.line(["items"]) == 3
    assert document.line(["items", 0]) == 4
    assert document.line(["items", 0, "points"]) == 5
    assert document.line(["items", 1, "id"]) == 7
    assert document.line(["items", 1, "nothing", "here"]) == 7
    assert document.where(["items", 1]) == "c.yaml:7"


def test_a_key_given_twice_is_refused_with_both_lines() -> None:
    """A second 'items' block never replaces the first in silence"""
    found = problem("id: x\ntitle: y\nitems:\n  - id: a\n  - id: b\nitems:\n  - id: c\n")
    assert found.where == "course.yaml:6"
    assert "'items'" in found.what
    assert "line 3" in found.what


@pytest.mark.parametrize("text", ["items:\n\t- a\n", "\ta: 1", "a:\n  b: 1\n\tc: 2\n"])
def test_a_tab_is_called_a_tab(text: str) -> None:
    """Indentation with tabs gets its own sentence, with the line"""
    found = problem(text)
    assert "tab" in found.what
    assert found.where == f"course.yaml:{text[: text.index(chr(9))].count(chr(10)) + 1}"


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("a: b: c", 1, "':'"),
        ("a: 1\nb: [1, 2\nc: 3\n", 2, "not closed"),
        ("a: 1\nb: 'x", 2, "quotation mark"),
        ("- a\nb: c", 2, "indentation"),
        ("a: @x", 1, "start with"),
        ('a: "\\q"', 1, "backslash"),
        ("a: }", 1, "bracket"),
        ("a: 1\n---\nb: 2", 2, "second document"),
        ("a: 1\n...\nb: 2", 3, "end of the document"),
        ("a: &x 1\nb: *x", 1, "references"),
        ("a: *bold* move", 1, "references"),
        ("a: 1\nb: !!python/object:os.system x", 2, "tags"),
        ("!x\na: 1", 1, "tags"),
        ("? [a, b]\n: 1", 1, "key"),
        ("a: 1\nb: \x07", 2, "U+0007"),
    ],
)
def test_what_is_not_plain_yaml_is_refused_with_its_line(text: str, line: int, word: str) -> None:
    """Each refusal names the line, says what is there, and what to do"""
    for plain in (False, True):
        found = problem(text, plain=plain)
        assert found.where == f"course.yaml:{line}"
        assert word in found.what
        assert found.hint


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
@pytest.mark.parametrize("levels", [33, 20_000])
def test_deep_nesting_is_stopped_early(opening: str, levels: int) -> None:
    """33 levels and 20,000 end alike: with a sentence, without recursion"""
    assert "nested" in problem(opening * levels).what


def test_thirty_two_levels_are_fine() -> None:
    """The bound is a bound, not a shortage"""
    assert yaml12.read("[" * 32 + "]" * 32, "x").value


def test_a_large_file_is_refused_unread() -> None:
    """More than 1 MiB is refused, counted in bytes"""
    assert "1 MiB" in problem("é" * (1 << 19) + "a").what
    assert yaml12.read("a" * (1 << 20), "x").value == "a" * (1 << 20)


def test_many_values_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of nothing but commas cannot make millions of values"""
    monkeypatch.setattr(yaml12, "MAX_VALUES", 1000)
    assert "values" in problem("[" + "0," * 1000 + "]").what


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab:-[]{},'\"|>#&*!?%@ \t\n0.\\é", max_size=40))
def test_any_text_gives_a_value_or_a_sentence(text: str) -> None:
    """Whatever is written, nothing but a CourseError with a place comes out"""
    for plain in (False, True):
        try:
            place = yaml12.read(text, "x", plain=plain).where()
        except CourseError as error:
            place = error.problems[0].where
        assert place.startswith("x:")
