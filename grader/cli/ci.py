"""``grade ci init``: the CI files of a student repository, or of the instructor's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.console import Console

if TYPE_CHECKING:
    from grader.authoring.ci.workflows import Generated


@click.group()
def ci() -> None:
    """Grading at every push. docs/ci.md says what can be kept from students there, and what cannot."""


@ci.command()
@click.argument("platform", type=click.Choice(["github", "gitlab"]))
@click.option("--grading", is_flag=True, help="For the instructor's private repository: hidden checks.")
@click.option("--force", is_flag=True, help="Write over files that are there.")
@options.common
def init(
    platform: str, grading: bool, force: bool, course: Path | None, lesson: str | None, no_color: bool
) -> int:
    """Write the workflow for PLATFORM into the course's folder.

    Without --grading: public checks at every push of a student, with no secret in it.
    """
    from grader.authoring.ci import workflows
    from grader.cli.session import Session
    from grader.course.model import Edition
    from grader.errors import UsageError

    loaded = Session.open(course, lesson).course
    console = Console.here(no_color=no_color)
    if not grading:
        generated = workflows.student(loaded, platform)
    elif platform != "github":
        raise UsageError(
            "there is no grading workflow for GitLab",
            hint="Run `grade batch` in a project that students cannot read; docs/ci.md shows how.",
        )
    elif loaded.edition is not Edition.SELF_STUDY:
        raise UsageError(
            "this copy of the course has no hidden checks to grade by",
            where=str(loaded.root),
            hint="Run it in the instructor's repository, where solutions/ and tests/hidden/ are.",
        )
    else:
        generated = workflows.grading(loaded)
    for file in write(loaded.root, generated, force=force):
        console.say(f"Wrote {file}")
    return 0


def write(root: Path, generated: tuple[Generated, ...], *, force: bool) -> list[str]:
    """Write the files below ``root``; their names, without those that were left alone.

    Raises ``UsageError`` before anything is written when a file is there and ``force`` is not given.
    """
    from grader.errors import UsageError

    wanted = [file for file in generated if not (file.keep and (root / file.path).exists())]
    for file in wanted:
        target = root / file.path
        if target.exists() and not force and target.read_text(encoding="utf-8") != file.text:
            raise UsageError(
                "this file is already there and differs",
                where=file.path,
                hint="Look at it, then use --force to write over it.",
            )
    for file in wanted:
        target = root / file.path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(file.text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise UsageError(f"the file cannot be written: {error.strerror}", where=file.path) from None
    return [file.path for file in wanted]
