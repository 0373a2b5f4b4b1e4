"""``grade course``: for whoever writes a course."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.console import Console

if TYPE_CHECKING:
    from grader.course.model import Course

KINDS = ("code", "numeric", "choice", "text", "mapping")


@click.group()
def course() -> None:
    """Write a course, prove that its checks work, and hand it out."""


@course.command(
    epilog="""\b
Examples:
  grade course check                   everything, with changed references and ten seeds
  grade course check --quick           while you write
  grade course check --html matrix.html
"""
)
@click.option("--quick", is_flag=True, help="Without changed references, seeds and other kinds of sandbox.")
@click.option("--html", type=options.FOLDER, metavar="FILE", help="Also write the matrix as a page.")
@options.text_or_json
@options.common
def check(
    quick: bool, html: Path | None, output: str, course: Path | None, lesson: str | None, no_color: bool
) -> int:
    """Prove that references pass, stubs do not, and every mistake is caught.

    Exit code 0: nothing was found, or all of it is accepted with a reason; 1: something was.
    """
    from grader.authoring.coursecheck.run import check as look
    from grader.cli.checking import display, text

    console = Console.here(no_color=no_color)
    with display(console) as tick:
        report = look(_root(course), tick, lesson=lesson, quick=quick)
    if html is not None:
        from grader.authoring.coursecheck.page import page

        _write(html, page(report))
        console.note(f"Wrote {html}")
    if output == "json":
        from grader.authoring.coursecheck.run import encode

        console.data(encode(report))
    else:
        console.say(text(report, console.style))
    return 0 if report.ok else 1


@course.command()
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; exit code 1 when something differs."
)
@click.option("--force", is_flag=True, help="Also write over stubs that hold work.")
@options.common
def stubs(only_check: bool, force: bool, course: Path | None, lesson: str | None, no_color: bool) -> int:
    """Make the stubs from the references."""
    from grader.authoring import stubs as authoring

    console = Console.here(no_color=no_color)
    loaded = _loaded(course)
    lessons = [each for each in loaded.file.lessons if lesson in (None, each.id)]
    if only_check:
        problems = [problem for each in lessons for problem in authoring.check(loaded, each)]
        for problem in problems:
            console.say(str(problem))
        return 1 if problems else 0
    written = [path for each in lessons for path in authoring.write(loaded, each, force=force)]
    for path in written:
        console.say(f"Wrote {path.as_posix()}")
    if not written:
        console.say("Every stub is what its reference gives.")
    return 0


@course.command()
@click.argument("folder", type=options.FOLDER, metavar="DIR")
@options.common
def release(folder: Path, course: Path | None, lesson: str | None, no_color: bool) -> int:
    """Write the class edition into DIR: what students get, without a secret in it.

    Exercises, course.yaml, public checks and this grader; no reference, rubric, mistake or hidden check.
    """
    from grader.authoring.release import write

    console = Console.here(no_color=no_color)
    count = write(_loaded(course, files=True), folder)
    console.say(f"Wrote {count} files to {folder}\nNext: look at its README.md, then hand the folder out.")
    return 0


@course.command()
@click.argument("folder", type=options.FOLDER, metavar="DIR")
@click.option("--title", default="A new course", help="What the course is called.")
@click.option("--no-color", is_flag=True, help="Plain text (NO_COLOR does the same).")
@click.option("--debug", is_flag=True, expose_value=False, help="Show a traceback if the grader breaks.")
def new(folder: Path, title: str, no_color: bool) -> int:
    """Make a course in DIR, with one lesson and one item that show where to write."""
    from grader.authoring.new import new_course

    console = Console.here(no_color=no_color)
    for path in new_course(folder, title):
        console.say(f"Wrote {folder / path}")
    console.say(f"Next: cd {folder}, then grade course check")
    return 0


@course.command("new-item")
@click.argument("item", metavar="ID")
@click.option("--kind", type=click.Choice(KINDS), required=True, help="What students hand in.")
@click.option("--title", default="", help="What the item is called. Default: from its id.")
@options.common
def new_item(
    item: str, kind: str, title: str, course: Path | None, lesson: str | None, no_color: bool
) -> int:
    """Add an item with its reference, checks and a mistake, ready to be rewritten."""
    from grader.authoring.new import new_item as make

    console = Console.here(no_color=no_color)
    for path in make(_root(course), item, kind, title=title, lesson=lesson):
        console.say(f"Wrote {path}")
    console.say("Next: write your own into these files, then grade course check")
    return 0


@course.command()
def schema() -> int:
    """Print the JSON Schema of course.yaml, for editors that complete while you type."""
    from grader.authoring.new import schema_text

    Console.here().data(schema_text().rstrip("\n").encode())
    return 0


def _root(course: Path | None) -> Path:
    from grader.course.discover import find_root
    from grader.course.layout import COURSE_FILE
    from grader.errors import UsageError

    if course is None:
        return find_root(Path.cwd())
    folder = course.parent if course.name == COURSE_FILE else course
    if not (folder / COURSE_FILE).is_file():
        hint = "--course takes the folder that holds course.yaml."
        raise UsageError(f"there is no {COURSE_FILE} in {folder}", hint=hint)
    return folder.resolve()


def _loaded(course: Path | None, *, files: bool = False) -> Course:
    from grader.course.load import load

    return load(_root(course), files=files)


def _write(path: Path, text: str) -> None:
    from grader.errors import UsageError

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"the page cannot be written: {error.strerror}", where=str(path)) from None
