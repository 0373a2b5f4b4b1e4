"""Where the time of one submission goes: ``python -m tests.benchmarks.profile [NUMBER]``.

Grades the references and then every known mistake, NUMBER submissions of each, in one warm session on one core,
and prints milliseconds a submission by part. Each moment counts for the innermost part that it belongs to, so
the parts add up. Time in the sandbox is what the trusted side waits for; what children use of the processor is
their own account of it, in a line of its own.
"""

from __future__ import annotations

import functools
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import cycle, islice
from typing import Any
from unittest.mock import patch

from grader.checks import bench, host, items, work
from grader.checks.keep import Keep
from grader.course.load import load
from grader.course.model import Course, Lesson
from grader.engine import messages
from grader.engine.machine import own_core
from grader.grading import diagnose, grade_all, session, trial
from grader.intake.submission import Submission
from grader.records import Attempt
from grader.sandbox import start
from grader.sandbox.pipes import PipeLink
from grader.sandbox.remote import RemoteChild
from grader.sandbox.warm import WarmSandbox
from tests.benchmarks.peers import ROOT

REST = "between checks: plan, answers to hand, state put back"
PARTS: tuple[tuple[str, Any, str], ...] = (
    ("sandbox: ask for a child, send its files", WarmSandbox, "open"),
    ("sandbox: wait until a child is set up", PipeLink, "begin"),
    ("sandbox: load the student's files", RemoteChild, "load"),
    ("sandbox: calls and attributes", RemoteChild, "_call"),
    ("sandbox: calls and attributes", RemoteChild, "get"),
    ("sandbox: syntax trees", RemoteChild, "parse"),
    ("sandbox: end a child", RemoteChild, "close"),
    ("read the answers", bench, "read"),
    ("copy arguments, for replay", work, "frozen"),
    ("bodies of the checks", items.CheckItem, "runtest"),
    ("built-in checks", items.BuiltinItem, "runtest"),
    ("pytest: one check after another", host.WarmSession, "_run"),
    (REST, host.WarmSession, "_judge"),
    (REST, Keep, "restore"),
    ("judge and score", session, "item_result"),
    ("name the mistakes", diagnose.Diagnoser, "explained"),
    ("make the attempt", session, "attempt"),
    ("encode the attempt", messages, "frame"),
)


class Clock:
    """Seconds by part; a part that begins inside another one stops that one's time."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.times: Counter[str] = Counter()
        self._running: list[str] = []
        self._since = 0.0

    def around(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """``function``, with its time noted under ``part``."""

        @functools.wraps(function)
        def timed(*args: Any, **kwargs: Any) -> Any:
            self._turn()
            self._running.append(part)
            self.times[part] += 1
            try:
                return function(*args, **kwargs)
            finally:
                self._turn()
                self._running.pop()

        return timed

    def _turn(self) -> None:
        now = time.perf_counter()
        if self._running:
            self.seconds[self._running[-1]] += now - self._since
        self._since = now


@contextmanager
def watched(clock: Clock) -> Iterator[list[float]]:
    """Time every part by ``clock``. -> processor seconds of each child, as it ends."""
    used: list[float] = []
    end = WarmSandbox.end

    def ended(self: WarmSandbox, number: int) -> dict[str, Any]:
        answer = end(self, number)
        used.append(answer["cpu"])
        return answer

    with ExitStack() as stack:
        stack.enter_context(patch.object(WarmSandbox, "end", ended))
        for part, owner, name in PARTS:
            stack.enter_context(patch.object(owner, name, clock.around(part, getattr(owner, name))))
        yield used


def profile(
    course: Course, lesson: Lesson, work: list[Submission], number: int
) -> tuple[Clock, float, float]:
    """The clock, and seconds of the trusted side's and of the children's processor, for ``number`` submissions."""
    clock = Clock()
    warm = max(3, len(work))
    begun: list[float] = []

    def deliver(_: Submission, attempt: Attempt) -> None:
        messages.frame(messages.Done(1, attempt))
        begun.append(time.process_time())
        if len(begun) == warm:
            for account in (clock.seconds, clock.times, used):
                account.clear()

    with closing(start(cpu=own_core())) as sandbox, watched(clock) as used:
        grade_all(course, lesson, islice(cycle(work), warm + number), deliver, sandbox=sandbox)
    return clock, begun[-1] - begun[warm - 1], sum(used)


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    course = load(ROOT)
    lesson = course.file.lessons[0]
    flawed = [each for item in lesson.items for each in trial.mistakes(course, lesson, item).values()]
    right = profile(course, lesson, [trial.references(course, lesson)], number)
    wrong = profile(course, lesson, flawed, number)
    print(f"{'ms a submission':60} {'right':>8} {'flawed':>8} {'times':>7}")
    for part in dict.fromkeys(name for name, *_ in PARTS):
        cells = [clock.seconds[part] / number * 1e3 for clock, *_ in (right, wrong)]
        print(f"{part:60} {cells[0]:8.2f} {cells[1]:8.2f} {right[0].times[part] / number:7.1f}")
    sums = [[sum(clock.seconds.values()), ours, theirs] for clock, ours, theirs in (right, wrong)]
    for name, *both in zip(("all of it", "processor: this side", "processor: children"), *sums, strict=True):
        print(f"{name:60} {both[0] / number * 1e3:8.2f} {both[1] / number * 1e3:8.2f}")


if __name__ == "__main__":
    main()
