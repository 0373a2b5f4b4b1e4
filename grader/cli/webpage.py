"""A page for a browser: written where asked for, or among the course's own files and opened."""

from __future__ import annotations

import tempfile
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from grader.cli import options
from grader.cli.console import Console

Command = TypeVar("Command", bound=Callable[..., Any])


def page(command: Command) -> Command:
    """``--open`` and ``--html FILE``; the command takes ``show`` and ``html``."""
    for option in (
        click.option(
            "--html", type=options.FOLDER, metavar="FILE", help="Write it as a page for a browser instead."
        ),
        click.option("--open", "show", is_flag=True, help="Write that page and open it in your browser."),
    ):
        command = option(command)
    return command


def put(content: str, html: Path | None, show: bool, name: str, folder: Path, console: Console) -> None:
    """Write ``content`` to ``html``, else to ``folder/name``, and open it when asked to. Says where it is.

    ``folder`` that cannot be written to is no trouble: the page goes to a temporary folder then.
    Raises ``UsageError`` when ``html`` cannot be written.
    """
    from grader.cli.session import shown

    path = _write(html, content) if html else _keep(folder, name, content)
    console.note(f"{'Opened' if show and _opens(path) else 'Page for your browser'}: {shown(path)}")


def _write(path: Path, content: str) -> Path:
    from grader.errors import UsageError

    try:
        path.write_text(content, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(
            f"the page cannot be written: {error.strerror}",
            where=str(path),
            hint="Name another file: --html FILE",
        ) from None
    return path


def _keep(folder: Path, name: str, content: str) -> Path:
    for home in (folder, None):
        try:
            place = home or Path(tempfile.mkdtemp(prefix="grade-"))
            (place / name).write_text(content, encoding="utf-8", newline="\n")
        except OSError:
            if home is None:
                raise
        else:
            break
    return place / name


def _opens(path: Path) -> bool:
    """Whether a browser was started. ``BROWSER`` in the environment names one."""
    try:
        return webbrowser.open(path.resolve().as_uri())
    except (webbrowser.Error, OSError):
        return False
