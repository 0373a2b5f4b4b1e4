"""GitLab's Code Quality report."""

from __future__ import annotations

import json
from typing import Any

import jsonschema

from grader.records import Attempt
from grader.report import gitlab
from grader.report.rows import Context

RULES = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string"},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": "^(?![./])."},
                    "lines": {
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                        "required": ["begin"],
                    },
                },
            },
        },
    },
}


def read(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(text)
    jsonschema.validate(found, RULES)
    return found


def test_what_is_not_right_is_a_finding_at_its_line(ordinary: Attempt, context: Context) -> None:
    """A failed check is major, an item not begun is minor, a passed check is no finding."""
    scale, output = read(gitlab.write([ordinary], context))
    assert scale["location"] == {"path": "exercises/attention/scores.py", "lines": {"begin": 12}}
    assert (scale["severity"], output["severity"]) == ("major", "minor")


def test_a_hostile_class_keeps_the_rules(make: Any, hostile: Attempt, context: Context) -> None:
    """The report is pure ASCII JSON within the rules, and short."""
    text = gitlab.write([hostile], context)
    assert text.isascii()
    assert all(len(finding["description"]) <= gitlab.DESCRIPTION_LIMIT for finding in read(text))


def test_fingerprints_are_unique_and_outlast_a_change_of_words(make: Any, context: Context) -> None:
    """GitLab compares branches by them."""
    first, again = (make.every_status(text) for text in ("One wording.", "Another."))
    marks = [
        [finding["fingerprint"] for finding in read(gitlab.write([one], context))] for one in (first, again)
    ]
    assert marks[0] == marks[1]
    assert len(set(marks[0])) == len(marks[0])


def test_nothing_wrong_is_an_empty_list(make: Any, context: Context) -> None:
    """An empty file would be refused."""
    assert read(gitlab.write([make.attempt(make.item("scores", make.check("one")))], context)) == []
