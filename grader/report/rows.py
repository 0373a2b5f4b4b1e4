"""An attempt as the rows that machine-read reports list: one for each check, or for an item without checks.

A row holds only what its student may see: title, safe message, feedback, diagnosis. What the student's code
printed is never part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from grader.errors import GraderFault
from grader.records import Attempt, CheckResult, ItemResult, Status, Visibility
from grader.report.neutral import located, one_line, shorten, terminal
from grader.report.style import WORDS

TITLE_LIMIT = 200
TEXT_LIMIT = 8_000
"""Characters of one title, and of what is said about one check."""

WAITING = frozenset({Status.RECORDED, Status.NEEDS_REVIEW})
"""Neither right nor wrong yet."""
PROVISIONAL = "Scored by machine; a person confirms it."
AFTER_HAND_IN = "Well-formed; graded after you hand in."


@dataclass(frozen=True, slots=True)
class Context:
    """What a report may use beyond the records."""

    paths: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """(lesson id, item id) -> the student's file, relative to the repository, ``/`` between its parts."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Student -> name on the roster; only for what staff keep."""
    token: str = ""
    """Unguessable; ends a stretch of a log in which commands are ignored. Empty where no log is written."""
    room: int | None = None
    """Bytes left where the report is appended to a file; ``None``: as many as the format allows."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a report."""

    item: ItemResult
    name: str
    """Title of the check, or of the item where that is all there is. One line."""
    status: Status
    score: Decimal | None
    """``None`` when the grader failed: that is never zero points."""
    max_score: Decimal
    text: str
    """What happened and what to look at next, at most ``TEXT_LIMIT`` characters."""
    seconds: float | None
    """``None`` for a hidden check: how long it took may tell what it tries."""
    path: str
    """The student's file, ``""`` when it is not known."""
    line: int | None

    @property
    def label(self) -> str:
        """Item and check in one line."""
        item = item_title(self.item)
        return item if self.name == item else f"{item}: {self.name}"


def rows(attempt: Attempt, context: Context) -> Iterator[Row]:
    """The rows of ``attempt`` in the course's order; items that are not due yet are left out."""
    for item in attempt.items:
        if item.due:
            path = context.paths.get((attempt.lesson, item.id), "")
            yield from _of_item(item, path)


def item_title(item: ItemResult) -> str:
    return shorten(one_line(item.title or item.id), TITLE_LIMIT) or "item"


def points(score: Decimal | None, max_score: Decimal) -> str:
    """``2.5/5``; a ``-`` for what was not scored."""
    return f"{'-' if score is None else f'{score:f}'}/{max_score:f}"


def judged(attempts: Sequence[Attempt]) -> Attempt:
    """The one attempt of a report that tells a platform one score.

    Raises ``GraderFault`` when there is none or more than one, or when the grader itself failed: a platform
    would take the missing points for the student's.
    """
    if len(attempts) != 1:
        raise GraderFault(
            f"This report is about one submission, and there are {len(attempts)}.",
            hint="Ask for it with `grade run`; for a class use junit or csv.",
        )
    (attempt,) = attempts
    broken = [item.id for item in attempt.items if item.status is Status.GRADER_ERROR]
    if broken or attempt.status is Status.GRADER_ERROR:
        raise GraderFault(
            f"The grader failed on {', '.join(broken) or 'this submission'}, so there is no score to report.",
            hint="It is not the student's fault. Mend the check, then grade again.",
        )
    return attempt


def number(value: Decimal) -> int | float:
    """A score as a JSON number."""
    return int(value) if value == value.to_integral_value() else float(value)


def _of_item(item: ItemResult, path: str) -> Iterator[Row]:
    if not item.checks:
        yield _row(item, path, None, _item_text(item))
        return
    # What is said of the item as a whole goes with its first check that did not pass.
    unsaid = _item_text(item)
    for check in item.checks:
        extra = "" if check.status is Status.PASSED else unsaid
        unsaid = "" if extra else unsaid
        yield _row(item, path, check, extra)
    if unsaid and item.status is not Status.PASSED:
        yield _row(item, path, None, unsaid, scored=False)


def _row(item: ItemResult, path: str, check: CheckResult | None, extra: str, *, scored: bool = True) -> Row:
    of: CheckResult | ItemResult = check or item
    text = "\n".join(part for part in (_check_text(item, check) if check else "", extra) if part)
    text = shorten(terminal(shorten(text, TEXT_LIMIT)), TEXT_LIMIT)
    return Row(
        item=item,
        name=(shorten(one_line(check.title or check.id), TITLE_LIMIT) if check else item_title(item)),
        status=of.status,
        score=None if of.status is Status.GRADER_ERROR else (of.score if scored else Decimal(0)),
        max_score=of.max_score if scored else Decimal(0),
        text=text,
        seconds=check.seconds if check and check.visibility is Visibility.PUBLIC else None,
        path=path,
        line=_line(path, text),
    )


def _check_text(item: ItemResult, check: CheckResult) -> str:
    if check.status is Status.PASSED:
        return check.message if check.visibility is Visibility.PUBLIC else ""
    named = [
        located(one_line(found.message), found.file, found.line)
        for found in item.diagnoses
        if check.id in found.explains
    ]
    status = "" if check.message else _word(check.status)
    return "\n".join(part for part in (status, check.message, check.feedback, *named) if part)


def _item_text(item: ItemResult) -> str:
    said = item.message
    if not said and not item.checks and item.status is not Status.PASSED:
        said = AFTER_HAND_IN if item.status is Status.RECORDED else _word(item.status)
    later = f"{item.needs_later} more check(s) run after you hand in." if item.needs_later else ""
    return "\n".join(part for part in (said, PROVISIONAL if item.provisional else "", later) if part)


def _word(status: Status) -> str:
    return WORDS[status].capitalize() + "."


def _line(path: str, text: str) -> int | None:
    """The line of the student's file that ``text`` names: ``mean.py:12``, ``mean.py, line 12``."""
    name = path.rpartition("/")[2]
    found = re.search(rf"(?<![\w.]){re.escape(name)}(?::|, line )(\d{{1,6}})\b", text) if name else None
    return max(int(found[1]), 1) if found else None
