"""A limit for the course's own code: a mistake that never ends must not hold up a whole class."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_AGAIN = 0.1
"""Seconds until the next try, should the code catch even this."""


class OutOfPatience(BaseException):
    """The code took longer than it may. No Exception, for the code itself may catch those."""


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Raise OutOfPatience inside the block after ``seconds`` of wall-clock time.

    It stops Python code and calls that wait, not a loop inside a C extension. Without interval timers
    (Windows), and in other threads than the main one, there is no limit.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    over = False

    def ring(*_: object) -> None:
        if not over:
            raise OutOfPatience

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
