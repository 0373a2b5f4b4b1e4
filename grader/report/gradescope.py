"""Gradescope's ``results.json``; late days and earlier submissions come from ``submission_metadata.json``.

Fields and visibilities as in Gradescope's "Autograder Specifications". Text is plain text: Gradescope escapes
``text``, and would run ``html``, ``md`` and ``ansi`` through a renderer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_CEILING, Decimal
from typing import Any

from grader.records import Attempt, Status, rounded
from grader.report.neutral import one_line, shorten
from grader.report.rows import WAITING, Context, Row, judged, number, points, rows

MAX_TEXT = 4_000
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class LatePolicy:
    """What a late hand-in costs, and whether an earlier better score stands."""

    percent_per_day: Decimal = Decimal(0)
    """Of the points earned, for each day begun after the due date."""
    grace_minutes: int = 0
    keep_best: bool = False
    """Whether a submission can lower the score that an earlier one earned."""


def write(attempts: Sequence[Attempt], context: Context) -> str:
    """The file for a hand-in that is in time. Raises ``GraderFault`` for a class and for a grader's fault."""
    return results(judged(attempts), context, {}, LatePolicy())


def results(attempt: Attempt, context: Context, metadata: Mapping[str, Any], policy: LatePolicy) -> str:
    """The whole file. ``metadata`` is ``submission_metadata.json``; what it lacks counts in no way.

    A score that a person has yet to confirm is shown to the student when grades are published, not before.
    Raises ``GraderFault`` when the grader failed on the attempt.
    """
    judged([attempt])
    score, notes = _score(attempt, metadata, policy)
    if attempt.provisional:
        notes.append("Part of this score is provisional: a person confirms it before grades are published.")
    listed = list(rows(attempt, context))
    result = {
        "score": number(score),
        "execution_time": round(sum(row.seconds or 0 for row in listed), 3),
        "output": "\n".join(notes),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "stdout_visibility": "hidden",
        "tests": [_test(row) for row in listed],
        # Read back with "previous_submissions" when the student hands in again.
        "extra_data": {"submission": attempt.submission, "lesson": one_line(attempt.lesson)},
    }
    return json.dumps(result, indent=1, ensure_ascii=True) + "\n"


def _test(row: Row) -> dict[str, object]:
    test: dict[str, object] = {
        "name": row.label,
        "output": shorten(row.text, MAX_TEXT),
        "visibility": "after_published" if row.item.provisional else "visible",
    }
    if row.score or row.max_score:
        test |= {"score": number(row.score or Decimal(0)), "max_score": number(row.max_score)}
    if row.status not in WAITING:  # Gradescope knows no third word: what nobody has judged has none.
        test["status"] = "passed" if row.status is Status.PASSED else "failed"
    return test


def _score(attempt: Attempt, metadata: Mapping[str, Any], policy: LatePolicy) -> tuple[Decimal, list[str]]:
    """The score that counts, and how it came about."""
    notes = [f"{one_line(attempt.lesson)}: {points(attempt.score, attempt.max_score)} points"]
    score = attempt.score
    days = late_days(metadata, policy.grace_minutes)
    if days and policy.percent_per_day:
        percent = min(policy.percent_per_day * days, Decimal(100))
        score = rounded(score * (100 - percent) / 100)
        notes.append(f"Handed in {days} day(s) late: {percent:f} % off, which leaves {score:f} points.")
    elif days:
        notes.append(f"Handed in {days} day(s) late.")
    earlier = _earlier(metadata)
    if earlier:
        notes.append(
            f"This is submission {len(earlier) + 1}; the best before it earned {max(earlier):f} points."
        )
        if policy.keep_best and max(earlier) > score:
            score = max(earlier)
            notes.append(f"The better score stands: {score:f} points.")
    return score, notes


def late_days(metadata: Mapping[str, Any], grace_minutes: int = 0) -> int:
    """Days begun between the due date and the hand-in; 0 when in time or when there is no due date.

    A student's own due date (an extension) goes before the assignment's; of a group, the latest counts.
    """
    handed_in = _time(metadata.get("created_at"))
    own = [
        _time(_dict(_dict(user).get("assignment")).get("due_date")) for user in _list(metadata.get("users"))
    ]
    extended = [due for due in own if due is not None]
    due = max(extended) if extended else _time(_dict(metadata.get("assignment")).get("due_date"))
    if handed_in is None or due is None or handed_in <= due + timedelta(minutes=grace_minutes):
        return 0
    return int(
        (Decimal((handed_in - due).total_seconds()) / Decimal(DAY.total_seconds())).to_integral_value(
            ROUND_CEILING
        )
    )


def _earlier(metadata: Mapping[str, Any]) -> list[Decimal]:
    """Scores of the submissions before this one; those that failed to run have none."""
    found = []
    for previous in _list(metadata.get("previous_submissions")):
        score = _dict(previous).get("score")
        if isinstance(score, int | float | str) and not isinstance(score, bool):
            try:
                value = Decimal(str(score))
            except ArithmeticError:
                continue
            if value.is_finite():
                found.append(rounded(value))
    return found


def _time(value: object) -> datetime | None:
    try:
        time = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return time if time is not None and time.tzinfo else None


def _dict(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
