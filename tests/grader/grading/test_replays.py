"""Known mistakes are asked once, and one that never answers holds nobody up."""

from __future__ import annotations

import signal
import time
from types import ModuleType

import numpy as np
import pytest

from grader.checks.calls import Call
from grader.grading import replay
from grader.grading.patience import OutOfPatience, patience
from grader.grading.replay import Replays
from grader.sandbox.api import Reply

COUNTS = "asked = []\ndef f(x):\n    asked.append(x)\n    return x + 1\n"
HANGS = "asked = []\ndef f(x):\n    asked.append(x)\n    while True:\n        pass\n"
STUBBORN = (
    "while True:\n    try:\n        while True:\n            pass\n    except Exception:\n        pass\n"
)


def module(source: str) -> ModuleType:
    made = ModuleType("mistake")
    exec(source, made.__dict__)
    return made


def questions(value: float) -> tuple[Call, ...]:
    return (Call("work.py", "f", (np.full((100, 100), value),), {}, Reply(None)),)


def test_equal_calls_are_replayed_once() -> None:
    """A second student who is asked the same costs no replay; one who is asked something else does."""
    mistake = module(COUNTS)
    replays = Replays("work.py", module(COUNTS), {"counts": mistake})
    first = replays.of(questions(1.0)).mistake("counts")
    assert replays.of(questions(1.0)).mistake("counts") is first
    assert len(mistake.asked) == 1
    replays.of(questions(2.0)).mistake("counts")
    assert len(mistake.asked) == 2


def test_mistake_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no outcome, is not asked a second time, and the reference and the other mistakes still answer."""
    monkeypatch.setattr(replay, "LONGEST", 0.1)
    hanging = module(HANGS)
    replays = Replays("work.py", module(COUNTS), {"hangs": hanging, "counts": module(COUNTS)})
    for value in (1.0, 2.0):
        found = replays.of(questions(value))
        assert found.mistake("hangs") == (None,)
        for (outcome,) in (found.reference, found.mistake("counts")):
            assert isinstance(outcome, Reply)
            assert outcome.value[0, 0] == value + 1
    assert len(hanging.asked) == 1


def test_calls_that_one_submission_makes_slow_harm_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers handed on may take a mistake for ever; the next submission is told of that mistake all the same"""
    monkeypatch.setattr(replay, "LONGEST", 0.1)
    slow = "def f(x):\n    while x[0, 0] > 5:\n        pass\n    return x + 1\n"
    names = [f"slow{number}" for number in range(5)]
    replays = Replays("work.py", module(COUNTS), {name: module(slow) for name in names})
    replays.begin()
    hostile = replays.of(questions(9.0))
    for name in names:
        assert hostile.mistake(name) == (None,)
        assert replays.given_up(name)
    assert replays.of(questions(1.0)).mistake(names[0]) == (None,)
    replays.begin()
    for name in names:
        (outcome,) = replays.of(questions(1.0)).mistake(name)
        assert isinstance(outcome, Reply)


@pytest.mark.parametrize("code", [STUBBORN, "while True: pass", "import time\ntime.sleep(60)"])
def test_patience_ends_what_does_not_end(code: str) -> None:
    """Loops and waits are left, also by code that catches every Exception."""
    with pytest.raises(OutOfPatience), patience(0.05):
        exec(code, {})


def test_patience_leaves_nothing_behind() -> None:
    """After the block no signal comes and the handler is the one from before."""
    before = signal.getsignal(signal.SIGALRM)
    with patience(0.05):
        pass
    time.sleep(0.1)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
