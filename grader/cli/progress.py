"""``grade progress``: where the student stands."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from grader.cli import options, webpage
from grader.cli.console import Console


@click.command(
    epilog="""\b
Examples:
  grade progress
  grade progress --open
  grade progress --html progress.html
"""
)
@options.submission
@options.text_or_json
@webpage.page
@options.common
def progress(
    submission: Path | None,
    output: str,
    html: Path | None,
    show: bool,
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
    if html or show:
        from grader.report import progress_html

        content = progress_html.progress(record, session.course.file.title, today)
        webpage.put(content, html, show, "progress.html", session.keeping(), console)
    elif output == "json":
        from grader.records import encode

        console.data(encode(record))
    else:
        from grader.report import progress_text

        console.say(progress_text.progress(record, console.style, today))
    return 0
