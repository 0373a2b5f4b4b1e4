"""GitHub Classroom's reporter gets what it adds up."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from grader.errors import GraderFault
from grader.records import Attempt, Status
from grader.report import classroom
from grader.report.rows import Context


def reporter(encoded: str) -> tuple[float, float]:
    """totalPoints and maxPoints, added up as the reporter's notify-classroom.js does."""
    result = json.loads(base64.b64decode(encoded))
    return sum(test["score"] for test in result["tests"]), result["max_score"]


def test_the_reporter_adds_up_the_score(ordinary: Attempt, context: Context) -> None:
    """Its two numbers are the attempt's own."""
    line = classroom.output([ordinary], context)
    name, _, encoded = line.strip().partition("=")
    assert name == "result"
    assert line.count("\n") == 1
    assert reporter(encoded) == (1, 4)


def test_the_tests_have_the_fields_that_runners_give(ordinary: Attempt, context: Context) -> None:
    """Version, status and every field of a test, with the reporter's three words for a status."""
    result = json.loads(classroom.write([ordinary], context))
    assert (result["version"], result["status"]) == (1, "fail")
    fields = {"name", "status", "message", "test_code", "filename", "line_no", "execution_time", "score"}
    assert all(set(test) == fields for test in result["tests"])
    assert [test["status"] for test in result["tests"]] == ["pass", "fail", "fail"]
    assert result["tests"][1]["line_no"] == 12
    assert result["tests"][0]["message"] is None


def test_full_marks_pass(make: Any, context: Context) -> None:
    """Nothing but passes is a pass."""
    result = json.loads(classroom.write([make.attempt(make.item("a", make.check("x")))], context))
    assert result["status"] == "pass"


def test_a_grader_fault_reports_no_score(make: Any, context: Context) -> None:
    """Classroom would take missing points for the student's."""
    broken = make.attempt(make.item("a", status=Status.GRADER_ERROR), status=Status.GRADER_ERROR)
    with pytest.raises(GraderFault, match="not the student's fault"):
        classroom.write([broken], context)


def test_the_result_fits_an_environment_variable(make: Any, hostile: Attempt, context: Context) -> None:
    """128 KiB in base64, however much there is to say; and the points stay right."""
    checks = [make.check(f"c{n}", Status.FAILED, message="é" * 8000) for n in range(100)]
    many = make.attempt(make.item("scores", *checks, make.check("one"), status=Status.FAILED))
    for attempt, score in ((many, (1, 101)), (hostile, (1, 4))):
        encoded = classroom.output([attempt], context).removeprefix("result=").strip()
        assert len(encoded) < 128 * 1024 - 100
        assert reporter(encoded) == score
