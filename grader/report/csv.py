"""A table for a spreadsheet: one line a submission, one column an item."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from decimal import Decimal

from grader.records import Attempt, ItemResult, Status
from grader.report.neutral import csv_cell, shorten
from grader.report.rows import Context

COLUMNS = ("student", "lesson", "attempt", "status", "score", "max_score", "provisional", "submitted_at",
           "graded_at", "sandbox")  # fmt: skip
CELL_LIMIT = 1_000


def write(attempts: Sequence[Attempt], context: Context) -> str:
    """RFC 4180, every cell quoted. Where names are known they stand beside the students' ids.

    A score that the grader's own fault prevented is an empty cell; an earlier one that stands is there.
    """
    several = len({attempt.lesson for attempt in attempts}) > 1
    keys = dict.fromkeys((attempt.lesson, item.id) for attempt in attempts for item in attempt.items)
    out = io.StringIO()
    table = csv.writer(out, quoting=csv.QUOTE_ALL)
    student, *others = COLUMNS
    head = [student, "name", *others] if context.names else [student, *others]
    head += [f"{lesson}/{item}" if several else item for lesson, item in keys]
    table.writerow([_cell(name) for name in head])
    for attempt in attempts:
        scores = {(attempt.lesson, item.id): _score(item) for item in attempt.items}
        cells = (*_columns(attempt, context.names), *(scores.get(key) for key in keys))
        table.writerow([_cell(cell) for cell in cells])
    return out.getvalue()


def _columns(attempt: Attempt, names: Mapping[str, str]) -> tuple[str | int | Decimal | None, ...]:
    return (
        attempt.student,
        *([names.get(attempt.student or "", "")] if names else []),
        attempt.lesson,
        attempt.attempt,
        str(attempt.status),
        None if any(_score(item) is None for item in attempt.items if item.due) else attempt.score,
        attempt.max_score,
        "yes" if attempt.provisional else "no",
        attempt.submitted_at,
        attempt.graded_at,
        attempt.sandbox,
    )


def _score(item: ItemResult) -> Decimal | None:
    """0 where the grader failed is no score; points are, since only an earlier result can have left them."""
    return None if item.status is Status.GRADER_ERROR and not item.score else item.score


def _cell(value: str | int | Decimal | None) -> str:
    return csv_cell(shorten(value, CELL_LIMIT) if isinstance(value, str) else value)
