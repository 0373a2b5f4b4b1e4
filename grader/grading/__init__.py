"""Submission in, attempt out: measure with the checks, then judge, then score, then name the mistake.

Importing this package costs next to nothing: pytest and numpy are imported by the first call, so that a
sandbox can be started first and warm up meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.course.model import Course, Lesson
    from grader.intake.submission import Submission
    from grader.records import Attempt
    from grader.sandbox.api import Sandbox

    Choice = Callable[[Submission], frozenset[str]]

__all__ = ["grade_all", "grade_one"]


def grade_all(
    course: Course,
    lesson: Lesson,
    submissions: Iterable[Submission],
    deliver: Callable[[Submission, Attempt], None],
    *,
    sandbox: Sandbox,
    only: frozenset[str] | Choice = frozenset(),
    later: frozenset[str] = frozenset(),
    diagnose: bool | Callable[[Submission], bool] = True,
    digest: str = "",
) -> None:
    """Grade submission after submission in one warm session; ``deliver`` gets each attempt as it is finished.

    ``only`` names the items to grade (none: all), of all submissions or of each; ``later`` those that are not due
    yet; ``diagnose`` says whether wrong work is explained, all of it or which; ``digest`` is the course's, where
    that is known already. ``submissions`` is read one at a time. Raises CourseError when course files are wrong,
    GraderFault when the session cannot run, and whatever ``submissions`` or ``deliver`` raise.
    """
    from grader.grading.session import GradingSession

    GradingSession(course, lesson, sandbox, only, later, diagnose, digest).grade(submissions, deliver)


def grade_one(
    course: Course,
    lesson: Lesson,
    submission: Submission,
    *,
    sandbox: Sandbox,
    only: frozenset[str] = frozenset(),
    later: frozenset[str] = frozenset(),
    diagnose: bool = True,
    digest: str = "",
) -> Attempt:
    """The attempt that ``submission`` makes. Arguments and errors as of :func:`grade_all`."""
    attempts: list[Attempt] = []
    grade_all(
        course,
        lesson,
        [submission],
        lambda _, attempt: attempts.append(attempt),
        sandbox=sandbox,
        only=only,
        later=later,
        diagnose=diagnose,
        digest=digest,
    )
    return attempts[0]
