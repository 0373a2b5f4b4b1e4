"""``grade hint ITEM``: one hint at a time, counted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.console import Console

if TYPE_CHECKING:
    from grader.cli.session import Session


@click.command()
@click.argument("item", shell_complete=options.complete_items)
@options.common
def hint(item: str, course: Path | None, lesson: str | None, no_color: bool) -> int:
    """The next hint for ITEM, after those already seen. How many you used is part of your progress."""
    from grader.cli.session import Session

    session = Session.open(course, lesson, [item])
    show(session, item, Console.here(no_color=no_color))
    return 0


def show(session: Session, name: str, console: Console) -> None:
    """Print the hints seen so far and the next one. Raises ``UsageError``."""
    from grader.gradebook.store import StoreError

    item = session.item(name)
    if not item.hints:
        console.say(f"{item.id} has no hints. Try it: `grade {item.id}` says what to look at next.")
        return
    seen = 0
    try:
        _, events = session.history()
        seen = sum(event.kind == "hint" and event.item == item.id for event in events)
        if seen < len(item.hints):
            with session.store() as store:
                store.log("hint", session.lesson.id, item.id, student=session.student, detail=str(seen + 1))
    except StoreError as error:
        console.note(f"This hint was not counted.\n{error}")
    shown = min(seen + 1, len(item.hints))
    style = console.style
    for number, text in enumerate(item.hints[:shown], 1):
        lines = style.wrap(text, 3, first=f"{number}. ")
        newest = number == shown and seen < len(item.hints)
        console.say("\n".join(lines if newest else [style.faint(line) for line in lines]))
    left = len(item.hints) - shown
    if left:
        console.say(style.faint(f"\n{left} more: grade hint {item.id}"))
    else:
        console.say(style.faint(f"\nThat was the last. Once you have tried: grade answer {item.id}"))
