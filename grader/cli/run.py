"""``grade`` and ``grade run``: grade the work in a folder, keep the attempt, say what to do next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.console import Console
from grader.cli.reports import asked_for, deliver

if TYPE_CHECKING:
    from grader.cli.session import Session
    from grader.records import Attempt

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
@options.reports
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

    with ExitStack() as stack:
        sandbox = stack.enter_context(closing(start()))
        from grader.cli.app import COMMANDS
        from grader.cli.history import History
        from grader.cli.session import Session, check_items
        from grader.course.discover import digests
        from grader.grading import grade_one

        session = Session.open(course, lesson, items, submission)
        check_items(session.lesson, items, tuple(COMMANDS))
        wanted = asked_for(reports)
        if packages := session.lesson.packages:
            # Rare, and known only now: this lesson's code may import more than the sandbox was started with.
            sandbox = stack.enter_context(closing(start(packages=packages)))
        console = Console.here(no_color=no_color)
        history, work = History(session, console), session.read()
        known = digests(session.course)
        attempt = grade_one(
            session.course,
            session.lesson,
            work,
            sandbox=sandbox,
            only=frozenset(items),
            later=history.later(),
            digest=known.course,
        )
        done = stack.pop_all()
    with _meanwhile(done.close):
        attempt = history.keep(work, attempt, known)
        if output == "json":
            from grader.records import encode

            console.data(encode(attempt))
        elif all(report.target for report in wanted):
            console.say(text(session, attempt, history.waits(attempt), console))
        if wanted:
            deliver(wanted, [attempt], session.course, console, session.folder)
    return exit_code(attempt)


@contextmanager
def _meanwhile(task: Callable[[], None]) -> Iterator[None]:
    """Do ``task`` aside: a sandbox takes as long to end as an attempt to be kept and put into words."""
    from threading import Thread

    thread = Thread(target=task)
    thread.start()
    try:
        yield
    finally:
        thread.join()


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
