"""Mistakes by checks as one self-contained page: no script, no network, every text escaped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.report.pages import template


@dataclass(frozen=True, slots=True)
class Row:
    """One mistake."""

    name: str
    cells: Sequence[str]
    """For each check ``first`` (the first that it fails), ``fails`` or ``passes``."""
    named: str
    """What a student who makes it is told: mistakes' names, or nothing."""
    is_form: bool = False
    """Whether it is another form of the mistake above it."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The checks of one item and its mistakes."""

    title: str
    checks: Sequence[str]
    rows: Sequence[Row]
    remarks: Mapping[str, str]
    """Check -> what is weak about it (``idle-check``), where something is."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One finding."""

    kind: str
    what: str
    where: str
    hint: str
    diff: str
    accepted: str


@dataclass(frozen=True, slots=True)
class Count:
    """How often an idea of a rubric was found in its examples."""

    name: str
    numbers: tuple[int, int, int, int]
    """There and found, missed, invented, rightly absent."""


def page(
    course: str, verdict: str, grids: Sequence[Grid], entries: Sequence[Entry], counts: Sequence[Count]
) -> str:
    """The page."""
    return template("matrix.html.j2", "matrix").render(
        course=course, verdict=verdict, grids=grids, entries=entries, counts=counts
    )
