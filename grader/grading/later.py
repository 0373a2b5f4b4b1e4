"""Class edition: how many checks of an item stay with the staff and run after hand-in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from grader.course.model import Course, Edition, Lesson

FILE = Path("tests") / "later.json"
"""``{"<lesson>": {"<item>": 3}}``, written into the class edition: a count and nothing else."""


def later_checks(course: Course, lesson: Lesson) -> Mapping[str, int]:
    """Item id -> number of checks that this copy lacks; empty for the self-study edition."""
    path = course.root / FILE
    if course.edition is not Edition.CLASS or not path.is_file():
        return {}
    counts = msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, int]])
    return counts.get(lesson.id, {})
