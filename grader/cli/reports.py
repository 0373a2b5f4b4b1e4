"""``--report FORMAT[=FILE]`` of the commands that have it. Light to import: formats are loaded when asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.cli.console import Console
    from grader.course.model import Course
    from grader.records import Attempt
    from grader.report.formats import Report


def asked_for(words: tuple[str, ...]) -> tuple[Report, ...]:
    """What ``--report`` asks for. Raises ``UsageError``."""
    if not words:
        return ()
    from grader.report.formats import parse

    return parse(words)


def deliver(
    reports: tuple[Report, ...],
    attempts: Sequence[Attempt],
    course: Course,
    console: Console,
    work: Path | None = None,
    names: Mapping[str, str] | None = None,
) -> None:
    """Write ``reports``; what belongs on standard output goes there. Raises ``UsageError``, ``GraderFault``."""
    from dataclasses import replace

    from grader.report import formats

    context = replace(formats.context_of(course, work), names=names or {})
    for report in reports:
        if content := formats.deliver(report, attempts, context):
            console.data(content.rstrip("\n").encode())
