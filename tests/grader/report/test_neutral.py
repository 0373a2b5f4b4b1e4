"""Text from a student cannot act in the place where it is shown."""

from __future__ import annotations

import csv
import io
from decimal import Decimal
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.report import neutral

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60)
FORMULAS = ("=1+2", '=1+2";=1+2', "=1+2'\" ;,=1+2", "+1+1", "-1+1", "@SUM(1)", "=cmd|' /C calc'!A0", " =1+1",
            "+49 30 123456", "＝1+1", "\t=1+1", "\r=1+1")  # fmt: skip


@given(ANY_TEXT)
def test_a_terminal_gets_only_printable_text_line_ends_and_tabs(text: str) -> None:
    """No character that could move the cursor, colour, hide or reorder survives, and the rest encodes."""
    shown = neutral.terminal(text)
    shown.encode()
    controls = [char for char in shown if (ord(char) < 32 and char not in "\n\t") or 0x7F <= ord(char) < 0xA0]
    assert not controls
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


def test_a_control_character_stays_visible_as_its_escape() -> None:
    """What was taken out can be read in its place."""
    assert neutral.terminal("a\x1b[31mb\u202ec\ud800") == "a\\x1b[31mb\\u202ec\\ud800"


def test_ordinary_text_is_left_as_it_is() -> None:
    """Accents, mathematics, emoji, tabs and newlines need no escape; a Windows line end becomes a newline."""
    assert neutral.terminal("é √2·x ≤ π 👍\n\tmore\r\n") == "é √2·x ≤ π 👍\n\tmore\n"


def test_a_long_text_keeps_its_first_and_last_lines_and_says_its_size() -> None:
    """Ten megabytes come down to the limit, with the word truncated and the full size."""
    text = "first line\n" + "x" * 10_000_000 + "\nlast line"
    short = neutral.shorten(text, 500)
    assert len(short) <= 500
    assert short.startswith("first line\n")
    assert short.endswith("\nlast line")
    assert "truncated: 10,000,021 characters" in short


@given(ANY_TEXT, st.integers(0, 70))
def test_shortening_never_exceeds_its_limit(text: str, limit: int) -> None:
    """Whatever the limit, even one smaller than the note."""
    assert len(neutral.shorten(text, limit)) <= limit


def test_a_text_within_the_limit_is_not_touched() -> None:
    """The limit itself still fits."""
    assert neutral.shorten("x" * 20, 20) == "x" * 20


def test_whole_lines_are_kept_where_that_is_cheap() -> None:
    """The cut falls between lines, not inside one."""
    lines = [f"line {number}" for number in range(1000)]
    short = neutral.shorten("\n".join(lines), 400).splitlines()
    assert all(line in lines or "truncated" in line for line in short)


@given(ANY_TEXT)
def test_every_text_becomes_well_formed_xml(text: str) -> None:
    """A parser reads back exactly the neutral text, in an element and in an attribute."""
    element = ET.Element("a", b=neutral.xml(neutral.one_line(text)))
    element.text = neutral.xml(text)
    again = ET.fromstring(ET.tostring(element))
    assert (again.text or "") == neutral.xml(text)


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_formula_becomes_text_in_a_spreadsheet(formula: str) -> None:
    """The cell begins with an apostrophe and stays one cell."""
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerow([neutral.csv_cell(formula), "next"])
    cells = next(csv.reader(io.StringIO(out.getvalue(), newline="")))
    assert len(cells) == 2
    assert cells[0].startswith("'")


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("-0.5", "-0.5"),
        (Decimal("-0.5"), "-0.5"),
        (3, "3"),
        ("1e-3", "1e-3"),
        (Decimal("1E+2"), "100"),
        (None, ""),
        ("Ada", "Ada"),
    ],
)
def test_numbers_and_names_are_left_alone_in_a_spreadsheet(
    value: str | int | Decimal | None, cell: str
) -> None:
    """A negative score is a number, not a formula."""
    assert neutral.csv_cell(value) == cell


def test_markdown_shows_markup_instead_of_obeying_it() -> None:
    """Tables, tags, links, code, mathematics and mentions come out as the characters that were written."""
    shown = neutral.markdown("a|b <script> [x](http://y.example) `c` *d* @team $e$\nnext")
    assert "\n" not in shown
    for raw in ("a|b", "<script>", "[x]", "](", "`c`"[:1] + "c`", " *d", "@team", " $e"):
        assert raw not in shown
    assert "\\|" in shown
    assert "&lt;script&gt;" in shown


def test_a_code_block_cannot_be_closed_from_inside() -> None:
    """Its fence is longer than any run of backticks in the text."""
    block = neutral.markdown_block("a\n`````\n# out?\n").splitlines()
    assert block[0] == "``````text"
    assert block[-1] == "``````"
    assert "``````" not in block[1:-1]


def test_a_workflow_command_holds_one_line_of_data() -> None:
    """Percent, line ends, and in a property colon and comma are encoded, so nothing ends or extends it."""
    assert neutral.github_command("50%\nnext") == "50%25%0Anext"
    assert neutral.github_property("a:b,c\n") == "a%3Ab%2Cc%0A"


@pytest.mark.parametrize("line", ["::error::x", "  ::add-mask::x", "\t::stop-commands::x", "text ##[error]x",
                                  "##vso[task.x]y", "##teamcity[x]", "a\n::set-output name=x::y",
                                  "a\r::error::x"])  # fmt: skip
def test_no_log_line_is_a_command(line: str) -> None:
    """Neither the current syntax at a line's start nor the old ones anywhere."""
    shown = neutral.log_line(line)
    assert not any(part.strip().startswith("::") for part in shown.splitlines())
    assert "##[" not in shown
    assert "##vso[" not in shown
    assert "##teamcity[" not in shown


def test_text_that_is_cut_twice_tells_its_first_size() -> None:
    """The sandbox keeps a part of what was printed, a page a part of that: the size is that of the print"""
    kept = "a\n" * 500 + "\n[... truncated: 8512345 of 8577881 bytes left out ...]\n" + "b\n" * 500
    assert "truncated: 8577881 bytes in all" in neutral.shorten(kept, 300)
    once = neutral.shorten("line\n" * 2000, 2000)
    assert "truncated: 10,000 characters in all" in neutral.shorten(once, 300)
