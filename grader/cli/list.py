"""``grade list``: the items of a lesson and how each stands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.console import Console

if TYPE_CHECKING:
    from grader.cli.session import Session


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
    """Print two lines an item: file, kind, status, points; and its title."""
    from grader.records import rounded
    from grader.report.neutral import one_line
    from grader.report.style import WORDS, sort_of

    style = console.style
    console.say(style.bold(one_line(session.lesson.title)))
    console.say(style.faint(f"in {session.shown}"))
    console.say(style.rule())
    for item, entry in zip(session.lesson.items, session.progress().items, strict=True):
        mark = style.mark(sort_of(entry.status, due=not entry.waits, done=entry.done))
        points = f"{rounded(entry.score)}/{rounded(entry.max_score)}" if entry.max_score else "bonus"
        word = "for later" if entry.waits and not entry.tries else WORDS[entry.status]
        left = f"{item.id:<18} {item.stub:<22} {item.kind:<8}"
        console.say(f" {mark} {left}{f'{word}  {points:>7}'.rjust(style.width - 3 - len(left))}")
        console.say(style.faint(f"     {one_line(item.title)[: style.width - 6]}"))
