"""Attempts that no session made: given up on, or put together from parts."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

import msgspec

from grader.course.model import Course, Lesson
from grader.engine.api import Task
from grader.grading import attempt as grading
from grader.records import Attempt, ItemResult, Status, rounded

LOST = "The grader could not finish this. It is not your fault, and your work was kept."


def lost(course: Course, lesson: Lesson, task: Task) -> Attempt:
    """The attempt of a submission that our own machinery could not get through: all ``grader_error``."""
    items = tuple(
        ItemResult(
            id=item.id,
            kind=str(item.kind),
            title=item.title,
            status=Status.GRADER_ERROR,
            score=Decimal(0),
            max_score=item.points,
            message=LOST,
        )
        for item in lesson.items
        if not task.only or item.id in task.only
    )
    occasion = grading.Occasion.of(course, lesson, sandbox="")
    return grading.attempt(occasion, task.submission, items)


def with_items(attempt: Attempt, items: Iterable[ItemResult]) -> Attempt:
    """``attempt`` with ``items`` instead of its own, and the status and sums that follow from them."""
    items = tuple(items)
    return msgspec.structs.replace(
        attempt,
        items=items,
        status=grading.status(items),
        score=rounded(sum((item.score for item in items), Decimal(0))),
        max_score=rounded(sum((item.max_score for item in items), Decimal(0))),
        provisional=any(item.provisional for item in items),
    )
