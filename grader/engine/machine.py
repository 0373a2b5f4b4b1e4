"""The machine a worker runs on: a core of its own, and how fast it is just now."""

from __future__ import annotations

import os
import socket
import sys
import time
from itertools import product

from grader.course.model import Lesson

_USUAL = 0.010
"""Seconds that ``_work`` takes on a laptop ten years old; faster machines count as this fast."""
_SLOWEST = 20.0
_BESIDE = 30.0
_SLOW_CALLS = 12
"""An item may honestly take as long as so many calls at their limit; beyond that the session itself hangs."""
_MOST_SHARING = 16
"""Workers of a core; there are more only where somebody asks for very many jobs."""
_lease: int | None = None
"""File descriptor that holds the claim, left open on purpose."""


def cores() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def own_core() -> int | None:
    """Move this process to a core that as few other workers on this machine have as possible.

    Judge, zygote and child take turns, so on one core a message costs a tenth of what it costs across two; even
    a core that is shared with another batch is better than none. ``None`` where that cannot be had.
    The claim is a name in Linux's abstract socket space: it ends with the process, however that ends.
    """
    global _lease
    if not sys.platform.startswith("linux"):
        return None
    for place, core in product(range(_MOST_SHARING), sorted(os.sched_getaffinity(0))):
        claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            claim.bind(f"\0gradewright-core-{core}-{place}")
        except OSError:
            claim.close()
            continue
        _lease = claim.detach()
        os.sched_setaffinity(0, {core})
        return core
    return None


def slowness() -> float:
    """How many times slower than usual this process runs, between 1 and 20: the best of a few short tries."""
    best = min(_timed() for _ in range(5))
    return min(max(best / _USUAL, 1.0), _SLOWEST)


def longest(lesson: Lesson, times: float) -> float:
    """Seconds after which a submission is stuck for certain, on a machine ``times`` slower than usual."""
    return _BESIDE + times * _SLOW_CALLS * sum(item.limits.seconds for item in lesson.items)


def _timed() -> float:
    start = time.perf_counter()
    total = 0
    for number in range(100_000):
        total += number & 7
    return time.perf_counter() - start
