"""The one check of a choice: a wrong pick is answered with why it is wrong."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from grader.answers import choice as answers
from grader.answers.model import ChoiceAnswer, Given
from grader.checks.builtin import rubric
from grader.checks.builtin.model import BuiltinCheck, Verdict
from grader.course.model import Course, Item, Lesson
from grader.records import Status


def checks(course: Course, lesson: Lesson, item: Item, reference: str) -> tuple[BuiltinCheck, ...]:
    """The check of ``item``. Raises ``CourseError`` when its reference or rubric is wrong."""
    options = answers.options(reference, item.stub)
    right = answers.ticked(reference, item.stub)
    judged, document = rubric.load(course, lesson, item, rubric.ChoiceRubric)
    rubric.refuse_strangers(document, "why", judged.why, options)
    judge = partial(_judge, frozenset(right), judged.why)
    return (BuiltinCheck("test_choice", item.title, item.points or rubric.BONUS_WEIGHT, "", judge),)


def _judge(right: Collection[str], why: Mapping[str, str], answer: Given) -> Verdict:
    assert isinstance(answer, ChoiceAnswer)
    picked = answer.picked
    if len(right) == 1 and len(picked) > 1:
        return Verdict(Status.FAILED, f"Tick one box; {len(picked)} are ticked.")
    wrong = [key for key in picked if key not in right]
    if wrong:
        reasons = [why[key].strip() for key in wrong if key in why]
        return Verdict(Status.FAILED, " ".join(reasons) or "This is not it. Think the options over again.")
    if len(picked) < len(right):
        return Verdict(Status.FAILED, "What is ticked is right, but something is still missing.")
    return Verdict(Status.PASSED)
