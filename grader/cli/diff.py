"""``grade diff``: who changed between two batches, where and why."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.console import Console

if TYPE_CHECKING:
    from grader.gradebook.changes import Change
    from grader.gradebook.store import Store
    from grader.records import Status

SAME, DIFFERENT = 0, 1


@click.command(
    epilog="""\b
Examples:
  grade diff results-monday results-tuesday
  grade diff old new --format json

\b
Exit codes: 0 nothing changed, 1 something did.
"""
)
@click.argument("before", type=options.FOLDER, metavar="OUT1")
@click.argument("after", type=options.FOLDER, metavar="OUT2")
@options.text_or_json
@options.common
def diff(
    before: Path, after: Path, output: str, course: Path | None, lesson: str | None, no_color: bool
) -> int:
    """Compare two batches' results: one line for each student's item that changed."""
    from grader.cli.session import Session
    from grader.gradebook.changes import changes

    console = Console.here(no_color=no_color)
    session = Session.open(course, lesson)
    with _open(before) as old, _open(after) as new:
        found = list(changes(old, new, session.lesson.id))
    for change in found:
        console.say(_text(change)) if output == "text" else console.data(_json(change))
    students = len({change.student for change in found})
    console.note(f"{students} students changed, {len(found)} items." if found else "Nothing changed.")
    return DIFFERENT if found else SAME


def _open(out: Path) -> Store:
    from grader.cli.outfolder import results_in
    from grader.gradebook.store import Store

    return Store(results_in(out))


def _text(change: Change) -> str:
    from grader.report.neutral import one_line

    was = _result(change.before, change.score_before)
    now = _result(change.after, change.score_after)
    return f"{one_line(change.student)}  {change.item}  {was} -> {now}  ({change.why})"


def _result(status: Status | None, score: Decimal | None) -> str:
    return "nothing" if status is None else f"{score:f} {status}"


def _json(change: Change) -> bytes:
    from grader.records import encode

    return encode(change)
