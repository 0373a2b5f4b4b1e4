"""Attempts to draw, made by hand."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from grader.course.model import Item, Kind, Lesson, When
from grader.records import Attempt, CheckResult, Diagnosis, ItemResult, Status, Visibility, worst


def lesson() -> Lesson:
    def item(name: str, kind: Kind, stub: str, points: int, **more: Any) -> Item:
        return Item(id=name, kind=kind, title=f"The {name} item", stub=stub, points=Decimal(points), **more)

    return Lesson(
        id="first",
        title="A first lesson on √x",
        items=(
            item(
                "mean", Kind.CODE, "mean.py", 3, hints=("Sum first.", "Then divide."), concepts=("averages",)
            ),
            item("reason", Kind.TEXT, "reason.md", 2, concepts=("words", "averages")),
            item("pick", Kind.CHOICE, "pick.md", 1, concepts=("words",)),
            item("again", Kind.MAPPING, "again.yaml", 1, when=When(days_after=1)),
        ),
    )


def check(name: str, status: Status = Status.PASSED, *, points: int = 1, **more: Any) -> CheckResult:
    score = Decimal(points) if status is Status.PASSED else Decimal(0)
    more = {"title": f"The promise of {name}", "visibility": Visibility.PUBLIC} | more
    return CheckResult(id=f"test_{name}", status=status, score=score, max_score=Decimal(points), **more)


def result(name: str, status: Status, score: str = "0", of: str = "1", **more: Any) -> ItemResult:
    kind = str(lesson().item(name).kind)
    title = lesson().item(name).title
    return ItemResult(
        id=name, kind=kind, title=title, status=status, score=Decimal(score), max_score=Decimal(of), **more
    )


def attempt(*items: ItemResult, at: str = "2026-01-05T12:00:00Z", **more: Any) -> Attempt:
    more = {"edition": "self-study", "sandbox": "namespaces", "attempt": 3} | more
    return Attempt(
        course="tiny",
        course_digest="sha256:0",
        grader_version="0",
        lesson="first",
        status=worst(item.status for item in items if item.due),
        score=sum((item.score for item in items), Decimal(0)),
        max_score=sum((item.max_score for item in items), Decimal(0)),
        provisional=any(item.provisional for item in items),
        submission="sha256:1",
        graded_at=at,
        items=items,
        **more,
    )


def mixed() -> Attempt:
    """One item of each common kind of trouble."""
    return attempt(
        result(
            "mean",
            Status.FAILED,
            "1",
            "3",
            output="starting\n" * 9,
            diagnoses=(
                Diagnosis(mistake="sum", message="You return the sum. Divide it.", explains=("test_b",)),
            ),
            checks=(
                check("a"),
                check(
                    "b",
                    Status.FAILED,
                    message="expected 2.0\n     got 6.0\n  (shapes agree)",
                    feedback="What is left to do after the sum?",
                ),
                check("c", Status.ERROR, message="ZeroDivisionError in mean.py, line 4"),
            ),
        ),
        result(
            "reason",
            Status.NEEDS_REVIEW,
            "1",
            "2",
            provisional=True,
            checks=(
                check("idea_1"),
                check("idea_2", Status.FAILED, feedback="What happens to an outlier, and why does it?"),
            ),
        ),
        result("pick", Status.NOT_STARTED),
        result("again", Status.NOT_STARTED, due=False),
        ignored=("notes.txt",),
    )
