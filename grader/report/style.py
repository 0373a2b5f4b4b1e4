"""How text looks on a terminal: marks, colour and width. Knows nothing of what is being said."""

from __future__ import annotations

import textwrap
from typing import ClassVar

import msgspec

from grader.course.model import Kind
from grader.records import Status
from grader.report.plain import plain

_UNICODE = {"ok": "✓", "bad": "✗", "open": "○", "later": "◌", "ask": "?", "kept": "•", "fault": "!"}
_ASCII = {"ok": "+", "bad": "x", "open": "-", "later": ".", "ask": "?", "kept": "*", "fault": "!"}
_COLOURS = {"ok": 32, "bad": 31, "open": 33, "later": 36, "ask": 33, "kept": 36, "fault": 35}
_DEEPEST = 9
"""Columns that a line may be indented further than its text: below what stands after ``expected``."""
_STEPS = "▁▂▃▄▅▆▇█"
_ASCII_STEPS = "_.-=*#"


class Style(msgspec.Struct, frozen=True):
    """What a stream can show."""

    colour: bool = False
    unicode: bool = True
    width: int = 80
    encoding: str = "utf-8"

    MARKS: ClassVar[str] = "".join(_UNICODE.values()) + _STEPS + "█░─"
    """Every character beyond ASCII that the methods below may use."""

    def plain(self, text: str) -> str:
        """``text`` as it will read where it is printed, for what has to be laid out in columns."""
        return plain(text, self.encoding)

    def paint(self, text: str, *codes: int) -> str:
        """``text`` between ANSI attributes (1 bold, 2 faint, 31 red, ...) where colour is wanted."""
        if not self.colour or not text:
            return text
        return f"\x1b[{';'.join(map(str, codes))}m{text}\x1b[0m"

    def bold(self, text: str) -> str:
        return self.paint(text, 1)

    def faint(self, text: str) -> str:
        return self.paint(text, 2)

    def mark(self, sort: str) -> str:
        """One column: ``ok bad open later ask kept fault``."""
        return self.paint((_UNICODE if self.unicode else _ASCII)[sort], _COLOURS[sort])

    def rule(self) -> str:
        return self.faint(("─" if self.unicode else "-") * self.width)

    def bar(self, share: float, width: int = 20) -> str:
        """A bar of ``width`` columns of which ``share`` (0 to 1) is filled; full only when all is there."""
        filled = width if share >= 1 else min(int(share * width + 0.5), width - 1)
        full, empty = ("█", "░") if self.unicode else ("#", ".")
        return self.paint(full * filled, 32) + self.faint(empty * (width - filled))

    def sparkline(self, shares: list[float]) -> str:
        """One column for each share (0 to 1)."""
        steps = _STEPS if self.unicode else _ASCII_STEPS
        return "".join(steps[min(int(share * len(steps)), len(steps) - 1)] for share in shares)

    def wrap(self, text: str, indent: int, *, first: str | None = None) -> list[str]:
        """Lines of ``text`` within the width, its own line breaks kept.

        ``first`` (same width as the indent) begins the first line instead of blanks.
        """
        pad = " " * indent
        lines: list[str] = []
        for line in self.plain(text).splitlines():
            inner = line.lstrip()
            deeper = pad + " " * min(len(line) - len(inner), _DEEPEST)
            lines += textwrap.wrap(
                inner,
                max(self.width, indent + 20),
                initial_indent=deeper,
                subsequent_indent=deeper,
                break_on_hyphens=False,
            ) or [""]
        if first is not None and lines:
            lines[0] = first + lines[0][indent:]
        return lines


def sort_of(status: Status, *, due: bool = True, done: bool = False) -> str:
    """Which mark stands for a status."""
    if status is Status.GRADER_ERROR:
        return "fault"
    if status is Status.RECORDED:
        return "kept"
    if done or status is Status.PASSED:
        return "ok"
    if not due and status in (Status.NOT_STARTED, Status.MISSING):
        return "later"
    if status in (Status.NOT_STARTED, Status.MISSING):
        return "open"
    return "ask" if status is Status.NEEDS_REVIEW else "bad"


WORDS = {
    Status.PASSED: "passed",
    Status.FAILED: "not yet right",
    Status.ERROR: "stopped with an error",
    Status.TIMEOUT: "took too long",
    Status.OUT_OF_MEMORY: "out of memory",
    Status.OUTPUT_LIMIT: "printed too much",
    Status.CRASHED: "ended by itself",
    Status.NOT_STARTED: "not started",
    Status.MISSING: "file missing",
    Status.REFUSED: "file refused",
    Status.RECORDED: "recorded",
    Status.NEEDS_REVIEW: "to be confirmed",
    Status.GRADER_ERROR: "grader fault",
}
"""Each status as a student reads it."""


def word_of(status: Status, kind: str, *, due: bool = True, done: bool = False) -> str:
    """How an item stands, for its line: as ``WORDS`` says, but for what its kind or its day makes of it."""
    if not due and status in (Status.NOT_STARTED, Status.MISSING):
        return "for later"
    if kind == Kind.TEXT and status in (Status.FAILED, Status.NEEDS_REVIEW) and not done:
        return "not complete yet"
    if status is Status.ERROR and kind != Kind.CODE:
        return WORDS[Status.FAILED]  # nothing ran that could have stopped
    return WORDS[status]
