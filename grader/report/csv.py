"""A table for a spreadsheet: one line a submission, one column an item."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from decimal import Decimal

from grader.records import Attempt, ItemResult, Status
from grader.report.neutral import csv_cell, shorten
from grader.report.rows import Context

COLUMNS = ("student", "lesson", "attempt", "status", "score", "max_score", "provisional", "submitted_at",
           "graded_at", "sandbox")  # fmt: skip
CELL_LIMIT = 1_000


def write(attempts: Sequence[Attempt], context: Context) -> str:
    """RFC 4180, every cell quoted. A score that the grader's own fault prevented is an empty cell."""
    several = len({attempt.lesson for attempt in attempts}) > 1
    keys = dict.fromkeys((attempt.lesson, item.id) for attempt in attempts for item in attempt.items)
    out = io.StringIO()
    table = csv.writer(out, quoting=csv.QUOTE_ALL)
    names = [f"{lesson}/{item}" if several else item for lesson, item in keys]
    table.writerow([_cell(name) for name in (*COLUMNS, *names)])
    for attempt in attempts:
        scores = {(attempt.lesson, item.id): _score(item) for item in attempt.items}
        cells = (*_columns(attempt), *(scores.get(key) for key in keys))
        table.writerow([_cell(cell) for cell in cells])
    return out.getvalue()


def _columns(attempt: Attempt) -> tuple[str | int | Decimal | None, ...]:
    return (
        attempt.student,
        attempt.lesson,
        attempt.attempt,
        str(attempt.status),
        _score(attempt),
        attempt.max_score,
        "yes" if attempt.provisional else "no",
        attempt.submitted_at,
        attempt.graded_at,
        attempt.sandbox,
    )


def _score(record: ItemResult | Attempt) -> Decimal | None:
    return None if record.status is Status.GRADER_ERROR else record.score


def _cell(value: str | int | Decimal | None) -> str:
    return csv_cell(shorten(value, CELL_LIMIT) if isinstance(value, str) else value)
