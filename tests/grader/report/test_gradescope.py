"""Gradescope's results.json, late days and earlier submissions included."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import jsonschema
import pytest

from grader.errors import GraderFault
from grader.records import Attempt, Status
from grader.report import gradescope
from grader.report.gradescope import LatePolicy, late_days
from grader.report.rows import Context

VISIBILITY = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
FORMAT = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
RULES = {
    "type": "object",
    "required": ["score", "tests"],
    "properties": {
        "score": {"type": "number"},
        "execution_time": {"type": "number"},
        "output": {"type": "string"},
        "output_format": FORMAT,
        "test_output_format": FORMAT,
        "test_name_format": FORMAT,
        "visibility": VISIBILITY,
        "stdout_visibility": VISIBILITY,
        "extra_data": {"type": "object"},
        "tests": {
            "type": "array",
            "items": {
                "properties": {
                    "name": {"type": "string", "minLength": 1},
                    "score": {"type": "number"},
                    "max_score": {"type": "number"},
                    "status": {"enum": ["passed", "failed"]},
                    "output": {"type": "string"},
                    "visibility": VISIBILITY,
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}
DUE = {"assignment": {"due_date": "2026-03-01T23:00:00.000000-08:00"}}


def read(text: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(text)
    jsonschema.validate(result, RULES)
    return result


def test_every_check_is_a_test_with_its_points(ordinary: Attempt, context: Context) -> None:
    """Names, points and status; the total is stated, not left to a sum."""
    result = read(gradescope.write([ordinary], context))
    assert result["score"] == 1
    found = [(test["name"], test["score"], test["max_score"], test["status"]) for test in result["tests"]]
    assert found == [
        ("Scores: Shape", 1, 1, "passed"),
        ("Scores: Scale", 0, 1, "failed"),
        ("output", 0, 2, "failed"),
    ]
    assert "Which factor keeps the scores small?" in result["tests"][1]["output"]


def test_what_the_run_prints_is_hidden_from_students(make: Any, ordinary: Attempt, context: Context) -> None:
    """Neither Gradescope's stdout nor what the student's code printed is shown."""
    text = gradescope.write([ordinary], context)
    assert read(text)["stdout_visibility"] == "hidden"
    assert make.secret_output not in text


def test_a_provisional_score_waits_for_publication(make: Any, context: Context) -> None:
    """The machine's opinion of free text is not shown as a grade."""
    free = make.item("words", make.check("idea"), provisional=True)
    result = read(gradescope.write([make.attempt(free, make.item("code", make.check("x")))], context))
    assert [test["visibility"] for test in result["tests"]] == ["after_published", "visible"]
    assert "provisional" in result["output"]


def test_a_grader_fault_reports_no_score(make: Any, context: Context) -> None:
    """Without a results file Gradescope says that the autograder failed, which is the truth."""
    broken = make.attempt(make.item("a", status=Status.GRADER_ERROR), status=Status.GRADER_ERROR)
    with pytest.raises(GraderFault, match="not the student's fault"):
        gradescope.write([broken], context)


def test_hostile_text_is_plain_text(hostile: Attempt, context: Context) -> None:
    """No format that renders markup, no control character, and nothing long."""
    text = gradescope.write([hostile], context)
    result = read(text)
    assert {result["output_format"], result["test_output_format"], result["test_name_format"]} == {"text"}
    assert "\\u001b" not in text
    assert len(text) < 100_000


@pytest.mark.parametrize(
    ("created_at", "days"),
    [
        ("2026-03-01T23:00:00.000000-08:00", 0),
        ("2026-03-01T23:00:01.000000-08:00", 1),
        ("2026-03-03T06:59:00.000000+00:00", 1),
        ("2026-03-03T07:00:01.000000+00:00", 2),
        ("not a time", 0),
        (None, 0),
    ],
)
def test_late_days_are_days_begun_after_the_due_date(created_at: str | None, days: int) -> None:
    """To the second and across time zones; what cannot be read is not held against anybody."""
    assert late_days({"created_at": created_at, **DUE}) == days


def test_grace_is_for_the_first_minutes_only() -> None:
    """Ten minutes late are forgiven within ten minutes of grace, eleven are a day."""
    assert late_days({"created_at": "2026-03-01T23:10:00-08:00", **DUE}, grace_minutes=10) == 0
    assert late_days({"created_at": "2026-03-01T23:11:00-08:00", **DUE}, grace_minutes=10) == 1


def test_an_extension_goes_before_the_due_date() -> None:
    """A student's own due date is the one that counts."""
    own = {"users": [{"assignment": {"due_date": "2026-03-05T23:00:00-08:00"}}]}
    assert late_days({"created_at": "2026-03-04T12:00:00-08:00", **DUE, **own}) == 0


def test_lateness_costs_what_the_policy_says(make: Any, context: Context) -> None:
    """Two days at 10 % leave 80 % of the points earned, and the student is told why."""
    full = make.attempt(make.item("a", make.check("x", max_score=Decimal(10), score=Decimal(10))))
    metadata = {"created_at": "2026-03-03T12:00:00-08:00", **DUE}
    result = read(gradescope.results(full, context, metadata, LatePolicy(percent_per_day=Decimal(10))))
    assert result["score"] == 8
    assert "2 day(s) late: 20 % off" in result["output"]


def test_the_best_earlier_score_stands_where_the_policy_says_so(ordinary: Attempt, context: Context) -> None:
    """Otherwise the newest counts; an earlier submission without a score is passed over."""
    metadata = {"previous_submissions": [{"score": 3.5}, {"score": None}, {"score": "oops"}, {"score": 2}]}
    best = read(gradescope.results(ordinary, context, metadata, LatePolicy(keep_best=True)))
    newest = read(gradescope.results(ordinary, context, metadata, LatePolicy()))
    assert (best["score"], newest["score"]) == (3.5, 1)
    assert "submission 3" in newest["output"]


@pytest.mark.parametrize(
    "metadata", [{"users": 3, "assignment": [], "previous_submissions": "x"}, {"users": [None]}]
)
def test_metadata_of_another_shape_changes_no_score(
    metadata: dict[str, Any], ordinary: Attempt, context: Context
) -> None:
    """Gradescope says that the file may change."""
    assert read(gradescope.results(ordinary, context, metadata, LatePolicy(keep_best=True)))["score"] == 1
