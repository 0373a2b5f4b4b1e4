"""A worker process: one warm session that grades what arrives on its standard input.

``python -m grader.engine.worker`` is started by an engine, says ``Ready`` or ``Refusal`` on its standard
output, then answers every ``Work`` with a ``Done``. It ends when its input ends, so no worker outlives its
engine for longer than the submission it is at.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grader.course.load import load
from grader.engine import messages
from grader.engine.api import Plan
from grader.engine.machine import longest, own_core, slowness
from grader.engine.patient import PatientSandbox
from grader.errors import GraderError, SandboxUnavailable
from grader.grading import grade_all
from grader.sandbox import start
from grader.sandbox.api import Tier

if TYPE_CHECKING:
    from grader.intake.submission import Submission
    from grader.records import Attempt

Send = Callable[[msgspec.Struct], None]


def main() -> None:
    """Serve one engine until it closes the pipe."""
    # What a check or pytest prints must not end up among the frames.
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    # Ctrl-C goes to everybody on the terminal; the engine decides when to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def send(message: msgspec.Struct) -> None:
        data = memoryview(messages.frame(message))
        while data:
            data = data[outbox.write(data) :]

    with suppress(BrokenPipeError):
        plan = messages.plan(inbox)
        if plan is None:
            return
        try:
            serve(plan, messages.works(inbox), send)
        except GraderError as error:
            send(messages.Refusal(error.exit_code, error.problems))


def serve(plan: Plan, incoming: Iterator[messages.Work], send: Send) -> None:
    """Grade everything that comes in. Raises GraderError where nothing can be graded."""
    core = own_core()
    course = load(Path(plan.root))
    lesson = course.lesson(plan.lesson)
    with closing(start(plan.tier, packages=lesson.packages, cpu=core)) as sandbox:
        # The sandbox imports numpy while this process imports pytest.
        import pytest  # noqa: F401

        if sandbox.tier is Tier.PROCESS and not plan.trusted:
            raise _too_weak()
        times = slowness()
        send(messages.Ready(str(sandbox.tier), times, longest(lesson, times)))
        patient = PatientSandbox(sandbox, times)
        # A session judges one set of items; as long as that stays the same, it stays warm.
        for only, works in groupby(incoming, key=lambda work: work.task.only):
            session = _Session(works, send)
            grade_all(
                course,
                lesson,
                session.submissions(),
                session.deliver,
                sandbox=patient,
                only=only,
                later=plan.later,
                diagnose=plan.diagnose,
            )


class _Session:
    """Remembers which number each submission came with."""

    def __init__(self, works: Iterator[messages.Work], send: Send) -> None:
        self._works, self._send = works, send
        self._numbers: dict[int, int] = {}

    def submissions(self) -> Iterator[Submission]:
        for work in self._works:
            self._numbers[id(work.task.submission)] = work.number
            yield work.task.submission

    def deliver(self, submission: Submission, attempt: Attempt) -> None:
        self._send(messages.Done(self._numbers.pop(id(submission)), attempt))


def _too_weak() -> SandboxUnavailable:
    return SandboxUnavailable(
        "only the weakest sandbox starts here: it does not keep hostile code away from this machine",
        hint="`grade doctor` says why. For work that you would run yourself, add --trust-submissions.",
    )


if __name__ == "__main__":
    main()
