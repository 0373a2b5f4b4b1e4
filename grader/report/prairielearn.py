"""PrairieLearn's ``results.json`` for external graders (docs: "External grading").

Score from 0 to 1; points on every test or on none; at most 1 MB. A submission that cannot be graded, because
nothing readable was handed in or because the grader failed, says ``gradable: false`` and costs no attempt.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal

from grader.errors import GraderFault
from grader.records import Attempt, Status
from grader.report.neutral import shorten
from grader.report.rows import TEXT_LIMIT, Context, Row, item_title, judged, number, points, rows

MAX_BYTES = 1_000_000
_UNREADABLE = frozenset({Status.MISSING, Status.REFUSED})


def write(attempts: Sequence[Attempt], context: Context) -> str:
    """The whole file. Raises ``GraderFault`` when ``attempts`` is not exactly one."""
    if len(attempts) != 1:
        judged(attempts)
    attempt = attempts[0]
    try:
        judged(attempts)
    except GraderFault as fault:
        return _json({"gradable": False, "format_errors": [str(fault)]})
    due = [item for item in attempt.items if item.due]
    if due and all(item.status in _UNREADABLE for item in due):
        reasons = [shorten(row.label + ": " + row.text, 500) for row in rows(attempt, context)]
        return _json({"gradable": False, "format_errors": reasons[:100]})
    listed = list(rows(attempt, context))
    for limit in (TEXT_LIMIT, 1_000, 100):
        report = _json(_result(attempt, listed, limit))
        if len(report) <= MAX_BYTES:
            break
    return report


def _result(attempt: Attempt, listed: list[Row], limit: int) -> dict[str, object]:
    share = attempt.score / attempt.max_score if attempt.max_score else Decimal(0)
    pending = " (provisional: a person confirms part of it)" if attempt.provisional else ""
    return {
        "gradable": True,
        "score": float(min(max(share, Decimal(0)), Decimal(1))),
        "message": f"{points(attempt.score, attempt.max_score)} points{pending}",
        "tests": [
            {
                "name": row.name,
                "description": item_title(row.item),
                "points": number(row.score or Decimal(0)),
                "max_points": number(row.max_score),
                "message": shorten(row.text, limit),
            }
            for row in listed
        ],
    }


def _json(result: dict[str, object]) -> str:
    return json.dumps(result, indent=1, ensure_ascii=True) + "\n"
