"""Checks that need no code from a course author: they come from the reference twin and its rubric."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import msgspec

from grader.answers.model import Given
from grader.records import Status

NOT_FOUND = "Not found in your answer yet. What would you say to this question?"
"""Of an idea that a text does not hold, where there is nothing more to say."""


class Verdict(msgspec.Struct, frozen=True):
    """What a built-in check says of one answer."""

    status: Status
    """passed, failed, error (unreadable field), not_started (blank field)."""
    message: str = ""
    """What happened, in words that hold no expected value and none of the student's text."""
    share: Decimal | None = None
    """Part of the points earned, 0 to 1; ``None``: all when passed, none otherwise."""
    provisional: bool = False
    """A machine's opinion of free text, until a person confirms it."""


class BuiltinCheck(msgspec.Struct, frozen=True):
    """One check made from course.yaml, the reference and its rubric."""

    id: str
    """``test_output``; for text ``idea_1``: an id never gives the answer away."""
    title: str
    weight: Decimal
    feedback: str
    judge: Callable[[Given], Verdict]
