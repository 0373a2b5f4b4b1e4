"""A grading session: the checks measure, what they saw is judged, scored and made an attempt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from grader.checks.host import Measured, judge_all
from grader.course.model import Course, Edition, Lesson
from grader.errors import CourseError, Problem
from grader.grading.attempt import Occasion, attempt
from grader.grading.judge import item_result
from grader.grading.later import later_checks
from grader.grading.score import unbalanced
from grader.intake.submission import Submission
from grader.records import Attempt, ItemResult, Status
from grader.sandbox.api import Sandbox

if TYPE_CHECKING:
    from grader.grading.diagnose import Diagnoser


class GradingSession:
    """What stays the same from one submission to the next."""

    def __init__(
        self,
        course: Course,
        lesson: Lesson,
        sandbox: Sandbox,
        only: frozenset[str] | Callable[[Submission], frozenset[str]],
        later: frozenset[str],
        diagnose: bool | Callable[[Submission], bool],
        digest: str = "",
    ) -> None:
        self._course = course
        self._lesson = lesson
        self._sandbox = sandbox
        self._choose = only if callable(only) else None
        chosen = frozenset[str]() if callable(only) else only
        self._items = tuple(item for item in lesson.items if not chosen or item.id in chosen)
        self._later = later
        self._after_hand_in = later_checks(course, lesson)
        self._diagnose = diagnose if callable(diagnose) else lambda _: diagnose
        self._digest = digest
        self._balanced: set[str] = set()

    @cached_property
    def _occasion(self) -> Occasion:
        """Made when the first attempt needs it: the sandbox's tier is known only once it is warm."""
        return Occasion.of(self._course, self._lesson, self._sandbox.name, self._digest)

    @cached_property
    def _diagnoser(self) -> Diagnoser:
        """Imported when there is something to explain: right work does not wait for it."""
        from grader.grading.diagnose import Diagnoser

        return Diagnoser(self._course, self._lesson, self._sandbox)

    def grade(
        self, submissions: Iterable[Submission], deliver: Callable[[Submission, Attempt], None]
    ) -> None:
        """Grade each submission and hand its attempt to ``deliver``."""

        def finished(submission: Submission, measured: tuple[Measured, ...]) -> None:
            self._require_balance(measured)
            results = tuple(self._result(submission, each) for each in measured)
            deliver(submission, attempt(self._occasion, submission, results))

        judge_all(
            self._course,
            self._lesson,
            self._items,
            submissions,
            finished,
            sandbox=self._sandbox,
            choose=self._choose,
        )

    def _result(self, submission: Submission, measured: Measured) -> ItemResult:
        result = item_result(
            measured,
            submission.files,
            edition=self._course.edition,
            due=measured.item.id not in self._later,
            needs_later=self._after_hand_in.get(measured.item.id, 0),
        )
        if all(check.status is Status.PASSED for check in result.checks) or not self._diagnose(submission):
            return result
        return self._diagnoser.explained(result, measured)

    def _require_balance(self, measured: tuple[Measured, ...]) -> None:
        """Refuse a course whose checks do not add up, before anything of that item is delivered."""
        new = [each for each in measured if each.broken is None and each.item.id not in self._balanced]
        if not new or self._course.edition is Edition.CLASS:
            return
        problems: list[Problem] = [
            problem for each in new if (problem := unbalanced(each.item, each.specs)) is not None
        ]
        if problems:
            raise CourseError.of(problems)
        self._balanced |= {each.item.id for each in new}
