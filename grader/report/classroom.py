"""GitHub Classroom: one runner's result, as ``classroom-resources/autograding-grading-reporter`` reads it.

The reporter takes ``<ID>_RESULTS`` from the environment, base64 of this JSON, and adds up the tests' scores.
One environment string holds at most 128 KiB on Linux, so the JSON stays under 90,000 bytes.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence

from grader.records import Attempt, Status
from grader.report.neutral import shorten
from grader.report.rows import WAITING, Context, Row, judged, number, rows

MAX_BYTES = 90_000
VERSION = 1


def write(attempts: Sequence[Attempt], context: Context) -> str:
    """The runner's result as JSON. Raises ``GraderFault`` for a class and for a fault of the grader's."""
    attempt = judged(attempts)
    listed = list(rows(attempt, context))
    for limit in (2_000, 300, 0):
        report = json.dumps(_result(attempt, listed, limit), ensure_ascii=True)
        if len(report) <= MAX_BYTES:
            break
    return report + "\n"


def output(attempts: Sequence[Attempt], context: Context) -> str:
    """The line for ``GITHUB_OUTPUT`` by which a later step gets the result: ``result=<base64>``."""
    return f"result={base64.b64encode(write(attempts, context).strip().encode()).decode()}\n"


def _result(attempt: Attempt, listed: list[Row], limit: int) -> dict[str, object]:
    return {
        "version": VERSION,
        "status": "pass" if all(_done(row) for row in listed) else "fail",
        "max_score": number(attempt.max_score),
        "tests": [_test(row, limit) for row in listed],
    }


def _test(row: Row, limit: int) -> dict[str, object]:
    judged_wrong = row.status in WAITING | {Status.FAILED, Status.NOT_STARTED}
    return {
        "name": row.label,
        "status": "pass" if _done(row) else "fail" if judged_wrong else "error",
        "message": None if row.status is Status.PASSED else shorten(row.text, limit) if limit else "",
        "test_code": "",
        "filename": row.path,
        "line_no": row.line or 0,
        "execution_time": f"{row.seconds or 0:.3f}s",
        "score": number(row.score or row.max_score * 0),
    }


def _done(row: Row) -> bool:
    """Passed, or full marks that a person has yet to confirm."""
    return row.status is Status.PASSED or (row.status in WAITING and row.score == row.max_score)
