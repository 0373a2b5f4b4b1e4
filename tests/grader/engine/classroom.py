"""A tiny course and students' work for it, for tests of the engines."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from grader.course.load import load
from grader.course.model import Course
from grader.engine.api import Graded, Plan, Task
from grader.intake.submission import Submission

COURSE = Path(__file__).parents[2] / "samples" / "courses" / "averages"
RIGHT = "def mean(numbers):\n    return sum(numbers) / len(numbers)\n"
WRONG = "def mean(numbers):\n    return sum(numbers) / 2\n"
ENDLESS = "def mean(numbers):\n    while True:\n        pass\n"


def copy(folder: Path, *, seconds: str = "2", check: str = "") -> Course:
    """The course in ``folder``, with another time limit and more lines in the hidden check of ``mean``."""
    shutil.copytree(COURSE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    settings = folder / "course.yaml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("seconds: 2}", f"seconds: {seconds}}}"), encoding="utf-8")
    hidden = folder / "tests" / "hidden" / "averages" / "test_mean.py"
    before = hidden.read_text(encoding="utf-8")
    hidden.write_text("import os\n" + before + check, encoding="utf-8")
    return load(folder)


def plan(course: Course) -> Plan:
    return Plan(root=str(course.root), lesson="averages")


def task(student: str, source: str) -> Task:
    return Task(submission=Submission(files={"mean.py": source.encode()}, student=student))


def right(number: int) -> Iterator[Task]:
    """``number`` different right submissions."""
    return (task(f"s{index:03}", f"# {index}\n{RIGHT}") for index in range(number))


def scores(results: Iterable[Graded]) -> dict[str, str]:
    """Student -> status of ``mean``; fails when a student comes twice."""
    found: dict[str, str] = {}
    for graded in results:
        student = graded.task.submission.student or ""
        assert student not in found, f"{student} was graded twice"
        found[student] = str(graded.attempt.items[0].status)
    return found
