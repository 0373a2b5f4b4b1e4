"""Submissions in, attempts out: in any order, each exactly once.

An engine knows nothing of folders, gradebooks or screens. Whoever calls it decides what to grade and what
becomes of the attempts; the generator may be closed at any moment, which stops the work still going on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

import msgspec

from grader.intake.submission import Submission
from grader.records import Attempt
from grader.sandbox.api import Tier


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """One submission and which of its items to grade."""

    submission: Submission
    only: frozenset[str] = frozenset()
    """Item ids; empty means all of the lesson's items."""


class Graded(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a task."""

    task: Task
    attempt: Attempt
    fault: str = ""
    """For staff: what our own machinery said when it gave up on this submission."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What every worker needs to know before its first task."""

    root: str
    """The course's folder on the worker's machine."""
    lesson: str
    tier: Tier | None = None
    """``None``: the strongest that starts."""
    trusted: bool = False
    """Whether tier ``process`` may be used: it keeps accidents apart, not attackers."""
    diagnose: bool = True
    later: frozenset[str] = frozenset()
    """Items that are not due yet."""


class Engine(Protocol):
    """A way to grade many submissions."""

    def grade(self, tasks: Iterable[Task]) -> Iterator[Graded]:
        """Attempts as they are finished. ``tasks`` is read as workers become free, never all at once.

        A submission that our own machinery cannot get through is ``grader_error``; the rest go on. Raises
        GraderError where no submission could be graded at all (no sandbox, a broken course).
        """
        ...

    def close(self) -> None:
        """End every worker. Safe to call twice."""
        ...
