"""``grade list``: the items of a lesson and how each stands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.console import Console

if TYPE_CHECKING:
    from grader.cli.session import Session

_ASKED = {
    "code": "code to write",
    "numeric": "numbers to work out",
    "choice": "a box to tick",
    "text": "an answer in your own words",
    "mapping": "names to find",
}
"""What goes into the file of an item, by its kind."""


@click.command("list")
@options.text_or_json
@options.common
def list_items(output: str, course: Path | None, lesson: str | None, no_color: bool) -> int:
    """The items of the lesson: what each asks for, its points and how it stands."""
    from grader.cli.session import Session
    from grader.records import encode

    session = Session.open(course, lesson)
    console = Console.here(no_color=no_color)
    if output == "json":
        console.data(encode(session.progress()))
    else:
        show(session, console)
    return 0


def show(session: Session, console: Console) -> None:
    """Print two lines an item: title, status and points; its file, and what goes into it."""
    from grader.records import Status, rounded
    from grader.report.neutral import one_line
    from grader.report.style import sort_of, word_of
    from grader.report.terminal import item_line

    style = console.style
    console.say(style.bold(one_line(session.lesson.title)))
    console.say(style.rule())
    for item, entry in zip(session.lesson.items, session.progress().items, strict=True):
        due = not entry.waits
        sort = sort_of(entry.status, due=due, done=entry.done)
        word = word_of(entry.status, entry.kind, due=due, done=entry.done)
        word = "" if entry.status is Status.PASSED else word
        points = f"{rounded(entry.score)}/{rounded(entry.max_score)}" if entry.max_score else "bonus"
        console.say(item_line(style, sort, item.id, item.title, word, points))
        console.say(style.faint(f"     {item.stub}: {_ASKED[item.kind]}"))
    console.say("")
    console.say("\n".join(style.wrap(f"The files are in {session.shown}", 2)))
    console.say("  One item alone: grade ITEM")
