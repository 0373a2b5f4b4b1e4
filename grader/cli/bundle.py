"""``grade bundle``: the course packed for a platform that grades."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from pathlib import Path

import click

from grader.cli import options
from grader.cli.console import Console


@click.command()
@click.argument("platform", type=click.Choice(["gradescope", "docker"]))
@click.option("--out", type=options.FOLDER, help="Where to. Default: <lesson>-<platform>.zip, or a folder.")
@click.option("--late-percent", default="0", help="Percent of the points earned that each day late costs.")
@click.option(
    "--grace-minutes", type=click.IntRange(min=0), default=0, help="Minutes late that cost nothing."
)
@click.option("--keep-best", is_flag=True, help="A better earlier score stands.")
@options.common
def bundle(
    platform: str,
    out: Path | None,
    late_percent: str,
    grace_minutes: int,
    keep_best: bool,
    course: Path | None,
    lesson: str | None,
    no_color: bool,
) -> int:
    """Pack one lesson with its hidden checks and this grader for PLATFORM.

    Gradescope: a zip to upload; due date and earlier submissions come from its metadata. Docker: a folder to
    build. Whoever gets the bundle can read the hidden checks.
    """
    from grader.authoring.bundle import platforms
    from grader.authoring.bundle.contents import Settings
    from grader.cli.session import Session
    from grader.errors import UsageError

    session = Session.open(course, lesson)
    settings = Settings(
        lesson=session.lesson.id,
        percent_per_day=_percent(late_percent),
        grace_minutes=grace_minutes,
        keep_best=keep_best,
    )
    console = Console.here(no_color=no_color)
    try:
        if platform == "gradescope":
            target = out or Path(f"{session.lesson.id}-gradescope.zip")
            target.write_bytes(platforms.gradescope(session.course, session.lesson, settings))
            console.say(f"Wrote {target}\nUpload it on Gradescope under Configure Autograder.")
        else:
            target = out or Path(f"{session.lesson.id}-docker")
            _folder(target, platforms.docker(session.course, session.lesson, settings))
            console.say(f"Wrote {target}\nNext: docker build -t grader {target}")
    except OSError as error:
        raise UsageError(f"the bundle cannot be written: {error.strerror}", where=str(target)) from None
    return 0


def _percent(text: str) -> Decimal:
    from grader.errors import UsageError

    try:
        percent = Decimal(text.removesuffix("%"))
    except InvalidOperation:
        percent = Decimal(-1)
    if not 0 <= percent <= 100:
        raise UsageError(f"'{text}' is no percentage", where="--late-percent", hint="Give 0 to 100.")
    return percent


def _folder(target: Path, contents: dict[str, bytes]) -> None:
    """Raises ``UsageError`` when something else is there: a build would copy it into the image."""
    from grader.errors import UsageError

    if target.exists() and any(target.iterdir()):
        raise UsageError("this folder is not empty", where=str(target), hint="Name a new one: --out FOLDER.")
    for name, content in contents.items():
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
