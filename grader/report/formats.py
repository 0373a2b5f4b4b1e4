"""``--report FORMAT[=FILE]``: which formats there are, where each goes by default, and how it gets there.

A format is a module of this package with ``write(attempts, context) -> str``, imported when it is asked for.
"""

from __future__ import annotations

import importlib
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.course.model import Course
from grader.course.nearmiss import did_you_mean
from grader.errors import UsageError
from grader.records import Attempt
from grader.report.rows import Context


@dataclass(frozen=True, slots=True)
class Format:
    """One report format."""

    help: str
    default: str | None
    """File name where none is given; ``None``: standard output."""
    beside: tuple[str, str] | None = None
    """(variable, function): where the environment names a file, what the function returns is added to it."""


FORMATS: Mapping[str, Format] = {
    "junit": Format("JUnit XML for GitLab, Jenkins and the GitHub actions", "junit.xml"),
    "github": Format("GitHub annotations and job summary", None, ("GITHUB_STEP_SUMMARY", "summary")),
    "gitlab": Format("GitLab Code Quality findings", "gl-code-quality-report.json"),
    "classroom": Format("GitHub Classroom's reporter", "classroom.json", ("GITHUB_OUTPUT", "output")),
    "gradescope": Format("Gradescope results.json", "gradescope-results.json"),
    "prairielearn": Format("PrairieLearn results.json", "prairielearn-results.json"),
    "csv": Format("a table for a spreadsheet", "grades.csv"),
    "excel": Format("that table with the mark that Excel needs for accents", "grades-excel.csv"),
}


@dataclass(frozen=True, slots=True)
class Report:
    """One ``--report``, understood."""

    name: str
    target: Path | None
    """``None``: standard output."""


def parse(words: Sequence[str]) -> tuple[Report, ...]:
    """The reports that ``FORMAT`` or ``FORMAT=FILE`` in ``words`` ask for; ``FORMAT=-`` is standard output.

    Raises ``UsageError`` for an unknown format, an empty file name, or two reports to one place.
    """
    reports = tuple(_parse(word) for word in words)
    targets = [report.target for report in reports]
    for report in reports:
        if targets.count(report.target) > 1:
            where = f"the file {report.target}" if report.target else "standard output"
            raise UsageError(
                f"Two reports would go to {where}.", hint=f"Name a file: --report {report.name}=FILE"
            )
    return reports


def context_of(course: Course, work: Path | None = None) -> Context:
    """What reports may say beyond the records: where the student's files are, and a fresh log token.

    ``work`` is the folder graded; without it, the one that students receive.
    """
    paths = {}
    for lesson in course.file.lessons:
        folder = _relative(work) if work else f"exercises/{lesson.id}"
        for item in lesson.items:
            paths[lesson.id, item.id] = f"{folder}/{item.stub}" if folder else item.stub
    return Context(paths=paths, token=secrets.token_hex(16))


def deliver(
    report: Report, attempts: Sequence[Attempt], context: Context, environ: Mapping[str, str] = os.environ
) -> str:
    """Write ``report`` to its file; returns what belongs on standard output, ``""`` where that is nothing.

    Raises ``UsageError`` when a file cannot be written, and what the format itself raises.
    """
    module = importlib.import_module(f"grader.report.{report.name}")
    text: str = module.write(attempts, context)
    if report.target is not None:
        _save(report.target, text, "w")
    beside = FORMATS[report.name].beside
    if beside and environ.get(beside[0]):
        file = Path(environ[beside[0]])
        there = file.stat().st_size if file.exists() else 0
        room = max(_SUMMARY_ROOM - there, 0)
        _save(file, getattr(module, beside[1])(attempts, replace(context, room=room)), "a")
    return "" if report.target is not None else text


_SUMMARY_ROOM = 1024 * 1024
"""Bytes that GitHub reads of a step's summary or output file."""


def _parse(word: str) -> Report:
    name, given, file = word.partition("=")
    name = name.strip().lower()
    if name not in FORMATS:
        hint = did_you_mean(name, FORMATS) or f"Formats: {', '.join(FORMATS)}."
        raise UsageError(f"There is no report format '{name}'.", where="--report", hint=hint)
    if given and not file:
        raise UsageError(f"--report {name}= names no file.", hint=f"Use --report {name}=FILE.")
    target = file or FORMATS[name].default
    return Report(name, Path(target) if target and target != "-" else None)


def _save(file: Path, text: str, mode: str) -> None:
    try:
        with file.open(mode, encoding="utf-8", newline="") as out:
            out.write(text)
    except OSError as error:
        raise UsageError(
            f"The report cannot be written: {error.strerror}.",
            where=str(file),
            hint="Is there such a folder, and may you write in it?",
        ) from error


def _relative(work: Path) -> str:
    """``work`` seen from the working folder, as CI shows paths; ``""`` for that folder or one outside it."""
    try:
        path = work.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return ""
    return "" if path == "." else path
