"""GitLab's Code Quality report: what did not pass, shown beside the student's file in a merge request.

Rules from docs.gitlab.com, "Code Quality": a JSON array, no byte-order mark, unique fingerprints, relative
paths without ``./``. The checks themselves go to GitLab as JUnit.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from grader.records import Attempt, Status
from grader.report.neutral import one_line, shorten
from grader.report.rows import Context, Row, rows

DESCRIPTION_LIMIT = 500

_SEVERITIES = {
    Status.GRADER_ERROR: "info",
    Status.RECORDED: "info",
    Status.NEEDS_REVIEW: "info",
    Status.NOT_STARTED: "minor",
    Status.MISSING: "minor",
    Status.FAILED: "major",
}


def write(attempts: Sequence[Attempt], context: Context) -> str:
    """One finding for each check that did not pass."""
    findings = [
        _finding(attempt, row, number)
        for attempt in attempts
        for number, row in enumerate(rows(attempt, context))
        if row.status is not Status.PASSED
    ]
    return json.dumps(findings, indent=1) + "\n"


def _finding(attempt: Attempt, row: Row, number: int) -> dict[str, object]:
    # Not the text: a finding that only changes its wording is the same finding to GitLab.
    identity = "\0".join((attempt.student or "", attempt.lesson, row.item.id, row.name, str(number)))
    said = one_line(row.text)
    description = f"{row.label}: {said}" if said else row.label
    return {
        "description": shorten(description, DESCRIPTION_LIMIT),
        "check_name": one_line(f"{attempt.lesson}.{row.item.id}"),
        "fingerprint": hashlib.sha256(identity.encode("utf-8", "backslashreplace")).hexdigest(),
        "severity": _SEVERITIES.get(row.status, "critical"),
        "location": {
            "path": row.path.removeprefix("./") or f"{attempt.lesson}/{row.item.id}",
            "lines": {"begin": row.line or 1},
        },
    }
