"""How a batch is going: a live line on a terminal, a plain one now and then anywhere else."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

from grader.cli.console import Console
from grader.records import Attempt, Status

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_EVERY = 10.0
"""Seconds between plain lines."""


class Tally:
    """Counts of what was graded in this run."""

    def __init__(self) -> None:
        self.total = 0
        """How many are expected, 0 while that is not known."""
        self.done = self.passing = self.faults = self.unchanged = 0
        self._began = time.monotonic()

    @property
    def failing(self) -> int:
        return self.done - self.passing - self.faults

    def count(self, attempt: Attempt) -> None:
        self.done += 1
        self.passing += attempt.status in (Status.PASSED, Status.NEEDS_REVIEW, Status.RECORDED)
        self.faults += any(item.status is Status.GRADER_ERROR for item in attempt.items)

    @property
    def rate(self) -> float:
        """Submissions a second since the beginning."""
        return self.done / max(time.monotonic() - self._began, 0.001)

    @property
    def left(self) -> float | None:
        """Seconds left at this rate; ``None`` when that cannot be said."""
        waiting = self.total - self.done - self.unchanged
        return waiting / self.rate if self.total and self.done >= 3 else None

    def __str__(self) -> str:
        of = f" of {self.total}" if self.total else ""
        parts = [
            f"{self.done + self.unchanged}{of} done",
            f"{self.passing} passing",
            f"{self.failing} failing",
        ]
        if self.faults:
            parts.append(f"{self.faults} grader faults")
        parts.append(f"{self.rate:.1f} a second")
        if self.left is not None:
            parts.append(f"{_clock(self.left)} left")
        return ", ".join(parts)


class Display(Protocol):
    """Shows a tally while the work goes on. Use it as a context manager."""

    def update(self) -> None: ...

    def note(self, text: str) -> None:
        """Say ``text`` without disturbing what is shown."""
        ...

    def __enter__(self) -> Display: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def display(console: Console, tally: Tally) -> Display:
    """The display that fits the stream for notes."""
    return Live(console, tally) if console.err.isatty() else Plain(console, tally)


class Plain:
    """A line every ten seconds."""

    def __init__(self, console: Console, tally: Tally) -> None:
        self._console, self._tally = console, tally
        self._next = time.monotonic() + _EVERY

    def update(self) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _EVERY
            self._console.note(str(self._tally))

    def note(self, text: str) -> None:
        self._console.note(text)

    def __enter__(self) -> Plain:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


class Live:
    """A bar and the tally beside it, drawn by rich."""

    def __init__(self, console: Console, tally: Tally) -> None:
        from rich.console import Console as Screen
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

        self._console, self._tally = console, tally
        screen = Screen(file=console.err, no_color=not console.style.colour, highlight=False)
        columns = (SpinnerColumn("line"), BarColumn(20), TextColumn("{task.description}", markup=False))
        self._progress: Progress = Progress(*columns, console=screen, transient=True)
        self._task: TaskID = self._progress.add_task("starting", total=None)

    def update(self) -> None:
        self._progress.update(
            self._task,
            total=self._tally.total or None,
            completed=self._tally.done + self._tally.unchanged,
            description=str(self._tally),
        )

    def note(self, text: str) -> None:
        self._progress.console.print(text, markup=False, highlight=False)

    def __enter__(self) -> Live:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
