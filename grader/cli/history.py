"""A student's earlier attempts, read once, and new ones kept beside them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING

from grader.records import Status

if TYPE_CHECKING:
    from grader.cli.console import Console
    from grader.cli.session import Session
    from grader.course.discover import Digests
    from grader.gradebook.store import Glance, Key
    from grader.intake.submission import Submission
    from grader.records import Attempt

_NOTHING_YET = (Status.NOT_STARTED, Status.MISSING)


class History:
    """All attempts of one student at one lesson, oldest first."""

    def __init__(self, session: Session, console: Console) -> None:
        """Read what there is; a file that cannot be read is said once, when keeping fails for the same reason."""
        from grader.gradebook.store import StoreError

        self._session, self._console = session, console
        self._attempts: list[Attempt | Glance] = []
        self._keys: dict[str, Key] = {}
        with suppress(StoreError):
            attempts, self._keys = session.glance()
            self._attempts += attempts

    def later(self) -> frozenset[str]:
        """Ids of the items that are not due today."""
        from grader.gradebook.progress import later

        return later(self._session.lesson, self._attempts, date.today())

    def is_new(self, submission: Submission) -> bool:
        """Whether an item's files differ from those of the newest attempt that judged it."""
        from grader.gradebook.keys import input_digest

        lesson = self._session.lesson
        now = {item.id: input_digest(lesson, item, submission) for item in lesson.items}
        return now != {item: key.input for item, key in self._keys.items()}

    def keep(self, submission: Submission, attempt: Attempt, digests: Digests | None = None) -> Attempt:
        """``attempt`` with its number; a note, not an error, when it cannot be kept.

        ``digests`` are the course's as it was graded by; none: its files are read again.
        """
        from grader.gradebook.keys import changed_since, keys
        from grader.gradebook.store import StoreError

        session = self._session
        graded = [result.id for result in attempt.items]
        now = keys(session.course, session.lesson, submission, graded, digests)
        begun = {result.id for result in attempt.items if result.status not in _NOTHING_YET}
        renewed = [item for item in changed_since(self._keys, now) if item in begun]
        if renewed and session.student is None:
            self._console.note("\n".join(self._console.style.wrap(_renewed(renewed), 0)))
        try:
            with session.store() as store:
                attempt = store.add(attempt, now)
        except StoreError as error:
            self._console.note(f"This attempt was graded but not kept.\n{error}")
        self._attempts.append(attempt)
        self._keys |= now
        return attempt

    def waits(self, attempt: Attempt) -> str:
        """When the items that are not due will be, in a sentence; ``attempt`` is the newest, kept or not."""
        from grader.gradebook.progress import due_dates

        lesson, today = self._session.lesson, date.today()
        dates = due_dates(lesson, [*self._attempts, attempt])
        coming = sorted(day for day in dates.values() if day is not None and day > today)
        if coming:
            days = (coming[0] - today).days
            return "Due tomorrow." if days == 1 else f"Due in {days} days, on {coming[0].isoformat()}."
        if any(day is None for day in dates.values()):
            days = min(item.when.days_after for item in lesson.items if item.when.days_after)
            return f"For {'the day' if days == 1 else f'{days} days'} after everything else is done."
        return ""


def _renewed(items: Sequence[str]) -> str:
    """What to do about items whose stub or checks are not those of the attempt before."""
    return (
        f"The course has changed since your last attempt: {', '.join(items)}. Your files are as you left them.\n"
        f"  Is the stub another one too? `grade reset {items[0]}` brings it, and keeps your file as a copy."
    )
