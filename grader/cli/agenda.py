"""What a batch has to do: submissions, read one by one, minus what is graded already."""

from __future__ import annotations

from collections.abc import Iterator
from operator import length_hint
from pathlib import Path

from grader.cli.roster import Roster
from grader.course.model import Lesson
from grader.course.nearmiss import did_you_mean
from grader.engine.api import Task
from grader.errors import UsageError
from grader.gradebook.resume import Resume
from grader.intake import batch
from grader.intake.submission import Submission
from grader.records import Attempt


class Agenda:
    """The tasks of one batch, and what became known while they were made."""

    def __init__(
        self, path: Path, lesson: Lesson, people: Roster, resume: Resume, only: frozenset[str]
    ) -> None:
        """``only``: students (or groups) to look at; empty means all."""
        self._people, self._resume, self._only = people, resume, only
        self._all = frozenset(item.id for item in lesson.items)
        self._found = batch.discover(path, lesson, people.submitters)
        self._expected = people.submitters | people.names.keys()
        self.total = len(only) or length_hint(self._found)
        """How many submissions there are, 0 while that is not known."""
        self.planned = 0
        self.unchanged = 0
        self.unread: list[tuple[str, str]] = []
        """Student and reason, of submissions that could not be read at all."""
        self.left_out = self._found.left_out
        """Names of what lies among the submissions and is none."""
        self.strangers: list[str] = []
        """Who handed in and is not on the roster, where there is one."""
        self.absent: list[str] = []
        """Who is on the roster and handed in nothing."""
        self.put_together: set[str | None] = set()
        """Students with a new attempt that needed no grading: they handed in an earlier version again."""

    def tasks(self, *, dry: bool = False) -> Iterator[Task]:
        """Everything that is to be graded, by student. Raises ``UsageError`` for an unknown student."""
        seen: set[str] = set()
        for submission in self._found:
            name = submission.student or ""
            seen.add(name)
            if self._only and name not in self._only:
                continue
            self._check_off(submission, name)
            if not submission.files and submission.refused:
                self.unread.append((name, next(iter(submission.refused.values()))))
            members = self._people.members(submission.student)
            stale = frozenset[str]().union(*(self._resume.stale(submission, member) for member in members))
            if stale:
                self.planned += 1
                yield Task(submission=submission, only=frozenset() if stale == self._all else stale)
                continue
            self.unchanged += 1
            for member in [] if dry else members:
                if self.keep(submission, member, None):
                    self.put_together.add(member)
        for name in sorted(self._only - seen):
            raise UsageError(
                f"there is no submission of '{name}'",
                where="--only",
                hint=did_you_mean(name, seen) or f"There are {len(seen)} submissions.",
            )

    def _check_off(self, submission: Submission, name: str) -> None:
        if not (submission.origin or submission.files):
            self.absent.append(name)
        elif self._expected and name not in self._expected:
            self.strangers.append(name)

    def keep(self, submission: Submission, student: str | None, attempt: Attempt | None) -> Attempt | None:
        """Store what is known now of ``student``'s work; see :meth:`Resume.keep`."""
        return self._resume.keep(submission, student, attempt)
