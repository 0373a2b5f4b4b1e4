"""One student forgotten: the one exception to "attempts are only ever added", because a person may ask for it.

Either nothing is left of the student, or their scores stay under a name that says nothing, without a word or
a file name of theirs. Both leave no old bytes behind in the file.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import count

import msgspec

from grader.gradebook.store import Store
from grader.records import Attempt, CheckResult, ItemResult, decode, encode


def delete(store: Store, student: str) -> int:
    """Remove everything of ``student``, in all lessons. -> number of attempts. Raises ``StoreError``."""
    with store.amended() as database:
        database.execute(
            "DELETE FROM items WHERE attempt IN (SELECT id FROM attempts WHERE student = ?)", (student,)
        )
        database.execute("DELETE FROM events WHERE student = ?", (student,))
        return database.execute("DELETE FROM attempts WHERE student = ?", (student,)).rowcount


def anonymise(store: Store, student: str, alias: str) -> int:
    """Keep statuses, scores and named mistakes of ``student`` as ``alias``'s, in all lessons, and nothing else.

    Digests go as well: whoever has a copy of the work could find it again by them. So these results are never
    taken for anybody's work again. -> number of attempts. Raises ``StoreError``.
    """
    with store.amended() as database:
        rows = database.execute("SELECT id, record FROM attempts WHERE student = ?", (student,)).fetchall()
        for row, record in rows:
            kept = encode(_unnamed(decode(record), alias))
            database.execute("DELETE FROM items WHERE attempt = ?", (row,))
            database.execute(
                "UPDATE attempts SET student = ?, submission = '', record = ? WHERE id = ?",
                (alias, kept, row),
            )
        database.execute("UPDATE events SET student = ?, detail = '' WHERE student = ?", (alias, student))
        return len(rows)


def free_alias(taken: Collection[str]) -> str:
    """``anonymous-1``, or the next one that nobody has."""
    return next(alias for number in count(1) if (alias := f"anonymous-{number}") not in taken)


def _unnamed(attempt: Attempt, alias: str) -> Attempt:
    return msgspec.structs.replace(
        attempt,
        student=alias,
        submission="",
        submitted_at=None,
        ignored=(),
        notes=(),
        items=tuple(map(_item, attempt.items)),
    )


def _item(item: ItemResult) -> ItemResult:
    return msgspec.structs.replace(item, message="", output="", checks=tuple(map(_check, item.checks)))


def _check(check: CheckResult) -> CheckResult:
    """A message may quote what the student's code printed, raised or returned."""
    return msgspec.structs.replace(check, message="", feedback="")
