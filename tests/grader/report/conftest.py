"""Attempts to report on: an ordinary one, and one with hostile text in every field a student could reach."""

from __future__ import annotations

from decimal import Decimal

import pytest

from grader.records import Attempt, CheckResult, Diagnosis, ItemResult, Status, Visibility
from grader.report.rows import Context

HOSTILE = (
    "]]><script>alert(1)</script> \x1b[2J\x00\ufffe\uffff\ud800\u202e `x` ``` | [a](http://evil.example) "
    "@everyone\n"
    "::error file=x::forged\n  ::add-mask::secret\n##[error]forged ##vso[task.setvariable]x\r\n"
    "=cmd|' /C calc'!A0\n&amp; <b>bold</b> %0A::stop-commands::x\n::0123456789abcdef0123456789abcdef::"
)
SECRET_OUTPUT = "only the student's own terminal shows this"
LONG = "first line\n" + "x" * 10_000_000 + "\nlast line"
TOKEN = "0123456789abcdef0123456789abcdef"


def check(name: str, status: Status = Status.PASSED, **fields: object) -> CheckResult:
    values: dict[str, object] = {
        "id": f"test_{name}",
        "title": name.capitalize(),
        "visibility": Visibility.PUBLIC,
        "score": Decimal(1) if status is Status.PASSED else Decimal(0),
        "max_score": Decimal(1),
        "seconds": 0.25,
    }
    return CheckResult(status=status, **(values | fields))  # type: ignore[arg-type]


def item(name: str, *checks: CheckResult, status: Status = Status.PASSED, **fields: object) -> ItemResult:
    values: dict[str, object] = {
        "id": name,
        "kind": "code",
        "score": sum((one.score for one in checks), Decimal(0)),
        "max_score": sum((one.max_score for one in checks), Decimal(0)) or Decimal(1),
        "output": SECRET_OUTPUT,
    }
    return ItemResult(status=status, checks=checks, **(values | fields))  # type: ignore[arg-type]


def attempt(*items: ItemResult, status: Status = Status.PASSED, **fields: object) -> Attempt:
    values: dict[str, object] = {
        "course": "numbers",
        "course_digest": "sha256:0",
        "grader_version": "0.1.0",
        "edition": "class",
        "lesson": "attention",
        "score": sum((one.score for one in items), Decimal(0)),
        "max_score": sum((one.max_score for one in items), Decimal(0)),
        "provisional": any(one.provisional for one in items),
        "sandbox": "namespaces",
        "submission": "sha256:1",
        "graded_at": "2026-01-02T03:04:05Z",
    }
    return Attempt(status=status, items=items, **(values | fields))  # type: ignore[arg-type]


class Make:
    """Builders, as a fixture: test modules cannot import a conftest."""

    check = staticmethod(check)
    item = staticmethod(item)
    attempt = staticmethod(attempt)
    hostile_text = HOSTILE
    secret_output = SECRET_OUTPUT

    @staticmethod
    def every_status(text: str = "What happened.") -> Attempt:
        """One item a status, each with a check of that status."""
        items = [
            item(f"item-{status}", check(f"does {status}", status, message=text), status=status)
            for status in Status
            if status is not Status.GRADER_ERROR
        ]
        return attempt(*items, status=Status.REFUSED)


@pytest.fixture
def make() -> type[Make]:
    return Make


@pytest.fixture
def context() -> Context:
    """A known file for the item ``scores``, and a token."""
    return Context(paths={("attention", "scores"): "exercises/attention/scores.py"}, token=TOKEN)


@pytest.fixture
def ordinary() -> Attempt:
    """One right check, one wrong one with a diagnosis, one item not started."""
    wrong = check(
        "scale",
        Status.FAILED,
        visibility=Visibility.HIDDEN,
        message="The result differs (scores.py:12).",
        feedback="Which factor keeps the scores small?",
    )
    found = Diagnosis(mistake="unscaled", message="The scores are not scaled.", explains=("test_scale",))
    return attempt(
        item("scores", check("shape"), wrong, status=Status.FAILED, title="Scores", diagnoses=(found,)),
        item("output", status=Status.NOT_STARTED, max_score=Decimal(2)),
        status=Status.NOT_STARTED,
    )


@pytest.fixture
def hostile() -> Attempt:
    """Every text field holds hostile text; one message is 10 MB long."""
    texts = {"title": HOSTILE, "message": HOSTILE, "feedback": HOSTILE}
    found = Diagnosis(mistake=HOSTILE, message=HOSTILE, explains=("test_first",))
    items = (
        item(
            "scores",
            check("first", Status.FAILED, **texts),
            check(
                "second",
                Status.ERROR,
                **(texts | {"message": LONG}),
            ),
            check("third", **texts),
            status=Status.ERROR,
            title=HOSTILE,
            message=HOSTILE,
            diagnoses=(found,),
        ),
        item("words", status=Status.NEEDS_REVIEW, provisional=True, title=HOSTILE, message=HOSTILE),
    )
    return attempt(*items, status=Status.ERROR, student=HOSTILE, lesson=HOSTILE, ignored=(HOSTILE,))
