"""``grade progress``: where the student stands."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.console import Console

if TYPE_CHECKING:
    from grader.gradebook.progress import Progress


@click.command(
    epilog="""\b
Examples:
  grade progress
  grade progress --html progress.html
"""
)
@options.submission
@options.text_or_json
@click.option("--html", type=options.FOLDER, metavar="FILE", help="Write a page for a browser instead.")
@options.common
def progress(
    submission: Path | None,
    output: str,
    html: Path | None,
    course: Path | None,
    lesson: str | None,
    no_color: bool,
) -> int:
    """Where I stand: each item and concept, what is left, what is for later."""
    from grader.cli.session import Session

    session = Session.open(course, lesson, submission=submission)
    console = Console.here(no_color=no_color)
    record = session.progress()
    today = date.today()
    if html:
        _write(html, record, session.course.file.title, today)
        console.note(f"Progress page: {html}")
    elif output == "json":
        from grader.records import encode

        console.data(encode(record))
    else:
        from grader.report import progress_text

        console.say(progress_text.progress(record, console.style, today))
    return 0


def _write(path: Path, record: Progress, title: str, today: date) -> None:
    from grader.errors import UsageError
    from grader.report import progress_html

    page = progress_html.progress(record, title, today)
    try:
        path.write_text(page, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"the page cannot be written: {error.strerror}", where=str(path)) from None
