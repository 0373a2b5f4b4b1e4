"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

FOLDER = click.Path(path_type=Path)


def common(command: Command) -> Command:
    """``--course --lesson --no-color --debug``; the command takes ``course``, ``lesson`` and ``no_color``."""
    for option in (
        # The edge of the program looks for --debug itself, since it also covers errors of parsing.
        click.option(
            "--debug", is_flag=True, expose_value=False, help="Show a traceback if the grader breaks."
        ),
        click.option("--no-color", is_flag=True, help="Plain text (NO_COLOR does the same)."),
        click.option("--lesson", metavar="ID", help="Which lesson, where the course has several."),
        click.option(
            "--course",
            type=FOLDER,
            metavar="DIR",
            help="The course's folder. Default: the nearest course.yaml upwards.",
        ),
    ):
        command = option(command)
    return command


def submission(command: Command) -> Command:
    """``--submission DIR``."""
    return click.option(
        "--submission",
        type=FOLDER,
        metavar="DIR",
        help="A folder of work. Default: exercises/<lesson>.",
    )(command)


def reports(command: Command) -> Command:
    """``--report FORMAT[=FILE]``, repeatable; the command takes ``reports``."""
    return click.option(
        "--report",
        "reports",
        multiple=True,
        metavar="FORMAT[=FILE]",
        help="Also write the result as junit, github, gitlab, gradescope, classroom, prairielearn, csv or excel; "
        "FILE may be - for standard output. May be given again.",
    )(command)


def text_or_json(command: Command) -> Command:
    """``--format text|json``; the command takes ``output``."""
    return click.option(
        "--format",
        "output",
        type=click.Choice(["text", "json"]),
        default="text",
        help="How to print it. Default: text.",
    )(command)


def complete_items(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Shell completion: ids of the course around here."""
    from grader.cli.session import item_names

    return [name for name in item_names() if name.startswith(incomplete)]
