"""The table for a spreadsheet."""

from __future__ import annotations

import csv
import io
from decimal import Decimal
from typing import Any

from grader.records import Attempt, Status
from grader.report import csv as table
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
