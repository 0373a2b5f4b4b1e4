"""Files of the course, judged as if students had handed them in. All judging happens in the sandbox."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from grader.authoring.coursecheck.mutants import Mutant, mutants
from grader.course.model import Course, Item, Lesson
from grader.course.model import Kind as ItemKind
from grader.errors import GraderError
from grader.grading import grade_all, trial
from grader.intake.submission import Submission
from grader.records import Attempt, ItemResult, Status
from grader.sandbox.api import Sandbox

MUTANT_SECONDS = 2.0
"""A change may make a loop endless; nobody has to wait long for that."""
Tick = Callable[[str, int, int], None]
"""Told before each submission what it is, its number, and how many there are."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges submissions of one lesson."""

    course: Course
    lesson: Lesson
    sandbox: Sandbox
    tick: Tick

    def attempts(
        self,
        submissions: Sequence[tuple[str, Submission]],
        *,
        only: frozenset[str] = frozenset(),
        diagnosed: int = 0,
    ) -> list[Attempt]:
        """One attempt for each named submission, in one session; the first ``diagnosed`` of them say why.

        Raises CourseError, GraderFault.
        """
        attempts: list[Attempt] = []

        def named() -> Iterator[Submission]:
            for number, (name, submission) in enumerate(submissions, start=1):
                self.tick(name, number, len(submissions))
                yield submission

        grade_all(
            self.course,
            self.lesson,
            named(),
            lambda _, attempt: attempts.append(attempt),
            sandbox=self.sandbox,
            only=only,
            diagnose=lambda _: len(attempts) < diagnosed,
        )
        return attempts

    def seeded(self, number: int) -> Judge:
        """The same, with other random numbers: seeds are made from the course's id."""
        file = msgspec.structs.replace(self.course.file, id=f"{self.course.id}-{number}")
        course = msgspec.structs.replace(self.course, file=file)
        return Judge(course, self.lesson, self.sandbox, self.tick)

    def impatient(self) -> Judge:
        """The same, with short limits."""
        items = tuple(_hurried(item) for item in self.lesson.items)
        lesson = msgspec.structs.replace(self.lesson, items=items)
        return Judge(self.course, lesson, self.sandbox, self.tick)


@dataclass(frozen=True, slots=True)
class ItemTrial:
    """What became of everything that was tried on one item."""

    item: Item
    mistakes: Mapping[str, ItemResult] = field(default_factory=dict)
    again: Mapping[str, ItemResult] = field(default_factory=dict)
    """The same mistakes in the opposite order, after other submissions; empty when that was left out."""
    reference_again: ItemResult | None = None
    """The reference, after all of those."""
    mutants: Sequence[tuple[Mutant, ItemResult]] = ()
    broken: Mapping[str, str] = field(default_factory=dict)
    """Mistakes that could not be handed in -> why."""


def item_trial(judge: Judge, item: Item, *, quick: bool) -> ItemTrial:
    """Judge the item's mistakes and, unless ``quick``, its mutants and the mistakes once more."""
    course, lesson = judge.course, judge.lesson
    handed_in, broken = _mistakes(course, lesson, item)
    if not handed_in and (quick or item.kind is not ItemKind.CODE):
        return ItemTrial(item, broken=broken)
    names = list(handed_in)
    plan = [(f"{item.id}: mistake {name}", handed_in[name]) for name in names]
    backwards = [] if quick else [*plan[::-1], ("reference", trial.references(course, lesson))]
    attempts = judge.attempts([*plan, *backwards], only=frozenset([item.id]), diagnosed=len(plan))
    results = [_of(attempt, item) for attempt in attempts]
    later = results[len(names) :]
    return ItemTrial(
        item,
        dict(zip(names, results, strict=False)),
        dict(zip(reversed(names), later, strict=False)) if later else {},
        later[-1] if later else None,
        [] if quick else _mutants(judge.impatient(), item),
        broken,
    )


def touched_stubs(course: Course, lesson: Lesson) -> Submission:
    """The stubs of code items as somebody hands them in who wrote a comment and no code."""
    right, files = trial.references(course, lesson).files, dict(trial.stubs(course, lesson).files)
    code = {item.stub for item in lesson.items if item.kind is ItemKind.CODE}
    touched = {name: data + b"\n# not sure yet\n" for name, data in files.items() if name in code}
    helpers = {name: data for name, data in right.items() if name not in files}
    return Submission(files={**files, **touched, **helpers}, origin="stubs")


def _mistakes(course: Course, lesson: Lesson, item: Item) -> tuple[dict[str, Submission], dict[str, str]]:
    try:
        return trial.mistakes(course, lesson, item), {}
    except GraderError as error:
        return {}, {"": str(error)}
    except Exception as error:  # noqa: BLE001  (an author's code may raise anything)
        return {}, {"": f"{type(error).__name__}: {error}"}


def _mutants(judge: Judge, item: Item) -> list[tuple[Mutant, ItemResult]]:
    if item.kind is not ItemKind.CODE:
        return []
    right = trial.references(judge.course, judge.lesson).files[item.stub].decode()
    changed = mutants(right, item.stub)
    submissions = [
        (
            f"{item.id}: {mutant.what}",
            trial.references(judge.course, judge.lesson, {item.stub: mutant.source.encode()}),
        )
        for mutant in changed
    ]
    attempts = judge.attempts(submissions, only=frozenset([item.id]))
    return [(mutant, _of(attempt, item)) for mutant, attempt in zip(changed, attempts, strict=True)]


def _of(attempt: Attempt, item: Item) -> ItemResult:
    return next(result for result in attempt.items if result.id == item.id)


def _hurried(item: Item) -> Item:
    limits = msgspec.structs.replace(item.limits, seconds=min(item.limits.seconds, MUTANT_SECONDS))
    return msgspec.structs.replace(item, limits=limits)


def failed(result: ItemResult) -> frozenset[str]:
    """Ids of the checks that did not pass."""
    return frozenset(check.id for check in result.checks if check.status is not Status.PASSED)


def full_marks(result: ItemResult) -> bool:
    """Everything passed, by a person's leave where the answer is prose."""
    right = result.status in (Status.PASSED, Status.NEEDS_REVIEW)
    return right and result.score == result.max_score and not failed(result)
