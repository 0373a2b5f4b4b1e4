"""Files of the course as if a student had handed them in: to see whether the checks tell right from wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from grader.course import discover, layout
from grader.course.model import Course, Item, Kind, Lesson
from grader.intake.submission import Submission


def references(course: Course, lesson: Lesson, replaced: Mapping[str, bytes] | None = None) -> Submission:
    """The references, some files of them ``replaced`` by others. Raises CourseError."""
    return Submission(files={**discover.references(course, lesson), **(replaced or {})}, origin="references")


def stubs(course: Course, lesson: Lesson) -> Submission:
    """The untouched stubs. Raises CourseError."""
    return Submission(files=discover.pristine_stubs(course, lesson), origin="stubs")


def mistakes(course: Course, lesson: Lesson, item: Item) -> dict[str, Submission]:
    """Each known mistake of ``item`` and each form of it by name, in place of the reference. Raises CourseError."""
    return {
        name: references(course, lesson, {item.stub: _as_handed_in(course, lesson, item, path)})
        for name, path in layout.mistake_files(course, lesson, item).items()
    }


def _as_handed_in(course: Course, lesson: Lesson, item: Item, path: Path) -> bytes:
    """A mistake's code; for numbers and mappings the answer file that it stands for (JSON is YAML too)."""
    if item.kind is Kind.CODE:
        return path.read_bytes()
    from grader.checks.trusted import solutions_folder
    from grader.grading.written import takes_given, written

    mistake = solutions_folder(course, lesson, {path.name: path}).module(path.name)
    right = _right(item, discover.references(course, lesson)[item.stub].decode())
    # What the mistake leaves alone is right.
    answer = {**right, **written(mistake, right)} if takes_given(mistake) else written(mistake, right)
    return json.dumps({field: _plain(value) for field, value in answer.items()}).encode()


def _right(item: Item, reference: str) -> Mapping[str, Any]:
    """The reference's own fields."""
    from grader.answers import numeric
    from grader.course import yaml12

    if item.kind is Kind.NUMERIC:
        return numeric.values(reference, item.stub)
    fields: Any = yaml12.read(reference, item.stub, plain=True).value
    return dict(fields)


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(element) for element in value]
    return float(value) if isinstance(value, Decimal) else value
