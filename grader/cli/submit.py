"""``grade submit``: the work in one zip file with a manifest."""

from __future__ import annotations

import zipfile
from pathlib import Path

import click

from grader.cli import options
from grader.cli.console import Console

MANIFEST = "manifest.json"
_EPOCH = (1980, 1, 1, 0, 0, 0)


@click.command()
@click.option("-o", "--output", type=options.FOLDER, metavar="FILE", help="Default: <lesson>.zip here.")
@options.common
def submit(output: Path | None, course: Path | None, lesson: str | None, no_color: bool) -> int:
    """Pack my work for handing in: one zip, and a word on what is in it and what is missing."""
    from grader.cli.session import Session
    from grader.course.discover import pristine_stubs
    from grader.errors import UsageError

    session = Session.open(course, lesson)
    console = Console.here(no_color=no_color)
    work = session.read()
    if not work.files:
        raise UsageError("there is nothing to hand in", where=str(session.shown))
    target = output or Path(f"{session.lesson.id}.zip")
    try:
        write(target, session.course.id, session.lesson.id, dict(work.files), work.digest)
    except OSError as error:
        raise UsageError(f"the zip cannot be written: {error.strerror}", where=str(target)) from None
    stubs = pristine_stubs(session.course, session.lesson)
    style = console.style
    for item in session.lesson.items:
        name = item.stub
        if name in work.refused:
            sort, word = "bad", work.refused[name]
        elif name not in work.files:
            sort, word = "bad", "missing"
        elif work.files[name].replace(b"\r\n", b"\n") == stubs[name].replace(b"\r\n", b"\n"):
            sort, word = "open", "untouched"
        else:
            sort, word = "ok", ""
        console.say(f" {style.mark(sort)} {name:<30} {word}".rstrip())
    for name in sorted(set(work.files) - {item.stub for item in session.lesson.items}):
        console.say(f" {style.mark('ok')} {name}")
    console.say(f"\nWritten: {target}\nHand in this one file.")
    return 0


def write(target: Path, course: str, lesson: str, files: dict[str, bytes], digest: str) -> None:
    """The zip: every file and a manifest with their digests. The same work gives the same bytes."""
    import hashlib
    import json

    manifest = {
        "format_version": 1,
        "course": course,
        "lesson": lesson,
        "submission": digest,
        "files": {name: "sha256:" + hashlib.sha256(files[name]).hexdigest() for name in sorted(files)},
    }
    content = json.dumps(manifest, indent=1, ensure_ascii=False).encode() + b"\n"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in [(MANIFEST, content), *sorted(files.items())]:
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)
