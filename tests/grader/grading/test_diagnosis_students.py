"""Diagnosis on wrong answers written in the manner of students, each labelled with the mistakes that it makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.course import layout
from grader.course.load import load
from grader.course.model import Course, Item
from grader.grading import grade_all, trial
from grader.grading.alike import ITS_OWN_WORDS, same_exception
from grader.intake.submission import Submission
from grader.records import Attempt, Diagnosis, Status
from grader.sandbox.api import Raised, Sandbox

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "tests" / "samples" / "wrong_answers"
PARTLY = {
    "wrong_axis_and_unscaled",
    "untransposed_and_unscaled",
    "unscaled_weights_only",
    "nk_and_overflow",
    "tiles_and_max_of_columns",
}
"""Two mistakes of which one hides the other in every check, or both together look like neither."""
Told = Mapping[str, Diagnosis]
"""By the mistake's name."""
RANDOM = {"draws_again_inside"}
"""What comes out of numbers of one's own drawing, no replay reproduces."""


@pytest.fixture(scope="module")
def course() -> Course:
    return load(ROOT)


def diagnosed(course: Course, sandbox: Sandbox, item: Item, files: Iterable[Path]) -> dict[str, Told]:
    """File -> the mistakes that its author is told of, all files graded in one session."""
    lesson = course.file.lessons[0]
    found: dict[str, Told] = {}

    def handed_in() -> Iterator[Submission]:
        for path in files:
            work = trial.references(course, lesson, {item.stub: path.read_bytes()})
            yield Submission(files=work.files, origin=f"{path.parent.name}/{path.stem}")

    def noted(submission: Submission, attempt: Attempt) -> None:
        (result,) = (each for each in attempt.items if each.id == item.id)
        assert any(check.status is not Status.PASSED for check in result.checks), (
            f"{submission.origin} is right"
        )
        found[submission.origin] = {each.mistake: each for each in result.diagnoses}

    grade_all(course, lesson, handed_in(), noted, sandbox=sandbox, only=frozenset([item.id]))
    return found


@pytest.fixture(scope="module", params=["attention", "saturation", "worked-example", "hand-example"])
def students(
    course: Course, sandbox: Sandbox, request: pytest.FixtureRequest
) -> tuple[Path, dict[str, Told]]:
    """Folder of one item's wrong answers; each answer's name -> what its author is told."""
    item, folder = course.file.lessons[0].item(request.param), SAMPLES / request.param
    files = sorted(path for path in folder.iterdir() if path.name not in ("labels.yaml", "lines.yaml"))
    found = diagnosed(course, sandbox, item, files)
    return folder, {file.rpartition("/")[2]: told for file, told in found.items()}


def test_students_are_told_their_own_mistake(students: tuple[Path, dict[str, Told]]) -> None:
    """Nobody is told a mistake that they do not make; whoever makes one known mistake is told that one"""
    folder, found = students
    labels = yaml.safe_load((folder / "labels.yaml").read_text("utf-8"))
    assert labels.keys() == found.keys()
    made = {name: {mistake for mistake in label if mistake[-1] != "?"} for name, label in labels.items()}
    also = {name: {mistake.rstrip("?") for mistake in label} for name, label in labels.items()}
    assert {name: told.keys() - also[name] for name, told in found.items() if told.keys() - also[name]} == {}
    missed = {name: made[name] - told.keys() for name, told in found.items() if made[name] - told.keys()}
    assert missed.keys() <= PARTLY | RANDOM, missed


def test_students_are_sent_to_the_line_of_their_mistake(students: tuple[Path, dict[str, Told]]) -> None:
    """Every line that is named is one that a person who read the answer would point to, and none gets lost"""
    folder, found = students
    files = {path.stem: path.read_text("utf-8").splitlines() for path in folder.iterdir()}
    named = {
        name: {
            mistake: f"{one.line}: {files[name][one.line - 1].strip()}"
            for mistake, one in sorted(told.items())
            if one.line is not None
        }
        for name, told in found.items()
    }
    read = yaml.safe_load((folder / "lines.yaml").read_text("utf-8"))
    assert {name: lines for name, lines in named.items() if lines} == read


def test_every_form_of_a_mistake_is_recognised(course: Course, sandbox: Any) -> None:
    """Another way to make a mistake, kept in a folder of the mistake's name, is named as that mistake"""
    lesson = course.file.lessons[0]
    item = lesson.item("attention")
    forms = sorted(layout.mistakes(course, lesson, item).glob("*/*.py"))
    found = diagnosed(course, sandbox, item, forms)
    assert {name: set(told) for name, told in found.items()} == {
        f"{path.parent.name}/{path.stem}": {path.parent.name} for path in forms
    }


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("'list' object has no attribute 'T'", "'list' object has no attribute 'shape'", True),
        ("size 3 is different from 5", "size 4 is different from 5", False),
        ("only whole arrays, please", ITS_OWN_WORDS, True),
    ],
)
def test_exceptions_are_the_same_for_the_same_reason(left: str, right: str, same: bool) -> None:
    """Quoted names may differ and sizes may not; a mistake that raises in its own words matches by kind"""
    assert same_exception(Raised("ValueError", left), Raised("ValueError", right)) is same
    assert not same_exception(Raised("ValueError", left), Raised("TypeError", right))
