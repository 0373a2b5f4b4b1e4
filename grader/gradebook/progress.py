"""Where a student stands: attempts and a lesson in, one plain record out. Pure.

An item is *done* when it passed, was recorded for later grading, or is free text that the machine found
complete and a person has still to confirm.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal

import msgspec

from grader.course.model import Item, Lesson
from grader.gradebook.store import Event, Glance, Kept, Outcome
from grader.records import Attempt, ItemResult, Status

_NOT_A_TRY = {Status.NOT_STARTED, Status.MISSING, Status.REFUSED, Status.GRADER_ERROR}


class ItemProgress(msgspec.Struct, frozen=True, kw_only=True):
    """One item over all attempts."""

    id: str
    title: str
    kind: str
    status: Status
    """Of the newest attempt that graded it; ``not_started`` before there is one."""
    done: bool
    score: Decimal
    """Of the newest attempt that graded it."""
    max_score: Decimal
    first: Decimal | None
    """Score of the first try; ``None`` before there is one."""
    best: Decimal
    provisional: bool
    tries: int
    """How many different versions of the work were graded; the untouched stub is not one."""
    hints: int
    hints_in_all: int
    last_change: str | None
    """UTC time of the newest different version."""
    due_on: str | None
    """ISO date for an item that waits for the others; ``None`` when it does not wait."""
    days_after: int
    """So many days after everything else is done the item falls due; 0: at once."""
    waits: bool
    """Not due yet."""


class ConceptProgress(msgspec.Struct, frozen=True, kw_only=True):
    """One concept over the items that practise it."""

    name: str
    items: int
    done: int
    score: Decimal
    max_score: Decimal


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """The lesson's score right after one attempt, counting each item's newest result."""

    attempt: int
    at: str
    score: Decimal


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """Where a student stands in one lesson."""

    lesson: str
    title: str
    student: str | None
    attempts: int
    score: Decimal
    max_score: Decimal
    provisional: bool
    items: tuple[ItemProgress, ...]
    concepts: tuple[ConceptProgress, ...]
    history: tuple[Point, ...]
    left: tuple[str, ...]
    """Ids of the items to do now, in the lesson's order."""
    waiting: tuple[str, ...]
    """Ids of the items that are not due yet and not done."""


def is_done(result: ItemResult | Outcome) -> bool:
    """Whether nothing is left to do for the student: right, recorded, or complete and awaiting a person."""
    if result.status is Status.NEEDS_REVIEW:
        return result.score == result.max_score
    return result.status in (Status.PASSED, Status.RECORDED)


def done_on(lesson: Lesson, attempts: Iterable[Attempt | Glance]) -> date | None:
    """The local day on which everything that does not wait was done for the first time, or ``None``."""
    wanted = {item.id for item in lesson.items if not item.when.days_after}
    done: set[str] = set()
    for attempt in attempts:
        for result in attempt.items:
            (done.add if is_done(result) else done.discard)(result.id)
        if wanted <= done:
            return _local_day(attempt.graded_at)
    return None


def due_dates(lesson: Lesson, attempts: Iterable[Attempt | Glance]) -> dict[str, date | None]:
    """For each item that waits: the day it falls due, ``None`` while the others are not done."""
    day = done_on(lesson, attempts)
    return {
        item.id: day + timedelta(days=item.when.days_after) if day else None
        for item in lesson.items
        if item.when.days_after
    }


def later(lesson: Lesson, attempts: Iterable[Attempt | Glance], today: date) -> frozenset[str]:
    """Ids of the items that are not due yet on the local day ``today``."""
    dates = due_dates(lesson, attempts)
    return frozenset(item for item, day in dates.items() if day is None or day > today)


def progress(
    lesson: Lesson, kept: Sequence[Kept], events: Sequence[Event], today: date, *, student: str | None = None
) -> Progress:
    """All that is known of one student's work on ``lesson``; ``kept`` and ``events`` oldest first."""
    attempts = [entry.attempt for entry in kept]
    dates = due_dates(lesson, attempts)
    hints: dict[str, int] = {}
    for event in events:
        if event.kind == "hint":
            hints[event.item] = hints.get(event.item, 0) + 1
    items = tuple(
        _item(item, kept, hints.get(item.id, 0), dates.get(item.id), today) for item in lesson.items
    )
    return Progress(
        lesson=lesson.id,
        title=lesson.title,
        student=student,
        attempts=len(kept),
        score=sum((item.score for item in items if item.max_score), Decimal(0)),
        max_score=lesson.max_score,
        provisional=any(item.provisional for item in items),
        items=items,
        concepts=_concepts(lesson, {item.id: item for item in items}),
        history=_history(lesson, attempts),
        left=tuple(item.id for item in items if not item.done and not item.waits),
        waiting=tuple(item.id for item in items if not item.done and item.waits),
    )


def _item(item: Item, kept: Sequence[Kept], hints: int, due: date | None, today: date) -> ItemProgress:
    results = [(entry, result) for entry in kept for result in entry.attempt.items if result.id == item.id]
    newest = results[-1][1] if results else None
    tries = [
        (entry, result) for entry, result in _changes(item.id, results) if result.status not in _NOT_A_TRY
    ]
    return ItemProgress(
        id=item.id,
        title=item.title,
        kind=str(item.kind),
        status=newest.status if newest else Status.NOT_STARTED,
        done=newest is not None and is_done(newest),
        score=newest.score if newest else Decimal(0),
        max_score=item.points,
        first=tries[0][1].score if tries else None,
        best=max((result.score for _, result in results), default=Decimal(0)),
        provisional=newest is not None and newest.provisional,
        tries=len(tries),
        hints=min(hints, len(item.hints)),
        hints_in_all=len(item.hints),
        last_change=tries[-1][0].attempt.graded_at if tries else None,
        due_on=due.isoformat() if due else None,
        days_after=item.when.days_after,
        waits=bool(item.when.days_after) and (due is None or due > today),
    )


def _changes(item: str, results: Sequence[tuple[Kept, ItemResult]]) -> list[tuple[Kept, ItemResult]]:
    """Only those results that judged other work than the one before: running again is not a new try."""
    changed: list[tuple[Kept, ItemResult]] = []
    before: str | None = None
    for entry, result in results:
        key = entry.keys.get(item)
        work = key.input if key else entry.attempt.submission
        if work != before:
            changed.append((entry, result))
        before = work
    return changed


def _concepts(lesson: Lesson, items: Mapping[str, ItemProgress]) -> tuple[ConceptProgress, ...]:
    names = dict.fromkeys(concept for item in lesson.items for concept in item.concepts)
    return tuple(
        ConceptProgress(
            name=name,
            items=len(those),
            done=sum(item.done for item in those),
            score=sum((item.score for item in those), Decimal(0)),
            max_score=sum((item.max_score for item in those), Decimal(0)),
        )
        for name in names
        if (those := [items[item.id] for item in lesson.items if name in item.concepts])
    )


def _history(lesson: Lesson, attempts: Sequence[Attempt]) -> tuple[Point, ...]:
    counted = {item.id for item in lesson.items if item.points}
    scores: dict[str, Decimal] = {}
    points: list[Point] = []
    for number, attempt in enumerate(attempts, 1):
        scores |= {result.id: result.score for result in attempt.items if result.id in counted}
        points.append(
            Point(
                attempt=attempt.attempt or number,
                at=attempt.graded_at,
                score=sum(scores.values(), Decimal(0)),
            )
        )
    return tuple(points)


def _local_day(utc: str) -> date:
    """The calendar day, where the student is, of ``2026-01-02T03:04:05Z``."""
    return datetime.fromisoformat(utc.replace("Z", "+00:00")).astimezone().date()
