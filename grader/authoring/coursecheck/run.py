"""One run over a whole course: read everything, judge everything, say what is weak."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from grader.authoring import stubs
from grader.authoring.coursecheck import checkfiles, giveaway, judged, matrix, rubrics
from grader.authoring.coursecheck.findings import Finding, Kind, settled
from grader.authoring.coursecheck.matrix import Matrix
from grader.authoring.coursecheck.places import check_places, mistakes_folder, shown_reference
from grader.authoring.coursecheck.rubrics import Confusion
from grader.authoring.coursecheck.trials import ItemTrial, Judge, Tick, failed, item_trial, touched_stubs
from grader.checks.builtin import checks_for
from grader.course.doubts import doubts
from grader.course.load import load
from grader.course.model import Course, Edition, Lesson
from grader.errors import CourseError, GraderError, Problem, SandboxUnavailable, UsageError
from grader.grading import trial
from grader.sandbox import start
from grader.sandbox.api import Sandbox, Tier

SEEDS = 10
_ONLY_IN_FULL = frozenset(
    {Kind.FLAKY_CHECK, Kind.ORDER_DEPENDENT, *(kind for kind in Kind if kind.startswith("mutant-"))}
)


@dataclass(slots=True)
class Report:
    """What a course check saw. Its JSON is the fields as they stand here."""

    course: str = ""
    quick: bool = False
    seeds: int = 0
    """How many other seeds the references were judged with."""
    ok: bool = False
    """Nothing was found that the author has not accepted."""
    findings: list[Finding] = field(default_factory=list)
    matrices: list[Matrix] = field(default_factory=list)
    confusions: list[Confusion] = field(default_factory=list)
    mutants: int = 0
    """How many changes of references were tried."""
    survivors: int = 0
    tiers: list[str] = field(default_factory=list)
    """Kinds of sandbox in which the references were judged."""
    notes: list[str] = field(default_factory=list)
    """What could not be looked at, and why."""


def encode(report: Report) -> bytes:
    """The report as JSON."""
    return msgspec.json.encode({"format_version": 1, **msgspec.to_builtins(report, order="sorted")})


def check(
    root: Path, tick: Tick, *, lesson: str | None = None, quick: bool = False, seeds: int = SEEDS
) -> Report:
    """Look at every lesson of the course in ``root``, or at one; with ``seeds`` other random numbers.

    ``quick`` leaves out what takes many runs: changed references, seeds, the opposite order, other kinds of
    sandbox. Raises UsageError for a lesson that is not there or a copy without references, GraderFault.
    """
    report = Report(quick=quick, seeds=0 if quick else seeds)
    try:
        course = load(root)
    except CourseError as error:
        report.findings = [Finding(Kind.COURSE_FILE, problem) for problem in error.problems]
        return report
    report.course = course.id
    if course.edition is Edition.CLASS:
        hint = "Run it in the instructor's copy, where solutions/ and tests/hidden/ are."
        raise UsageError("this copy of the course has no references to check", where=str(root), hint=hint)
    lessons = [each for each in course.file.lessons if lesson in (None, each.id)]
    if not lessons:
        known = ", ".join(each.id for each in course.file.lessons)
        raise UsageError(f"there is no lesson '{lesson}' in this course", hint=f"The lessons are: {known}.")
    found = [Finding(Kind.DOUBTFUL, problem) for problem in doubts(course)]
    for each in lessons:
        found += _lesson(course, each, report, tick)
    # Without every lesson judged to the end, an acceptance that is not used proves nothing.
    whole = len(lessons) == len(course.file.lessons) and not report.notes
    ran = [kind for kind in Kind if whole and not (quick and kind in _ONLY_IN_FULL)]
    report.findings = settled(course, found, ran)
    report.ok = all(finding.accepted for finding in report.findings)
    return report


def _lesson(course: Course, lesson: Lesson, report: Report, tick: Tick) -> Iterator[Finding]:
    unusable = list(_unusable(course, lesson))
    yield from unusable
    yield from checkfiles.findings(course, lesson)
    if unusable:
        report.notes.append(f"{lesson.id} was not judged: its rubrics or references have to be mended first.")
        return
    yield from giveaway.findings(course, lesson)
    for item in lesson.items:
        yield from rubrics.findings(course, lesson, item)
        if item.kind == "text":
            report.confusions += rubrics.confusions(course, lesson, item)
    yield from _stub_drift(course, lesson, report)
    with closing(start(packages=checkfiles.packages(lesson))) as sandbox:
        try:
            yield from _judged(Judge(course, lesson, sandbox, tick), report)
        except CourseError as error:
            yield from (Finding(Kind.CHECK_FILE, problem, lesson.id) for problem in error.problems)
            report.notes.append(f"{lesson.id} was not judged: its check files have to be mended first.")


def _unusable(course: Course, lesson: Lesson) -> Iterator[Finding]:
    for item in lesson.items:
        try:
            checks_for(course, lesson, item)
            list(rubrics.findings(course, lesson, item))
        except CourseError as error:
            for problem in error.problems:
                name = shown_reference(course, lesson, item)
                where = problem.where.replace(item.stub, name) if "/" not in problem.where else problem.where
                placed = Problem(problem.what, where or name, problem.hint)
                yield Finding(Kind.RUBRIC, placed, lesson.id, item.id)


def _stub_drift(course: Course, lesson: Lesson, report: Report) -> Iterator[Finding]:
    try:
        problems = stubs.check(course, lesson)
    except CourseError as error:
        problems = list(error.problems)
    except GraderError as error:
        report.notes.append(f"The stubs of {lesson.id} were not compared with their references: {error}")
        return
    yield from (Finding(Kind.STUB_DRIFT, problem, lesson.id) for problem in problems)


def _judged(judge: Judge, report: Report) -> Iterator[Finding]:
    course, lesson = judge.course, judge.lesson
    right, blank, touched = judge.attempts(
        [
            ("references", trial.references(course, lesson)),
            ("stubs", trial.stubs(course, lesson)),
            ("stubs with a comment", touched_stubs(course, lesson)),
        ]
    )
    tier = judge.sandbox.tier
    report.tiers.append(str(tier))
    wrong = list(judged.references(course, lesson, right))
    yield from wrong
    yield from judged.stubs(course, lesson, blank, touched)
    sound = {item.id for item in right.items} - {finding.item for finding in wrong}
    for item in lesson.items:
        tried = item_trial(judge, item, quick=report.quick)
        yield from judged.mistakes(course, lesson, tried)
        if item.id in sound:
            yield from _weak(judge, tried, report)
    if report.quick:
        yield from judged.slow(judge, [right])
        return
    seeded = [
        attempt
        for number in range(1, report.seeds + 1)
        for attempt in judge.seeded(number).attempts(
            [(f"references, seed {number} of {report.seeds}", trial.references(course, lesson))]
        )
    ]
    yield from judged.flaky(course, lesson, right, seeded)
    yield from judged.slow(judge, [right, *seeded])
    if not wrong:
        yield from _other_tiers(judge, tier, report)


def _weak(judge: Judge, tried: ItemTrial, report: Report) -> Iterator[Finding]:
    """What the item's checks let through. Of a reference that fails itself this would say nothing."""
    course, lesson, item = judge.course, judge.lesson, tried.item
    where = check_places(course, lesson, item)
    if tried.mistakes:
        caught = {name: failed(result) for name, result in tried.mistakes.items()}
        some = next(iter(tried.mistakes.values()))
        named = {
            name: tuple(diagnosis.mistake for diagnosis in result.diagnoses)
            for name, result in tried.mistakes.items()
        }
        one = Matrix(lesson.id, item.id, tuple(check.id for check in some.checks), where, caught, named)
        report.matrices.append(one)
        yield from matrix.findings(one, lesson, item, mistakes_folder(course, lesson, item))
    elif where:
        yield judged.no_mistakes(course, lesson, item)
    survivors = list(judged.survivors(course, lesson, tried))
    report.mutants += len(tried.mutants)
    report.survivors += len(survivors)
    yield from survivors
    yield from judged.order(judge, tried)


def _other_tiers(judge: Judge, tier: Tier, report: Report) -> Iterator[Finding]:
    packages = checkfiles.packages(judge.lesson)
    for other in Tier:
        if other is tier:
            continue
        with contextlib.ExitStack() as stack:
            try:
                sandbox: Sandbox = stack.enter_context(closing(start(other, packages=packages)))
                elsewhere = Judge(judge.course, judge.lesson, sandbox, judge.tick)
                right = [(f"references, {other}", trial.references(judge.course, judge.lesson))]
                attempts = elsewhere.attempts(right)
            except SandboxUnavailable:
                continue
            report.tiers.append(str(other))
            yield from judged.references(judge.course, judge.lesson, attempts[0])
