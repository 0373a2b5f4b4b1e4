"""The two streams a command writes to. Only this layer prints."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TextIO

import msgspec

from grader.report.plain import ERRORS
from grader.report.style import Style

WIDEST = 100
"""Columns; longer lines are hard to read, however wide the window."""


class Console(msgspec.Struct, frozen=True):
    """Data goes to ``out``, notes to ``err``; ``style`` says what ``out`` can show."""

    out: TextIO
    err: TextIO
    style: Style

    @classmethod
    def here(cls, *, no_color: bool = False) -> Console:
        """The process's own streams, made unable to fail on a character their encoding lacks."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors=ERRORS)
        style = Style(
            colour=not no_color and _wants_colour(sys.stdout),
            unicode=_carries(sys.stdout, Style.MARKS),
            encoding=sys.stdout.encoding or "ascii",
            width=min(shutil.get_terminal_size((80, 24)).columns, WIDEST),
        )
        return cls(sys.stdout, sys.stderr, style)

    def say(self, text: str) -> None:
        """Print ``text`` and a newline to standard output."""
        _write(self.out, text + "\n")

    def note(self, text: str) -> None:
        """Print ``text`` and a newline to standard error."""
        _write(self.err, text + "\n")

    def plain(self, text: str) -> str:
        """``text`` as it will read where it is printed, for what has to be laid out in columns."""
        return self.style.plain(text)

    def data(self, data: bytes) -> None:
        """Bytes for another program, whatever the terminal's encoding: JSON is UTF-8."""
        self.out.flush()
        _write(self.out, data.decode("utf-8") + "\n", raw=True)


def _write(stream: TextIO, text: str, *, raw: bool = False) -> None:
    """Write and flush. A reader that has gone (``| head``) changes neither the work nor the exit code."""
    try:
        buffer = getattr(stream, "buffer", None)
        if raw and buffer is not None:
            buffer.write(text.encode("utf-8"))
            buffer.flush()
        else:
            stream.write(text)
            stream.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _wants_colour(stream: TextIO) -> bool:
    """Colour on a terminal only; NO_COLOR and FORCE_COLOR as https://no-color.org and force-color.org say."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _carries(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
