"""Messages, the machine, and patience."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import closing
from decimal import Decimal
from pathlib import Path

import pytest

from grader.course.model import Course
from grader.engine import machine, messages
from grader.engine.attempts import lost
from grader.engine.patient import PatientSandbox
from grader.errors import Problem
from grader.sandbox import start
from grader.sandbox.api import Budget, TimedOut
from tests.grader.engine import classroom

ROOT = Path(__file__).parents[3]


def test_messages_arrive_as_they_were_sent(course: Course) -> None:
    """Plans, tasks and every kind of report survive the wire, exact points included"""
    task = classroom.task("Zoë 🐍", classroom.RIGHT)
    attempt = lost(course, course.lesson("averages"), task)
    assert isinstance(attempt.max_score, Decimal)
    reports = [
        messages.Ready("namespaces", 1.5, 60.0),
        messages.Done(3, attempt),
        messages.Refusal(2, (Problem("what", "where", "hint"),)),
    ]
    pipe = io.BytesIO(b"".join(map(messages.frame, reports)))
    assert list(messages.reports(pipe)) == reports
    pipe = io.BytesIO(messages.frame(classroom.plan(course)) + messages.frame(messages.Work(1, task)))
    assert messages.plan(pipe) == classroom.plan(course)
    assert list(messages.works(pipe)) == [messages.Work(1, task)]


def test_half_a_message_is_none() -> None:
    """A worker killed in the middle of a frame has said nothing more"""
    whole = messages.frame(messages.Ready("namespaces", 1.0, 1.0))
    for length in range(len(whole)):
        assert list(messages.reports(io.BytesIO(whole + whole[:length]))) == [
            messages.Ready("namespaces", 1.0, 1.0)
        ]


CLAIM = "from grader.engine.machine import own_core; print(own_core(), flush=True); input()"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="cores are claimed on Linux only")
def test_workers_share_cores_evenly() -> None:
    """No core is given twice before each was given once; an ended process gives its core back first"""
    cores = machine.cores()

    def claim() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", CLAIM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )

    def said(process: subprocess.Popen[str]) -> str:
        assert process.stdout
        return process.stdout.readline().strip()

    claims = []
    try:
        got = []
        for _ in range(2 * cores):
            claims.append(claim())
            got.append(said(claims[-1]))
        # Other workers of this machine may have had some before.
        assert set(got) == {str(core) for core in os.sched_getaffinity(0)}
        assert max(map(got.count, got)) <= 3
        claims[1].communicate("\n")
        claims.append(claim())
        assert said(claims[-1]) == got[1]
    finally:
        for process in claims:
            process.kill()
            process.communicate()


def test_slowness_is_a_factor_that_never_shortens_a_limit() -> None:
    """At least 1, and bounded"""
    assert 1.0 <= machine.slowness() <= 20.0


SLOW = b"""
import time

def slow():
    time.sleep(0.4)
    return 1

def endless():
    while True:
        pass
"""


def test_patience_waits_longer_and_tells_the_limit_of_the_course() -> None:
    """Slow work passes on a slow machine; endless work is told the limit that the course states"""
    with closing(start()) as sandbox:
        patient = PatientSandbox(sandbox, 20.0)
        with closing(patient.open({"w.py": SLOW}, Budget(seconds=0.1))) as child:
            child.load("w.py")
            assert child.call("w.py", "slow", [], {}).value == 1
            with pytest.raises(TimedOut, match=r"0\.1 s"):
                child.call("w.py", "endless", [], {})
