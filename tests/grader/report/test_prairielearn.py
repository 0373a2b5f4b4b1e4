"""PrairieLearn's results.json."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import jsonschema
import pytest

from grader.errors import GraderFault
from grader.records import Attempt, Status
from grader.report import prairielearn
from grader.report.rows import Context

RULES = {
    "oneOf": [
        {
            "required": ["gradable", "score", "tests"],
            "properties": {
                "gradable": {"const": True},
                "score": {"type": "number", "minimum": 0, "maximum": 1},
                "message": {"type": "string"},
                "tests": {
                    "type": "array",
                    "items": {
                        "required": ["name", "points", "max_points"],
                        "properties": {
                            "name": {"type": "string", "minLength": 1},
                            "description": {"type": "string"},
                            "points": {"type": "number"},
                            "max_points": {"type": "number", "minimum": 0},
                            "message": {"type": "string"},
                        },
                        "additionalProperties": False,
                    },
                },
            },
            "additionalProperties": False,
        },
        {
            "required": ["gradable", "format_errors"],
            "properties": {
                "gradable": {"const": False},
                "format_errors": {"type": "array", "items": {"type": "string"}, "minItems": 1},
            },
            "additionalProperties": False,
        },
    ]
}


def read(text: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(text)
    jsonschema.validate(result, RULES)
    return result


def test_the_score_is_a_share_and_every_test_has_its_points(ordinary: Attempt, context: Context) -> None:
    """One of four points is a quarter."""
    result = read(prairielearn.write([ordinary], context))
    assert result["score"] == 0.25
    assert [(test["points"], test["max_points"]) for test in result["tests"]] == [(1, 1), (0, 1), (0, 2)]


@pytest.mark.parametrize("score", ["-1", "9"])
def test_the_share_stays_between_0_and_1(make: Any, context: Context, score: str) -> None:
    """A deduction or a bonus beyond the range would be refused."""
    odd = make.attempt(make.item("a", make.check("x")), score=Decimal(score))
    read(prairielearn.write([odd], context))


def test_nothing_readable_costs_no_attempt(make: Any, context: Context) -> None:
    """Missing and refused files only: not gradable, and it says why."""
    items = [make.item("a", status=Status.MISSING), make.item("b", status=Status.REFUSED, message="A link.")]
    result = read(prairielearn.write([make.attempt(*items, status=Status.REFUSED)], context))
    assert result["format_errors"] == ["a: File missing.", "b: A link."]


def test_a_grader_fault_costs_no_attempt(make: Any, context: Context) -> None:
    """Not gradable, and whose fault it is."""
    broken = make.attempt(make.item("a", status=Status.GRADER_ERROR), status=Status.GRADER_ERROR)
    assert "not the student's fault" in read(prairielearn.write([broken], context))["format_errors"][0]


def test_a_class_is_refused(ordinary: Attempt, context: Context) -> None:
    """The file is about one submission."""
    with pytest.raises(GraderFault, match="about one submission"):
        prairielearn.write([ordinary, ordinary], context)


def test_the_file_keeps_within_a_megabyte(make: Any, hostile: Attempt, context: Context) -> None:
    """With hostile text in every field, and with very much to say."""
    checks = [make.check(f"c{n}", Status.FAILED, message="é" * 8000) for n in range(100)]
    many = make.attempt(make.item("scores", *checks, status=Status.FAILED))
    for attempt in (hostile, many):
        text = prairielearn.write([attempt], context)
        assert len(text.encode()) <= prairielearn.MAX_BYTES
        read(text)
