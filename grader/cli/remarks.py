"""What an instructor should know of a batch besides the counts: what was left out, who is missing, what broke."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from grader.cli.agenda import Agenda
from grader.course.nearmiss import did_you_mean
from grader.records import Attempt, Status
from grader.report.neutral import one_line, shorten

_MOST = 10
"""Names in one line; the others are counted."""
_LONGEST = 300


def about(agenda: Agenda) -> Iterator[str]:
    """One line for each thing about the hand-ins themselves, none when all is as it should be."""
    if agenda.left_out:
        yield f"Left out, being neither a folder nor an archive: {_listed(agenda.left_out)}."
    if agenda.strangers:
        guess = did_you_mean(agenda.strangers[0], agenda.absent) if len(agenda.strangers) == 1 else ""
        yield f"Not on the roster, and graded all the same: {_listed(agenda.strangers)}. {guess}".strip()
    if agenda.absent:
        yield f"On the roster, and nothing handed in: {_listed(agenda.absent)}."
    for student, why in agenda.unread:
        yield line(f"{student}: {why}")


def broken(attempt: Attempt, known: Mapping[str, str]) -> Mapping[str, str]:
    """Item -> what broke in its checks, for the items of ``attempt`` that are not in ``known`` yet."""
    found = {}
    for item in attempt.items:
        if item.status is Status.GRADER_ERROR and item.id not in known:
            said = (check.message for check in item.checks if check.status is Status.GRADER_ERROR)
            found[item.id] = item.message or next(said, "")
    return found


def line(text: str) -> str:
    """``text``, which may hold what a student wrote, as one harmless line."""
    return shorten(one_line(text), _LONGEST)


def _listed(names: Collection[str]) -> str:
    shown = ", ".join(line(name) for name in list(names)[:_MOST])
    return f"{shown} and {len(names) - _MOST} more" if len(names) > _MOST else shown
