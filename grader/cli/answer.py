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
_BOX = re.compile(r"\s*(?P<box>[-*+] \[.\])\s+(?P<option>.+)")
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
    path = layout.reference(session.course, session.lesson, item)
    if not path.is_file():
        raise UsageError(
            "the reference answers are not in this copy of the course",
            hint="In a class they come with your feedback after you hand in.",
        )
    kept, _ = session.history()
    standing = next(entry for entry in session.progress().items if entry.id == item.id)
    newest = [result for entry in kept for result in entry.attempt.items if result.id == item.id][-1:]
    if reason := too_early(item, standing, newest) or ("" if standing.done else _junk(session, item)):
        raise UsageError(reason, hint=f"grade {item.id}" if not standing.tries else f"grade hint {item.id}")
    if open_guesses := _open_guesses(session, item, path):
        raise UsageError(
            f"guess first: `{open_guesses[0]}` in {item.stub} is still blank",
            hint="A guess costs nothing, and the reference teaches more once you have made one.",
        )
    mine = session.read().files.get(item.stub, b"")
    for title, content in (("Your answer", mine), ("The reference", path.read_bytes())):
        _print(console, title, _answer(session, item, content, console))
    _reasons(console, newest)
    with session.store() as store:
        store.log("answer", session.lesson.id, item.id, student=session.student)


def _junk(session: Session, item: Item) -> str:
    """Why what is in the student's file now is no try at all; empty when it is one."""
    from grader.answers import Originals, read
    from grader.cli.effort import lacking

    originals = Originals(session.course, session.lesson)
    given = read(session.course, session.lesson, item, session.read(), originals)
    return lacking(item, given, originals)


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
    if standing.tries < ENOUGH_TRIES and any(check.status is Status.NOT_STARTED for check in checks):
        return "part of your answer is still blank; fill in every field first"
    some_right = any(check.status is Status.PASSED for check in checks)
    picked = item.kind == "choice" and newest[0].status is Status.FAILED
    if some_right or picked or standing.tries >= ENOUGH_TRIES:
        return ""
    return "nothing in your last attempt is right yet; a real try first helps more than reading"


def _open_guesses(session: Session, item: Item, reference: Path) -> list[str]:
    """Fields of a numeric item that ask for a word, which is a prediction, and that are not filled in."""
    from grader.answers import numeric, read
    from grader.answers.model import NumericAnswer

    if item.kind != "numeric":
        return []
    wanted = numeric.values(reference.read_text(encoding="utf-8"), item.stub)
    given = read(session.course, session.lesson, item, session.read())
    filled = given.values if isinstance(given, NumericAnswer) else {}
    return [name for name, value in wanted.items() if isinstance(value, str) and name not in filled]


def _answer(session: Session, item: Item, content: bytes, console: Console) -> str:
    """What to show of a file: the words of a free text, the boxes of a choice, else all but authors' marks."""
    from grader.answers import read
    from grader.answers.model import TextAnswer
    from grader.intake.submission import Submission

    if item.kind == "text":
        given = read(session.course, session.lesson, item, Submission(files={item.stub: content}))
        if isinstance(given, TextAnswer):
            paragraphs = (" ".join(each.split()) for each in given.text.split("\n\n"))
            return "\n\n".join("\n".join(console.style.wrap(each, 0)) for each in paragraphs)
    if item.kind == "choice":
        boxes = filter(None, map(_BOX.match, content.decode("utf-8", "replace").splitlines()))
        wrapped = (console.style.wrap(box["option"], 6, first=f"{box['box']} ") for box in boxes)
        return "\n".join(line for lines in wrapped for line in lines)
    return _MARKERS.sub("", content.decode("utf-8", "replace").replace("\r\n", "\n"))


def _print(console: Console, title: str, content: str) -> None:
    from grader.report.neutral import terminal

    style = console.style
    text = terminal(content).strip("\n")
    console.say(style.bold(title))
    console.say(style.rule())
    console.say((text or "(nothing)") + "\n")


def _reasons(console: Console, newest: Sequence[ItemResult]) -> None:
    """Why the two differ: for free text the questions that only the reference answers, else what was wrong."""
    from grader.records import Status
    from grader.report.neutral import located, one_line

    for result in newest:
        failed = [
            check for check in result.checks if check.status not in (Status.PASSED, Status.NEEDS_REVIEW)
        ]
        reasons = [located(found.message, found.file, found.line) for found in result.diagnoses]
        if result.kind == "choice":
            reasons = [check.message for check in failed]
        reasons += [check.feedback or check.title for check in failed if result.kind != "choice"]
        if reasons:
            text = result.kind == "text"
            console.say("The reference answers these, yours not yet:" if text else "Where they differ:")
        for reason in dict.fromkeys(map(one_line, reasons)):
            console.say("\n".join(console.style.wrap(reason, 2, first="- ")))
