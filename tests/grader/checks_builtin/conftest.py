"""A course of built-in checks only: ``course(files)`` writes references and rubrics and loads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from grader import answers
from grader.checks.builtin import BuiltinCheck, Verdict, checks_for
from grader.course import load
from grader.course.model import Course
from grader.intake.submission import Submission

COURSE = """\
format: 1
id: kitchen
title: Kitchen
mission: {text: Cook.}
lessons:
  - id: soup
    title: Soup
    items:
      - {id: weigh, kind: numeric, title: Weigh, stub: weigh.yaml, points: 3, tolerance: {atol: 0.005}}
      - {id: pick, kind: choice, title: Which is best?, stub: pick.md, points: 1}
      - {id: why, kind: text, title: Why, stub: why.md, points: 2}
      - {id: names, kind: mapping, title: Names, stub: names.yaml, points: 0}
"""
FILES = {
    "exercises/soup/README.md": "# Soup\n",
    "exercises/soup/weigh.yaml": "pot: 2\nfirst:\nsalt:\nherbs:\n",
    "exercises/soup/pick.md": "- [ ] a) salt\n- [ ] b) herbs\n- [ ] c) nothing\n",
    "exercises/soup/why.md": "## Your answer\n\n",
    "exercises/soup/names.yaml": "pot:\nlid:\n",
    "solutions/soup/weigh.yaml": "pot: 2\nfirst: No salt\nsalt: 0.7071\nherbs: [0.66976, 0.33024]\n",
    "solutions/soup/weigh.rubric.yaml": "fields: {pot: {given: true}}\n",
    "solutions/soup/pick.md": "- [ ] a) salt\n- [x] b) herbs\n- [ ] c) nothing\n",
    "solutions/soup/pick.rubric.yaml": "why:\n  a: Salt alone is thin.\n",
    "solutions/soup/why.md": "## Your answer\n\nSteam lifts the foam.\n",
    "solutions/soup/why.rubric.yaml": """\
concepts:
  - id: steam
    points: 0.5
    question: What comes out of boiling water?
    any: [steam|vapour]
  - id: lifts
    points: 1.5
    question: What does it do to the foam?
    all: [lift|raise|push foam]
    not: [foam sink]
examples:
  - {answer: The vapor lifts the foam., concepts: [steam, lifts]}
  - {answer: Steam does not lift the foam., concepts: [steam]}
""",
    "solutions/soup/names.yaml": "pot: kettle\nlid: kettle.top( 1 )\n",
}

MakeCourse = Callable[..., Course]
Judge = Callable[..., Mapping[str, Verdict]]


@pytest.fixture
def make_course(tmp_path: Path) -> MakeCourse:
    def make(**changes: str) -> Course:
        """``why_rubric="..."`` replaces the content of ``solutions/soup/why.rubric.yaml``."""
        changed = {
            f"solutions/soup/{key.replace('_rubric', '.rubric')}"
            + (".md" if key in ("pick", "why") else ".yaml"): text
            for key, text in changes.items()
        }
        for name, text in {"course.yaml": COURSE, **FILES, **changed}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            if name.startswith("exercises/") and not name.endswith("README.md"):
                (path.parent / ".stubs").mkdir(exist_ok=True)
                (path.parent / ".stubs" / path.name).write_text(text, encoding="utf-8")
        return load.load(tmp_path)

    return make


def checks(course: Course, item: str) -> Mapping[str, BuiltinCheck]:
    """The built-in checks of ``item`` by id."""
    lesson = course.lesson("soup")
    return {check.id: check for check in checks_for(course, lesson, lesson.item(item))}


def judge(course: Course, item: str, content: str) -> Mapping[str, Verdict]:
    """What each check says of a file of ``content``, which must hold an answer."""
    lesson = course.lesson("soup")
    each = lesson.item(item)
    answer = answers.read(course, lesson, each, Submission(files={each.stub: content.encode()}))
    return {id_: check.judge(answer) for id_, check in checks(course, item).items()}  # type: ignore[arg-type]
