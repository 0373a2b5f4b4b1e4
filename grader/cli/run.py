"""``grade`` and ``grade run``: grade the work in a folder, keep the attempt, say what to do next."""

from __future__ import annotations

from contextlib import closing, nullcontext
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.console import Console

if TYPE_CHECKING:
    from grader.cli.session import Session
    from grader.intake.submission import Submission
    from grader.records import Attempt
    from grader.sandbox.api import Sandbox

OK, NOT_YET, FAULT = 0, 1, 3


@click.command(
    epilog="""\b
Examples:
  grade                              everything in this lesson
  grade ITEM OTHER-ITEM              only these
  grade run --submission DIR         somebody's folder
  grade --format json > result.json
  grade --report junit=report.xml
"""
)
@click.argument("items", nargs=-1, metavar="[ITEM]...", shell_complete=options.complete_items)
@options.submission
@options.text_or_json
@click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="FORMAT[=FILE]",
    help="Also write the result in this format, to FILE or to standard output. May be given again.",
)
@options.common
def run(
    items: tuple[str, ...],
    submission: Path | None,
    output: str,
    reports: tuple[str, ...],
    course: Path | None,
    lesson: str | None,
    no_color: bool,
) -> int:
    """Grade my work here and say what to look at next.

    Without an ITEM, every item of the lesson. Exit code 0: all that is due is right.
    """
    # First of all: the sandbox imports numpy while this process imports pytest.
    from grader.sandbox import start

    with closing(start()) as sandbox:
        from grader.cli.app import COMMANDS
        from grader.cli.formats import Writer
        from grader.cli.session import Session, check_items

        session = Session.open(course, lesson, items, submission)
        check_items(session.lesson, items, tuple(COMMANDS))
        writers = [Writer.of(wanted) for wanted in reports]
        console = Console.here(no_color=no_color)
        attempt, waits = grade(session, session.read(), sandbox, frozenset(items), console)
    if output == "json":
        from grader.records import encode

        console.data(encode(attempt))
    elif all(writer.file for writer in writers):
        console.say(text(session, attempt, waits, console))
    for writer in writers:
        if content := writer.write(session, attempt):
            console.data(content.rstrip("\n").encode())
    return exit_code(attempt)


def grade(
    session: Session,
    submission: Submission,
    sandbox: Sandbox,
    only: frozenset[str],
    console: Console,
    *,
    keep: bool = True,
) -> tuple[Attempt, str]:
    """Grade and keep; a note, not an error, when the attempt cannot be kept.

    Returns the attempt and a sentence about the items that are not due.
    """
    from grader.gradebook.keys import keys
    from grader.gradebook.progress import later
    from grader.gradebook.store import StoreError
    from grader.grading import grade_one

    try:
        before = [kept.attempt for kept in session.history()[0]]
    except StoreError:
        # Said once, below, when keeping fails for the same reason.
        before = []
    not_due = later(session.lesson, before, date.today())
    attempt = grade_one(session.course, session.lesson, submission, sandbox=sandbox, only=only, later=not_due)
    graded = [result.id for result in attempt.items]
    try:
        with session.store() if keep else nullcontext() as store:
            if store is not None:
                attempt = store.add(attempt, keys(session.course, session.lesson, submission, graded))
    except StoreError as error:
        console.note(f"This attempt was graded but not kept.\n{error}")
    return attempt, waiting(session, [*before, attempt])


def waiting(session: Session, attempts: list[Attempt]) -> str:
    """When the items that are not due will be, in a sentence; empty when there are none."""
    from grader.gradebook.progress import due_dates

    today = date.today()
    dates = due_dates(session.lesson, attempts)
    coming = sorted(day for day in dates.values() if day is not None and day > today)
    if coming:
        days = (coming[0] - today).days
        return "Due tomorrow." if days == 1 else f"Due in {days} days, on {coming[0].isoformat()}."
    if any(day is None for day in dates.values()):
        days = min(item.when.days_after for item in session.lesson.items if item.when.days_after)
        return f"For {'the day' if days == 1 else f'{days} days'} after everything else is done."
    return ""


def text(session: Session, attempt: Attempt, waits: str, console: Console) -> str:
    """The attempt as a student reads it."""
    from grader.gradebook.progress import is_done
    from grader.report import terminal

    done = frozenset(result.id for result in attempt.items if is_done(result))
    folder = session.shown
    again = "grade" if session.student is None else f"grade run --submission {folder}"
    return terminal.attempt(
        attempt, session.lesson, folder, console.style, done=done, waits=waits, again=again
    )


def exit_code(attempt: Attempt) -> int:
    """0: every due item is done; 3: the grader failed somewhere; else 1."""
    from grader.gradebook.progress import is_done
    from grader.records import Status

    if any(result.status is Status.GRADER_ERROR for result in attempt.items):
        return FAULT
    return OK if all(is_done(result) for result in attempt.items if result.due) else NOT_YET
