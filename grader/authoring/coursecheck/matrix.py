"""Mistake by check: who catches what. Pure: statuses in, findings out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.authoring.coursecheck.findings import Finding, Kind
from grader.course.model import Item, Lesson
from grader.errors import Problem


@dataclass(frozen=True, slots=True)
class Matrix:
    """What the checks of one item say of each of its mistakes."""

    lesson: str
    item: str
    checks: tuple[str, ...]
    """In the order in which a student sees them."""
    where: Mapping[str, str]
    """Check -> ``tests/.../test_x.py:12``; only for checks that an author wrote."""
    caught: Mapping[str, frozenset[str]]
    """Mistake, or ``mistake/form``, -> the checks that it fails."""
    named: Mapping[str, tuple[str, ...]]
    """Mistake -> the mistakes that a student who makes it is told of; itself, when all is well."""


def mistake_of(name: str) -> str:
    """The mistake that a form is one of; a mistake's own name."""
    return name.partition("/")[0]


def first(matrix: Matrix, mistake: str) -> str:
    """The first check that the mistake fails, in a student's order; empty when there is none."""
    return next((check for check in matrix.checks if check in matrix.caught[mistake]), "")


def findings(matrix: Matrix, lesson: Lesson, item: Item, folder: str) -> Iterator[Finding]:
    """What is weak; ``folder`` is where the mistakes are."""

    def found(kind: Kind, what: str, where: str, hint: str) -> Finding:
        return Finding(kind, Problem(what, where, hint), lesson.id, item.id)

    for mistake, caught in matrix.caught.items():
        if not caught:
            what = f"no check of `{item.id}` catches the mistake `{mistake}`"
            hint = "Write a check that it fails, or delete it if it is right after all."
            yield found(Kind.MISTAKE_PASSES, what, f"{folder}/{mistake}.py:1", hint)
        elif "/" in mistake and matrix.named[mistake] != (mistake_of(mistake),):
            told = " and ".join(f"`{name}`" for name in matrix.named[mistake]) or "nothing"
            what = (
                f"whoever makes `{mistake}` is told {told}, where it should be `{mistake_of(mistake)}` alone"
            )
            hint = "Make it a mistake of its own, one folder up, with words for the student."
            yield found(Kind.MISTAKE_FORM, what, f"{folder}/{mistake}.py:1", hint)
    for alike in _alike(matrix):
        what = f"no check tells these mistakes apart: {', '.join(alike)}"
        hint = "Write a check that only one of them fails, or that they answer differently; or keep one."
        yield found(Kind.SAME_MISTAKES, what, f"{folder}/{alike[0]}.py:1", hint)
    for check in matrix.checks:
        where = matrix.where.get(check, "")
        if where and matrix.caught and _is_vacuous(matrix, check):
            what = f"{check} passes on every mistake"
            hint = "Add the mistake that it is there for, or mend the check: it may check nothing."
            yield found(Kind.VACUOUS_CHECK, what, where, hint)
        elif where and _is_idle(matrix, check):
            repeated = ", ".join(f"{name} ({first(matrix, name)})" for name in _caught_by(matrix, check))
            what = f"{check} is never the only or first reason for a mistake; it repeats {repeated}"
            hint = "Add the mistake that only this check catches, or delete the check."
            yield found(Kind.IDLE_CHECK, what, where, hint)


def _alike(matrix: Matrix) -> list[Sequence[str]]:
    """Groups of mistakes that fail the same checks with the same answers.

    Different answers are told apart: whoever makes one of them is told of that one only. The forms of a mistake
    are alike on purpose.
    """
    groups: dict[tuple[frozenset[str], frozenset[str]], list[str]] = {}
    for mistake, caught in matrix.caught.items():
        if caught and "/" not in mistake:
            # One that cannot be recognised by its answers is told apart by what it fails, or not at all.
            names = frozenset(matrix.named[mistake])
            groups.setdefault((caught, names), []).append(mistake)
    return [group for (_, names), group in groups.items() if len(group) > 1 and _mixed(names, group)]


def _mixed(names: frozenset[str], group: Sequence[str]) -> bool:
    return not names or len(names.intersection(group)) > 1


def _caught_by(matrix: Matrix, check: str) -> list[str]:
    return [mistake for mistake, caught in matrix.caught.items() if check in caught]


def _is_vacuous(matrix: Matrix, check: str) -> bool:
    return not _caught_by(matrix, check)


def _is_idle(matrix: Matrix, check: str) -> bool:
    """Neither first nor alone. A mistake that fails only this check is first by it, too."""
    return bool(_caught_by(matrix, check)) and all(
        first(matrix, mistake) != check for mistake in _caught_by(matrix, check)
    )
