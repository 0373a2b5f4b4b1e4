"""Item results -> one attempt."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import msgspec

import grader
from grader.course import discover
from grader.course.model import Course, Lesson
from grader.intake.submission import Submission
from grader.records import Attempt, ItemResult, Status, rounded, worst


class Occasion(msgspec.Struct, frozen=True):
    """What every attempt of a session has in common."""

    course: str
    course_digest: str
    edition: str
    lesson: str
    sandbox: str

    @classmethod
    def of(cls, course: Course, lesson: Lesson, sandbox: str, digest: str = "") -> Occasion:
        """For ``lesson`` of ``course``, judged in a sandbox of that tier.

        Without ``digest``, the course's own, its files are read.
        """
        digest = digest or discover.course_digest(course)
        return cls(course.id, digest, str(course.edition), lesson.id, sandbox)


def attempt(occasion: Occasion, submission: Submission, items: tuple[ItemResult, ...]) -> Attempt:
    """The attempt that these item results make, now."""
    return Attempt(
        course=occasion.course,
        course_digest=occasion.course_digest,
        grader_version=grader.__version__,
        edition=occasion.edition,
        lesson=occasion.lesson,
        student=submission.student,
        status=status(items),
        score=rounded(sum((item.score for item in items), Decimal(0))),
        max_score=rounded(sum((item.max_score for item in items), Decimal(0))),
        provisional=any(item.provisional for item in items),
        sandbox=occasion.sandbox,
        submission=submission.digest,
        submitted_at=submission.submitted_at,
        graded_at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        ignored=submission.ignored,
        notes=submission.notes,
        items=items,
    )


def status(items: tuple[ItemResult, ...]) -> Status:
    """The worst of the due items'. A bonus item counts only where there is nothing else."""
    due = [item for item in items if item.due]
    counted = [item for item in due if item.max_score or item.status is Status.GRADER_ERROR]
    return worst(item.status for item in counted or due)
