"""What differs between two batches' stores: whose result, at which item, and why."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum

import msgspec

from grader.gradebook.store import Kept, Key, Store
from grader.records import ItemResult, Status


class Why(StrEnum):
    """What made an item's result another one."""

    NEW = "not graded before"
    GONE = "not graded any more"
    WORK = "other work was handed in"
    CHECKS = "the item or its checks changed"
    BOTH = "other work, and the item or its checks changed"
    VERSION = "the course's grading version changed"
    FAULT = "the grader failed on one of the two"
    REPEAT = "the same work and the same checks: the result is not stable"


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One student's item with another status or score. ``None`` where there is no result."""

    student: str
    item: str
    before: Status | None
    after: Status | None
    score_before: Decimal | None
    score_after: Decimal | None
    why: Why


def changes(before: Store, after: Store, lesson: str) -> Iterator[Change]:
    """By student, then in the order of items. Compares everybody's newest attempt. Raises ``StoreError``."""
    for student in sorted({*before.students(lesson), *after.students(lesson)}):
        old, new = _last(before, student, lesson), _last(after, student, lesson)
        first, second = _results(old), _results(new)
        for item in dict.fromkeys([*second, *first]):
            was, now = first.get(item), second.get(item)
            if was and now and (was.status, was.score) == (now.status, now.score):
                continue
            yield Change(
                student=student,
                item=item,
                before=was.status if was else None,
                after=now.status if now else None,
                score_before=was.score if was else None,
                score_after=now.score if now else None,
                why=_why(was, now, _key(old, item), _key(new, item)),
            )


def _why(was: ItemResult | None, now: ItemResult | None, old: Key | None, new: Key | None) -> Why:
    if was is None:
        return Why.NEW
    if now is None:
        return Why.GONE
    if old is None or new is None:
        # A fault has no key.
        return Why.FAULT
    if old.input != new.input:
        return Why.WORK if old.item == new.item else Why.BOTH
    if old.grading_version != new.grading_version:
        return Why.VERSION
    return Why.CHECKS if old.item != new.item else Why.REPEAT


def _last(store: Store, student: str, lesson: str) -> Kept | None:
    return next(iter([*store.kept(student, lesson)][::-1]), None)


def _results(kept: Kept | None) -> dict[str, ItemResult]:
    return {result.id: result for result in kept.attempt.items} if kept else {}


def _key(kept: Kept | None, item: str) -> Key | None:
    return kept.keys.get(item) if kept else None
