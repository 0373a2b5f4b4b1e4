"""What of a submission still has to be graded, and what its attempt is once that is done.

A result is found again by its key (the student's files, the checks, the grading version). So a batch that is
run again grades what is new or changed and nothing else, and a corrected check regrades what it judges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import overload

import msgspec

from grader.course.discover import item_digest
from grader.course.model import Course, Lesson
from grader.engine.attempts import with_items
from grader.gradebook.keys import input_digest
from grader.gradebook.store import Kept, Key, Store
from grader.intake.submission import Submission
from grader.records import Attempt, ItemResult, Status


class Resume:
    """Between a store and an engine."""

    def __init__(
        self,
        course: Course,
        lesson: Lesson,
        store: Store,
        *,
        regrade: bool = False,
        items: frozenset[str] = frozenset(),
    ) -> None:
        """``regrade``: nothing kept counts. ``items``: look at these only; empty means all."""
        self._lesson, self._store, self._regrade = lesson, store, regrade
        self._items = items or frozenset(item.id for item in lesson.items)
        self._digests = {item.id: item_digest(course, lesson, item) for item in lesson.items}
        self._version = course.file.grading_version

    def stale(self, submission: Submission, student: str | None) -> frozenset[str]:
        """Ids of the items that have no result for exactly this work. Raises ``StoreError``."""
        if self._regrade:
            return self._items
        keys = self._keys(submission)
        found = {
            item for kept in self._history(student) for item in keys if kept.keys.get(item) == keys[item]
        }
        return self._items - found

    def keep(self, submission: Submission, student: str | None, graded: Attempt | None) -> Attempt | None:
        """Store ``student``'s attempt: what was ``graded`` now, and of the other items what was kept before.

        ``None`` when that is exactly the newest attempt already. A fault of ours never takes the place of a
        score: the item then says ``grader_error`` and its earlier score stays. Raises ``StoreError``.
        """
        history = self._history(student)
        fresh = {result.id: result for result in graded.items} if graded else {}
        work = self._keys(submission)
        results: list[ItemResult] = []
        keys: dict[str, Key] = {}
        key: Key | None
        for item in self._lesson.items:
            if item.id in fresh:
                result, key = fresh[item.id], work[item.id]
                if result.status is Status.GRADER_ERROR:
                    results.append(_beside(result, _newest(history, item.id)))
                    continue
            else:
                known = _newest(history, item.id, work[item.id]) or _newest(history, item.id)
                if known is None:
                    continue
                result, key = known
            results.append(result)
            if key is not None:
                keys[item.id] = key
        if graded is None:
            if not history or history[0].attempt.items == tuple(results):
                return None
            graded = msgspec.structs.replace(history[0].attempt, graded_at=_now())
        whole = msgspec.structs.replace(
            with_items(graded, results),
            student=student,
            submission=submission.digest,
            submitted_at=submission.submitted_at,
            ignored=submission.ignored,
            notes=submission.notes,
        )
        return self._store.add(whole, keys)

    def _keys(self, submission: Submission) -> dict[str, Key]:
        return {
            item.id: Key(input_digest(self._lesson, item, submission), self._digests[item.id], self._version)
            for item in self._lesson.items
        }

    def _history(self, student: str | None) -> list[Kept]:
        """Newest first."""
        return list(self._store.kept(student, self._lesson.id))[::-1]


class Newest(Sequence[Attempt]):
    """Everybody's newest attempt at a lesson, sorted by student, read from the file one at a time."""

    def __init__(self, store: Store, lesson: str) -> None:
        self._store, self._lesson = store, lesson
        self._length = len(store.students(lesson))

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Attempt]:
        return self._store.newest(self._lesson)

    @overload
    def __getitem__(self, index: int) -> Attempt: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Attempt]: ...
    def __getitem__(self, index: int | slice) -> Attempt | Sequence[Attempt]:
        if isinstance(index, slice):
            return list(islice(self, *index.indices(self._length)))
        return next(islice(self, range(self._length)[index], None))


def _newest(
    history: Sequence[Kept], item: str, key: Key | None = None
) -> tuple[ItemResult, Key | None] | None:
    """The newest result of ``item`` (for the work of ``key``, where that is given), and its key."""
    for kept in history:
        if key is None or kept.keys.get(item) == key:
            for result in kept.attempt.items:
                if result.id == item:
                    return result, kept.keys.get(item)
    return None


def _beside(fault: ItemResult, before: tuple[ItemResult, Key | None] | None) -> ItemResult:
    """``fault`` with the score that was there before it."""
    if before is None:
        return fault
    old, _ = before
    note = "" if old.status is Status.GRADER_ERROR else f" The earlier score of {old.score:f} stands."
    return msgspec.structs.replace(
        fault,
        score=min(old.score, fault.max_score),
        provisional=old.provisional,
        message=fault.message + note,
    )


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
