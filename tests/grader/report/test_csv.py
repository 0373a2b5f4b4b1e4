"""The table for a spreadsheet."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from decimal import Decimal
from typing import Any

from grader.records import Attempt, Status
from grader.report import csv as table
from grader.report import excel
from grader.report.rows import Context


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_one_line_a_submission_and_one_column_an_item(ordinary: Attempt, context: Context) -> None:
    """Scores are plain decimals."""
    (line,) = read(table.write([ordinary], context))
    assert (line["score"], line["max_score"], line["scores"], line["output"]) == ("1", "4", "1", "0")


def test_a_grader_fault_is_an_empty_cell(make: Any, context: Context) -> None:
    """Never a zero that a spreadsheet would sum."""
    broken = make.item("scores", status=Status.GRADER_ERROR)
    (line,) = read(table.write([make.attempt(broken, status=Status.GRADER_ERROR)], context))
    assert (line["score"], line["scores"]) == ("", "")


def test_an_earlier_score_that_stands_is_in_the_table(make: Any, context: Context) -> None:
    """A fault of ours takes nothing away; while another item has no score at all there is no total."""
    kept = make.item("scores", status=Status.GRADER_ERROR, score=Decimal(1))
    lost = make.item("output", status=Status.GRADER_ERROR, score=Decimal(0))
    whole, partial = (
        make.attempt(*items, status=Status.GRADER_ERROR, score=Decimal(1)) for items in ([kept], [kept, lost])
    )
    lines = read(table.write([whole, partial], context))
    assert [(line["score"], line["scores"], line["output"]) for line in lines] == [
        ("1", "1", ""),
        ("", "1", ""),
    ]


def test_names_of_the_roster_stand_beside_the_ids(make: Any, context: Context) -> None:
    """Commas, quotes, line breaks and accents survive a round trip; a formula is disarmed; ids keep zeros"""
    names = {
        "0429": 'Nuñez, Zoë "Z"',
        "02142": "Two\nLines",
        "u3": '=HYPERLINK("http://x.invalid","ok")',
        "u4": "＝1+1",
    }
    attempts = [make.attempt(make.item("a", make.check("x")), student=student) for student in (*names, "u5")]
    lines = read(table.write(attempts, replace(context, names=names)))
    assert [line["student"] for line in lines] == [*names, "u5"]
    assert [line["name"] for line in lines] == [
        'Nuñez, Zoë "Z"',
        "Two\nLines",
        '\'=HYPERLINK("http://x.invalid","ok")',
        "'＝1+1",
        "",
    ]
    assert "name" not in read(table.write(attempts, context))[0]


def test_excel_is_told_that_it_is_utf_8(ordinary: Attempt, context: Context) -> None:
    """By the mark that it looks for, and only in the table that is for it"""
    assert excel.write([ordinary], context) == "\ufeff" + table.write([ordinary], context)
    assert not table.write([ordinary], context).startswith("\ufeff")


def test_items_of_several_lessons_keep_apart(make: Any, context: Context) -> None:
    """Two lessons may both have an item of one name."""
    lines = read(
        table.write([make.attempt(make.item("a", make.check("x")), lesson=name) for name in "pq"], context)
    )
    assert [(line["p/a"], line["q/a"]) for line in lines] == [("1", ""), ("", "1")]


def test_hostile_names_are_single_harmless_cells(hostile: Attempt, make: Any, context: Context) -> None:
    """No formula, no extra cell, no control character, whatever a student is called."""
    formula = make.attempt(make.item("a", score=Decimal("-0.5")), student='=1+2";=1+2', lesson="=x")
    text = table.write([hostile, formula], context)
    header, *lines = csv.reader(io.StringIO(text, newline=""))
    assert {len(line) for line in lines} == {len(header)}
    assert not any(cell.startswith(("=", "+", "@", "\t")) for line in (header, *lines) for cell in line)
    assert lines[1][0] == "'=1+2\";=1+2"
    assert "-0.5" in lines[1]
    assert "\x1b" not in text
    text.encode()
