"""``grade reset ITEM``: the stub as it was handed out; the student's file is kept as a numbered copy."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

import click

from grader.cli import options
from grader.cli.console import Console


@click.command()
@click.argument("item", shell_complete=options.complete_items)
@options.common
def reset(item: str, course: Path | None, lesson: str | None, no_color: bool) -> int:
    """Begin ITEM afresh. Your file is not lost: it is kept as a numbered copy, and you are told where."""
    from grader.cli.session import KEPT_IN, Session, shown
    from grader.course.discover import pristine_stubs
    from grader.errors import UsageError
    from grader.gradebook.store import StoreError

    session = Session.open(course, lesson, [item])
    console = Console.here(no_color=no_color)
    name = session.item(item).stub
    path = session.folder / name
    stub = pristine_stubs(session.course, session.lesson)[name]
    try:
        if path.is_file() and path.read_bytes() == stub:
            console.say(f"{name} is as it was handed out already.")
            return 0
        copy = _keep(path, session.course.root / KEPT_IN / "copies" / session.lesson.id)
        _replace(path, stub)
    except OSError as error:
        raise UsageError(f"the file cannot be replaced: {error.strerror}", where=str(shown(path))) from None
    with suppress(StoreError), session.store() as store:
        store.log("reset", session.lesson.id, item, student=session.student)
    console.say(f"{name} is as it was handed out again.")
    if copy:
        # A path that is broken over two lines cannot be copied.
        console.say(f"Your version is kept as\n  {shown(copy)}")
    console.say(console.style.faint(f"Next: open {shown(path)}"))
    return 0


def _keep(path: Path, folder: Path) -> Path | None:
    """Copy ``path`` to the first free ``name.N.suffix`` in ``folder``; ``None`` when there is no file."""
    if not path.exists():
        return None
    content = path.read_bytes()
    target = folder / path.name
    target.parent.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        copy = target.with_name(f"{path.stem}.{number}{path.suffix}")
        try:
            with copy.open("xb") as file:
                file.write(content)
            return copy
        except FileExistsError:
            number += 1


def _replace(path: Path, content: bytes) -> None:
    """Whole or not at all: an editor or a watcher never sees half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".reset-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).chmod(0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
