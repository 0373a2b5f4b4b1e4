"""A reply that is sent before its question: what stands before it is the number of the call, which is random."""

from __future__ import annotations

import itertools
import select

import pytest

from grader.sandbox import Budget, ChosenSandbox, Crashed, Tier, remote

# Answers the first question, and a moment later what it takes for the second; the number is on its own stack.
FORGER = """
import os, struct, sys, time
from msgspec.msgpack import encode

def answer(x):
    frame = sys._getframe()
    while 'number' not in frame.f_locals: frame = frame.f_back
    for number, value in ((frame.f_locals['number'], 1.0), (frame.f_locals['number'] + 1, 42.0)):
        reply = encode([number, 'ok', value, 'float', None, None])
        os.write(201, struct.pack('<II', len(reply), 0) + reply)
        time.sleep(0.3)
    time.sleep(100)  # nothing is ever sent by the server
"""


def second_answer(sandbox: ChosenSandbox) -> object:
    """What the second call brings, asked only once something has come that nobody asked for."""
    child = sandbox.open({"work.py": FORGER.encode()}, Budget(seconds=10))
    try:
        assert child.call("work.py", "answer", [1.0], {}).value == 1.0
        link = child._link  # type: ignore[attr-defined]
        assert select.select([link._child.replies], [], [], 10)[0]
        return child.call("work.py", "answer", [2.0], {}).value
    finally:
        child.close()


@pytest.fixture
def strong(started) -> ChosenSandbox:
    return started(Tier.NAMESPACES)


def test_an_answer_before_its_question_ends_the_child(strong):
    """Nobody can know the number of the next call, so what was sent early cannot be its answer."""
    with pytest.raises(Crashed, match="it answered before it was asked"):
        second_answer(strong)


def test_with_numbers_that_count_up_the_forged_answer_is_taken(strong, monkeypatch):
    """The control: without randomness the value is the student's invention, so the attack is a real one."""
    numbers = itertools.count(1000)
    monkeypatch.setattr(remote.RemoteChild, "_number", lambda self: next(numbers))
    assert second_answer(strong) == 42.0
