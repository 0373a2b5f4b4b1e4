"""``grade answer ITEM``: the reference beside the student's own answer, once the student has really tried."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.console import Console

if TYPE_CHECKING:
    from grader.cli.session import Session
    from grader.course.model import Item
    from grader.gradebook.progress import ItemProgress
    from grader.records import ItemResult

ENOUGH_TRIES = 3
"""Different versions after which the reference is shown even when no check has passed yet."""
_MARKERS = re.compile(r"^[^\n]*### (BEGIN|END) SOLUTION[^\n]*\n", re.MULTILINE)


@click.command()
@click.argument("item", shell_complete=options.complete_items)
@options.common
def answer(item: str, course: Path | None, lesson: str | None, no_color: bool) -> int:
    """The reference answer to ITEM beside your own. You have to have tried first."""
    from grader.cli.session import Session

    show(Session.open(course, lesson, [item]), item, Console.here(no_color=no_color))
    return 0


def show(session: Session, name: str, console: Console) -> None:
    """Print both answers and log that they were seen. Raises ``UsageError`` when it is too early."""
    from grader.course import layout
    from grader.errors import UsageError

    item = session.item(name)
    kept, _ = session.history()
    standing = next(entry for entry in session.progress().items if entry.id == item.id)
    newest = [result for entry in kept for result in entry.attempt.items if result.id == item.id][-1:]
    if reason := too_early(item, standing, newest):
        raise UsageError(reason, hint=f"grade {item.id}" if not standing.tries else f"grade hint {item.id}")
    path = layout.reference(session.course, session.lesson, item)
    if not path.is_file():
        raise UsageError(
            "the reference answers are not in this copy of the course",
            hint="In a class they come with your feedback after you hand in.",
        )
    mine = session.read().files.get(item.stub, b"")
    for title, content in (("Your answer", mine), ("The reference", path.read_bytes())):
        _print(console, title, _answer(session, item, content, console))
    _missing_ideas(console, newest)
    with session.store() as store:
        store.log("answer", session.lesson.id, item.id, student=session.student)


def too_early(item: Item, standing: ItemProgress, newest: Sequence[ItemResult]) -> str:
    """Why the reference may not be shown yet; empty when it may."""
    from grader.records import Status

    if item.answers == "never":
        return "this course does not show the reference of this item"
    if item.answers == "after_due" and standing.waits:
        return "the reference is shown once this item is due"
    if not newest or not standing.tries:
        return "the reference is shown after an attempt; write something of your own first"
    if standing.done:
        return ""
    checks = newest[0].checks
    if any(check.status is Status.NOT_STARTED for check in checks):
        return "part of your answer is still blank; fill in every field first"
    some_right = any(check.status is Status.PASSED for check in checks)
    picked = item.kind == "choice" and newest[0].status is Status.FAILED
    if some_right or picked or standing.tries >= ENOUGH_TRIES:
        return ""
    return "nothing in your last attempt is right yet; a real try first helps more than reading"


def _answer(session: Session, item: Item, content: bytes, console: Console) -> str:
    """What to show of a file: of free text only what was written, of anything else all but authors' marks."""
    from grader.answers import read
    from grader.answers.model import TextAnswer
    from grader.intake.submission import Submission

    if item.kind == "text":
        given = read(session.course, session.lesson, item, Submission(files={item.stub: content}))
        if isinstance(given, TextAnswer):
            paragraphs = (" ".join(each.split()) for each in given.text.split("\n\n"))
            return "\n\n".join("\n".join(console.style.wrap(each, 0)) for each in paragraphs)
    return _MARKERS.sub("", content.decode("utf-8", "replace").replace("\r\n", "\n"))


def _print(console: Console, title: str, content: str) -> None:
    from grader.report.neutral import terminal

    style = console.style
    text = terminal(content).strip("\n")
    console.say(style.bold(title))
    console.say(style.rule())
    console.say((text or "(nothing)") + "\n")


def _missing_ideas(console: Console, newest: Sequence[ItemResult]) -> None:
    """For free text: the questions whose answers the reference has and the student's text lacks."""
    from grader.records import Status
    from grader.report.neutral import one_line

    missing = [
        one_line(check.feedback or check.title)
        for result in newest
        if result.kind == "text"
        for check in result.checks
        if check.status is Status.FAILED
    ]
    if missing:
        console.say("The reference answers these, yours not yet:")
        for question in missing:
            console.say("\n".join(console.style.wrap(question, 2, first="- ")))
