"""Near misses, doubts and the schema for editors."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest
import yaml

from grader.course import doubts, nearmiss, schema
from grader.course.load import load

COURSE = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("timout", "timeout"),
        ("point", "points"),
        ("POINTS", "points"),
        ("maxpoints", "max_points"),
        ("zebra", None),
        ("", None),
    ],
)
def test_a_near_miss_is_found_and_a_far_one_is_not(word: str, meant: str | None) -> None:
    """A misspelling finds its word; something else entirely finds nothing"""
    assert nearmiss.near(word, ["timeout", "points", "max_points", "kind"]) == meant


def test_nothing_is_near_to_nothing() -> None:
    """No candidates, no suggestion, no error"""
    assert nearmiss.near("word", []) is None
    assert nearmiss.did_you_mean("word", []) == ""


def test_a_zero_with_only_a_relative_tolerance_is_doubted(root: Path) -> None:
    """rtol times 0 is 0: the author is told to add an atol, and with the line of the 0"""
    assert doubts.doubts(load(root)) == []
    (root / "solutions/flat/sides.yaml").write_text("square: 4\nnone:\n  - [1, 0.0]\n")
    (doubt,) = doubts.doubts(load(root))
    assert doubt.where == "solutions/flat/sides.yaml:2"
    assert "atol" in doubt.hint


@pytest.mark.parametrize("tolerance", ["{rtol: 1e-3, atol: 1e-9}", "{atol: 0.1}"])
def test_an_absolute_tolerance_leaves_no_doubt(root: Path, course_text: str, tolerance: str) -> None:
    """With an atol, near 0 is near enough"""
    (root / "course.yaml").write_text(course_text.replace("{rtol: 1e-3}", tolerance))
    (root / "solutions/flat/sides.yaml").write_text("none: 0\n")
    assert doubts.doubts(load(root)) == []


def test_a_tolerance_of_the_field_leaves_no_doubt(root: Path) -> None:
    """A field whose rubric states its own tolerance is judged by that"""
    (root / "solutions/flat/sides.yaml").write_text("none: 0\n")
    (root / "solutions/flat/sides.rubric.yaml").write_text("fields:\n  none:\n    tolerance: {atol: 1}\n")
    assert doubts.doubts(load(root)) == []


def test_the_schema_accepts_the_shipped_course_and_refuses_a_misspelling() -> None:
    """An editor that checks against it agrees with the loader"""
    validator = jsonschema.Draft202012Validator(schema.schema())
    validator.check_schema(schema.schema())
    course = yaml.safe_load((COURSE / "course.yaml").read_text(encoding="utf-8"))
    assert [error.message for error in validator.iter_errors(course)] == []
    course["lessons"][0]["items"][0]["timout"] = 4
    course["lessons"][0]["items"][1]["id"] = "Not An Id"
    course["lessons"][0]["items"][2]["points"] = "two"
    assert len(list(validator.iter_errors(course))) == 3


def test_the_schema_describes_fields_in_the_words_of_the_model() -> None:
    """What an editor shows beside a key is the model's own docstring"""
    item = schema.schema()["$defs"]["Item"]["properties"]
    assert item["points"]["description"] == "0 is a bonus: reported, not summed."


def test_the_schema_file_beside_the_course_is_current() -> None:
    """course.schema.json, which course.yaml points editors to, is what `grade course schema` prints"""
    shipped = json.loads((COURSE / "course.schema.json").read_text(encoding="utf-8"))
    assert shipped == json.loads(json.dumps(schema.schema()))
