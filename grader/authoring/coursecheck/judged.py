"""What judged submissions say about the course."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from grader.authoring.coursecheck.findings import Finding, Kind
from grader.authoring.coursecheck.places import (
    check_places,
    mistakes_folder,
    shown_reference,
    shown_stub,
)
from grader.authoring.coursecheck.trials import ItemTrial, Judge, failed, full_marks
from grader.course import layout
from grader.course.model import Course, Item, Lesson
from grader.course.model import Kind as ItemKind
from grader.errors import Problem
from grader.grading import trial
from grader.records import Attempt, ItemResult, Status

SLOW = 1.0
"""Seconds of one check, the fastest of its runs: thirty of them are half a minute for every student."""
OFTEN = 12
"""Runs of a mistake in fresh sessions, all alike, after which it is not taken for a random one."""


def references(course: Course, lesson: Lesson, attempt: Attempt) -> Iterator[Finding]:
    """References without full marks."""
    for item, result in _pairs(lesson, attempt):
        if full_marks(result):
            continue
        words = [
            f"{check.id}: {_short(check.message)}" for check in result.checks if check.id in failed(result)
        ]
        said = "; ".join([*([_short(result.message)] if result.message else []), *words])
        what = (
            f"the reference of `{item.id}` is {result.status} with {result.score} of {result.max_score} points"
            f" in the {attempt.sandbox} sandbox ({said or 'no check passed'})"
        )
        hint = f"Mend the reference or the check; 'pytest tests/hidden -k {item.id.replace('-', '_')}' shows more."
        where = f"{shown_reference(course, lesson, item)}:1"
        yield Finding(Kind.REFERENCE, Problem(what, where, hint), lesson.id, item.id)


def stubs(course: Course, lesson: Lesson, blank: Attempt, touched: Attempt) -> Iterator[Finding]:
    """Stubs that are taken for work: as they are, and with no more than a comment added."""
    for item, result in _pairs(lesson, blank):
        if result.status is not Status.NOT_STARTED or result.score:
            what = f"the untouched stub of `{item.id}` is {result.status} with {result.score} points"
            hint = "Run 'grade course stubs'; a stub must hold nothing that is an answer."
            problem = Problem(what, f"{shown_stub(course, lesson, item)}:1", hint)
            yield Finding(Kind.STUB, problem, lesson.id, item.id)
    for item, result in _pairs(lesson, touched):
        where = check_places(course, lesson, item)
        for check in result.checks:
            if check.status is Status.PASSED and check.score:
                what = f"{check.id} gives {check.score} points for a stub with nothing but a comment added"
                hint = "Let the check ask for something that the stub does not do."
                problem = Problem(what, where.get(check.id, ""), hint)
                yield Finding(Kind.STUB, problem, lesson.id, item.id)


def mistakes(course: Course, lesson: Lesson, tried: ItemTrial) -> Iterator[Finding]:
    """Mistakes that are not what a mistake must be."""
    item, folder = tried.item, mistakes_folder(course, lesson, tried.item)

    def broken(name: str, what: str, hint: str) -> Finding:
        where = f"{folder}/{name}.py:1" if name else folder
        return Finding(Kind.MISTAKE_BROKEN, Problem(what, where, hint), lesson.id, item.id)

    for name, why in tried.broken.items():
        yield broken(name, f"the mistakes of `{item.id}` cannot be handed in: {_short(why)}", "Mend it.")
    for path in sorted(layout.mistakes(course, lesson, item).glob("*.py")):
        try:
            tree = ast.parse(path.read_bytes())
        except (SyntaxError, ValueError):
            yield broken(path.stem, f"the mistake `{path.stem}` is not Python", "Mend it.")
            continue
        if not ast.get_docstring(tree):
            hint = "Begin the file with a docstring: what the student seems to do, and a question."
            yield broken(path.stem, f"the mistake `{path.stem}` has no words for the student", hint)
        names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        if item.kind is not ItemKind.CODE and "answer" not in names:
            hint = "Define answer(): it returns what a student would write, field by field."
            yield broken(path.stem, f"the mistake `{path.stem}` has no answer()", hint)
    for name, result in tried.mistakes.items():
        if item.kind is ItemKind.CODE and result.message:
            yield broken(
                name, f"the mistake `{name}` does not load: {_short(result.message)}", "It has to run."
            )


def no_mistakes(course: Course, lesson: Lesson, item: Item) -> Finding:
    """An item whose checks were never seen to fail."""
    folder = mistakes_folder(course, lesson, item)
    what = f"`{item.id}` has checks and no mistake, so nothing shows that they catch anything"
    hint = f"Add wrong answers as {folder}/<name>.py, each with a docstring that tells a student what it is."
    where = next(iter(check_places(course, lesson, item).values()))
    return Finding(Kind.NO_MISTAKES, Problem(what, where, hint), lesson.id, item.id)


def survivors(course: Course, lesson: Lesson, tried: ItemTrial) -> Iterator[Finding]:
    """Changes of the reference that every check lets pass."""
    name = shown_reference(course, lesson, tried.item)
    for mutant, result in tried.mutants:
        if not failed(result) and result.status in (Status.PASSED, Status.NEEDS_REVIEW):
            what = f"no check of `{tried.item.id}` notices this change: {mutant.what}"
            hint = f"Write a check that fails it, or say why it is right: # accept {mutant.kind}: <reason>"
            problem = Problem(what, f"{name}:{mutant.line}", hint)
            yield Finding(mutant.kind, problem, lesson.id, tried.item.id, diff=mutant.diff)


def flaky(course: Course, lesson: Lesson, right: Attempt, seeded: Sequence[Attempt]) -> Iterator[Finding]:
    """Checks that the reference passes with some random numbers and not with others."""
    for item, result in _pairs(lesson, right):
        where = check_places(course, lesson, item)
        for check in result.checks:
            if check.status is not Status.PASSED:
                continue
            lost = sum(check.id in failed(_result(attempt, item)) for attempt in seeded)
            if lost:
                what = f"{check.id} fails the reference for {lost} of {len(seeded)} seeds"
                hint = "Widen the tolerance, draw safer numbers, or use the rng fixture for all of them."
                yield Finding(
                    Kind.FLAKY_CHECK, Problem(what, where.get(check.id, ""), hint), lesson.id, item.id
                )


def slow(course: Course, lesson: Lesson, attempts: Sequence[Attempt]) -> Iterator[Finding]:
    """Checks that take long even at their fastest."""
    for item, result in _pairs(lesson, attempts[0]):
        where = check_places(course, lesson, item)
        for check in result.checks:
            took = [
                each.seconds
                for attempt in attempts
                for each in _result(attempt, item).checks
                if each.id == check.id and each.seconds is not None
            ]
            if took and min(took) > SLOW:
                what = f"{check.id} takes {min(took):.1f} s with the reference"
                hint = "Students wait for it at every run: make its input smaller."
                yield Finding(
                    Kind.SLOW_CHECK, Problem(what, where.get(check.id, ""), hint), lesson.id, item.id
                )


def order(judge: Judge, tried: ItemTrial) -> Iterator[Finding]:
    """Checks that judged the same files differently after other submissions."""
    course, lesson, item = judge.course, judge.lesson, tried.item
    where = check_places(course, lesson, item)
    suspects: dict[str, set[str]] = {}
    for name, again in tried.again.items():
        for check in failed(again) ^ failed(tried.mistakes[name]):
            suspects.setdefault(check, set()).add(name)
    after = failed(tried.reference_again) if tried.reference_again is not None else frozenset()
    for check in sorted(suspects.keys() | after):
        names = sorted(suspects.get(check, ()))
        if check not in after and all(_wavers(judge, item, name, check) for name in names):
            continue
        what = f"{check} judges the same files differently after other submissions"
        hint = "Something outlives the check: a variable, a cache, a default argument. Make it inside."
        yield Finding(Kind.ORDER_DEPENDENT, Problem(what, where.get(check, ""), hint), lesson.id, item.id)


def _wavers(judge: Judge, item: Item, mistake: str, check: str) -> bool:
    """Whether the mistake itself is random, seen in fresh sessions: then the check is not to blame."""
    submission = trial.mistakes(judge.course, judge.lesson, item)[mistake]
    seen: set[bool] = set()
    for number in range(1, OFTEN + 1):
        again = [(f"{item.id}: {mistake} once more ({number})", submission)]
        (attempt,) = judge.attempts(again, only=frozenset([item.id]))
        seen.add(check in failed(_result(attempt, item)))
        if len(seen) > 1:
            return True
    return False


def _pairs(lesson: Lesson, attempt: Attempt) -> Iterator[tuple[Item, ItemResult]]:
    by_id: Mapping[str, Item] = {item.id: item for item in lesson.items}
    return ((by_id[result.id], result) for result in attempt.items)


def _result(attempt: Attempt, item: Item) -> ItemResult:
    return next(result for result in attempt.items if result.id == item.id)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 200 else line[:200] + " ..."
