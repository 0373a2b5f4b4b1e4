"""What judged submissions say about the course."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from grader.authoring.coursecheck.findings import Finding, Kind
from grader.authoring.coursecheck.matrix import mistake_of
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
from grader.grading.telltale import LOOK_FOR, patterns
from grader.records import Attempt, ItemResult, Status

SLOW = 1.0
"""Seconds of one check, the fastest of its runs: thirty of them are half a minute for every student."""
_PLACE = re.compile(r"\((?P<where>[^()\s]+:\d+): (?P<why>\w+)\)")
"""Where a check broke off and by which exception, in what is said to staff of a fault that is not the student's."""
MORE_RUNS = 3
"""Runs of the references after which a check that still seems slow is."""
OFTEN = 12
"""Runs of a mistake in fresh sessions, all alike, after which it is not taken for a random one."""


def references(course: Course, lesson: Lesson, attempt: Attempt) -> Iterator[Finding]:
    """References without full marks."""
    for item, result in _pairs(lesson, attempt):
        if full_marks(result):
            continue
        if result.status is Status.GRADER_ERROR:
            yield _checks_broken(course, lesson, item, result)
            continue
        where = check_places(course, lesson, item)
        words = [
            f"{check.id} in {where[check.id]}: {_short(check.message)}"
            if check.id in where
            else f"{check.id}: {_short(check.message)}"
            for check in result.checks
            if check.id in failed(result)
        ]
        said = "; ".join([*([_short(result.message)] if result.message else []), *words])
        what = (
            f"the reference of `{item.id}` is {result.status} with {result.score} of {result.max_score} points"
            f" in the {attempt.sandbox} sandbox ({said or 'no check passed'})"
        )
        hint = f"Mend the reference or the check; 'pytest tests/hidden -k {item.id.replace('-', '_')}' shows more."
        place = f"{shown_reference(course, lesson, item)}:1"
        yield Finding(Kind.REFERENCE, Problem(what, place, hint), lesson.id, item.id)


def _checks_broken(course: Course, lesson: Lesson, item: Item, result: ItemResult) -> Finding:
    """Checks that break off by themselves: neither the reference nor any mistake was judged by them."""
    broken = [check for check in result.checks if check.status is Status.GRADER_ERROR]
    place = _PLACE.search(result.message or (broken[0].message if broken else ""))
    names = ", ".join(check.id for check in broken) or "they do not load"
    why = place["why"] if place else "the reason was not told"
    what = f"the checks of `{item.id}` break off by themselves: {why} ({names})"
    where = place["where"] if place else next(iter(check_places(course, lesson, item).values()), "")
    hint = f"Mend the check; 'pytest tests/hidden tests/public -k {item.id.replace('-', '_')}' shows where it stops."
    return Finding(Kind.CHECK_FILE, Problem(what, where, hint), lesson.id, item.id)


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
    files = layout.mistake_files(course, lesson, item)
    for name, path in files.items():
        try:
            tree = ast.parse(path.read_bytes())
        except (SyntaxError, ValueError):
            yield broken(name, f"the mistake `{name}` is not Python", "Mend it.")
            continue
        if "/" in name and mistake_of(name) not in files:
            hint = f"Put the mistake itself, with its words, into {folder}/{mistake_of(name)}.py."
            yield broken(name, f"`{name}` is a form of a mistake that is not there", hint)
        elif "/" not in name and not ast.get_docstring(tree):
            hint = "Begin the file with a docstring: what the student seems to do, and a question."
            yield broken(name, f"the mistake `{name}` has no words for the student", hint)
        names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        if item.kind is not ItemKind.CODE and "answer" not in names:
            hint = "Define answer(): it returns what a student would write, field by field."
            yield broken(name, f"the mistake `{name}` has no answer()", hint)
        if item.kind is ItemKind.CODE:
            yield from _looked_for(name, tree, tried, lesson.id, f"{folder}/{name}.py")
    for name, result in tried.mistakes.items():
        if item.kind is ItemKind.CODE and result.message and result.status is not Status.GRADER_ERROR:
            yield broken(
                name, f"the mistake `{name}` does not load: {_short(result.message)}", "It has to run."
            )


def _looked_for(name: str, tree: ast.Module, tried: ItemTrial, lesson: str, file: str) -> Iterator[Finding]:
    """What the mistake says to look for, tried on its own code."""
    for node in tree.body:
        if not (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == LOOK_FOR):
            continue
        try:
            written = ast.literal_eval(node.value)
            patterns(written)
        except ValueError as error:
            problem = Problem(str(error), f"{file}:{node.lineno}", "Write it as the others are written.")
            yield Finding(Kind.LOOK_FOR, problem, lesson, tried.item.id)
            continue
        told = tried.mistakes[name].diagnoses if name in tried.mistakes else ()
        own = [found.line for found in told if found.mistake == mistake_of(name)]
        if written and own == [None]:
            what = f"what `{name}` says to look for is on no line of its own code, or on several"
            hint = "Add a pattern, before the others, that fits the line with the mistake and no other line."
            yield Finding(Kind.LOOK_FOR, Problem(what, f"{file}:{node.lineno}", hint), lesson, tried.item.id)


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


def slow(judge: Judge, attempts: Sequence[Attempt]) -> Iterator[Finding]:
    """Checks that take long even at their fastest."""
    course, lesson = judge.course, judge.lesson
    if any(seconds > SLOW for seconds in _fastest(attempts).values()):
        # The machine may have been busy: nobody is blamed before some more runs.
        more = [("references once more", trial.references(course, lesson))] * MORE_RUNS
        attempts = [*attempts, *judge.attempts(more)]
    for (item_id, check), seconds in _fastest(attempts).items():
        if seconds > SLOW:
            item = lesson.item(item_id)
            what = f"{check} takes {seconds:.1f} s with the reference"
            hint = "Students wait for it at every run: make its input smaller."
            where = check_places(course, lesson, item).get(check, "")
            yield Finding(Kind.SLOW_CHECK, Problem(what, where, hint), lesson.id, item_id)


def _fastest(attempts: Sequence[Attempt]) -> dict[tuple[str, str], float]:
    """(item, check) -> seconds of its fastest run."""
    took: dict[tuple[str, str], float] = {}
    for result in (result for attempt in attempts for result in attempt.items):
        for check in result.checks:
            if check.seconds is not None:
                key = result.id, check.id
                took[key] = min(check.seconds, took.get(key, check.seconds))
    return took


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
