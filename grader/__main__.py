"""Entry of the command ``grade`` and of ``python -m grader``; the one place where errors become sentences."""

from __future__ import annotations

import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    # Before anything else: `python -m` looks for modules in the current folder first, and a student's numpy.py
    # is for the sandbox only.
    sys.path.pop(0)

import atexit
import gc
import os
import traceback
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from grader.cli.console import Console

INTERRUPTED = 130
FAULT = 3
PACKAGES = {
    "Stemmer": "PyStemmer",
    "markdown_it": "markdown-it-py",
    "mdit_py_plugins": "mdit-py-plugins",
    "yaml": "PyYAML",
}
"""What pip calls a library, where that is not the name that it is imported by."""


def main() -> NoReturn:
    """The command as installed: run it and leave at once."""
    # Imports make much and drop nothing: to look for garbage among it takes a tenth of a run.
    gc.set_threshold(200_000, 20, 20)
    # For the small arrays of checks one thread is faster, and starting others keeps the sandbox from starting.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    code = run(sys.argv[1:])
    # What Python does next, freeing numpy and pytest piece by piece, takes longer than grading an item.
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code: 0, 1, 2, 3 or 130, as ``grade --help`` explains them."""
    try:
        from grader.cli.app import app

        code = app.main(list(arguments), prog_name="grade", standalone_mode=False)
        return int(code or 0)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone (`| head`); Python would complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    # The edge of the program: whatever went wrong, a user gets a sentence and the right exit code.
    except Exception as error:  # noqa: BLE001
        if "--debug" in arguments:
            traceback.print_exc()
        if isinstance(error, ImportError) and _is_library(error.name):
            return _missing(error)
        return _explain(error)


def _is_library(name: str | None) -> bool:
    return name is not None and name.partition(".")[0] not in ("grader", *sys.stdlib_module_names)


def _missing(error: ImportError) -> int:
    """Say which library is not there or does not load; with none, since any of them may be the one."""
    library = str(error.name).partition(".")[0]
    package = PACKAGES.get(library, library)
    sys.stderr.write(f"{package} is not installed, or it does not load in this Python.\n")
    sys.stderr.write(f"  Run: python -m pip install --force-reinstall {package}\n")
    return FAULT


def _explain(error: Exception) -> int:
    """Say on stderr what went wrong, and return the exit code that stands for it."""
    import click

    from grader.cli.console import Console
    from grader.errors import GraderError

    console = Console.here()
    if isinstance(error, GraderError):
        console.note(_wrapped(str(error), console))
        return error.exit_code
    if isinstance(error, click.Abort):
        return INTERRUPTED
    if isinstance(error, click.ClickException):
        console.note(_wrapped(_usage(error), console))
        return error.exit_code
    console.note(f"Something in the grader broke ({type(error).__name__}); it is not your fault.")
    console.note("  Run the same command with --debug to see where.")
    return FAULT


def _wrapped(text: str, console: Console) -> str:
    """``text`` with its hints, the indented lines, cut to the width; ``file:line: what`` stays whole for tools."""
    lines = (console.style.wrap(line, 0) if line.startswith("  ") else [line] for line in text.splitlines())
    return "\n".join(piece for pieces in lines for piece in pieces)


def _usage(error: object) -> str:
    """A click error as one sentence and where to read on."""
    import click

    assert isinstance(error, click.ClickException)
    if (
        isinstance(error, click.MissingParameter)
        and getattr(error.param, "human_readable_name", "") == "ITEM"
    ):
        return "Which item?\n  `grade list` shows them."
    context = error.ctx if isinstance(error, click.UsageError) else None
    path = context.command_path if context else "grade"
    return f"{error.format_message()}\n  `{path} --help` shows how it is used."


if __name__ == "__main__":
    main()
