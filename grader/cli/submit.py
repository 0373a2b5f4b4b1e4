"""``grade submit``: the work in one zip file with a manifest."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.console import Console

if TYPE_CHECKING:
    from grader.cli.session import Session
    from grader.intake.submission import Submission

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The oldest time a zip can hold: the same work gives the same bytes whenever it is packed."""


@click.command(
    epilog="""\b
Examples:
  grade submit
  grade submit -o my-work.zip
"""
)
@click.option("-o", "--output", type=options.FOLDER, metavar="FILE", help="Default: <lesson>.zip here.")
@options.common
def submit(output: Path | None, course: Path | None, lesson: str | None, no_color: bool) -> int:
    """Pack my work for handing in: one zip, and a word on what is in it and what is missing."""
    from grader.cli.session import Session
    from grader.errors import UsageError
    from grader.intake import manifest

    session = Session.open(course, lesson)
    console = Console.here(no_color=no_color)
    work = session.read()
    if not work.files:
        raise UsageError(
            "there is nothing to hand in",
            where=str(session.shown),
            hint="Run: grade reset ITEM, for each item.",
        )
    target = output or Path(f"{session.lesson.id}.zip")
    content = manifest.encode(manifest.of(session.course.id, session.lesson, work))
    try:
        write(target, {manifest.NAME: content, **work.files})
    except OSError as error:
        raise UsageError(
            f"the zip cannot be written: {error.strerror}",
            where=str(target),
            hint="Name another file: -o FILE",
        ) from None
    incomplete = _inventory(session, work, console)
    console.say(f"\nWritten: {target}")
    if incomplete:
        _say(console, f"Not complete yet: {incomplete}. You can go on and pack it again.")
    _say(console, f"Hand in this one file. {_afterwards(session)}".rstrip())
    return 0


def write(target: Path, files: Mapping[str, bytes]) -> None:
    """The zip of ``files``. Raises ``OSError``."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), files[name], zipfile.ZIP_DEFLATED)


def _inventory(session: Session, work: Submission, console: Console) -> str:
    """Print a line a file; what is missing or untouched, in a few words."""
    from grader.course.discover import pristine_stubs
    from grader.report.neutral import one_line

    stubs = pristine_stubs(session.course, session.lesson)
    counts: dict[str, int] = {}
    for item in session.lesson.items:
        name = item.stub
        if name in work.refused:
            sort, word, kind = "bad", f"left out: {work.refused[name]}", "left out"
        elif name not in work.files:
            sort, word, kind = "bad", "missing", "missing"
        elif _text(work.files[name]) == _text(stubs[name]):
            sort, word, kind = "open", "untouched", "untouched"
        else:
            sort, word, kind = "kept", "packed", ""
        if kind:
            counts[kind] = counts.get(kind, 0) + 1
        console.say(f" {console.style.mark(sort)} {name:<30} {word}".rstrip())
    for name in sorted(set(work.files) - {item.stub for item in session.lesson.items}):
        console.say(f" {console.style.mark('kept')} {one_line(name):<30} packed")
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())


def _text(content: bytes) -> bytes:
    return content.replace(b"\r\n", b"\n")


def _afterwards(session: Session) -> str:
    """What happens once it is handed in, where somebody grades it then."""
    from grader.course.model import Edition

    if session.course.edition is Edition.CLASS:
        return (
            "Then all of it is graded, also what is only recorded here, and you get your points and what to "
            "look at from whoever runs the course."
        )
    return ""


def _say(console: Console, text: str) -> None:
    console.say("\n".join(console.style.wrap(text, 0)))
