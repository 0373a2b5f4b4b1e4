"""The mark that makes a pytest function a check."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any, TypeVar

import msgspec

from grader.errors import CourseError

ATTRIBUTE = "_grader_check"
Function = TypeVar("Function", bound=Callable[..., Any])


class Mark(msgspec.Struct, frozen=True):
    """What :func:`check` leaves on a function."""

    points: Decimal
    feedback: str
    needs: tuple[str, ...]


def check(
    *, points: int | float | str | Decimal, feedback: str = "", needs: str | tuple[str, ...] = ()
) -> Callable[[Function], Function]:
    """Make a pytest function a check.

    ``points`` is its part of the item's points, exact: ``0.1`` means one tenth; 0 is a bonus.
    ``feedback`` is what a student reads when the check fails: a question or a pointer, never the answer.
    ``needs`` names other items whose files the check also reads: without them it fails and says so.

    Raises CourseError when ``points`` is no number from 0 upwards.
    """
    try:
        exact = Decimal(str(points))
    except InvalidOperation:
        exact = Decimal(-1)
    if isinstance(points, bool) or not exact.is_finite() or exact < 0:
        raise CourseError(
            f"@check(points={points!r}) is not a number of points",
            hint="Write a number from 0 upwards, such as points=1 or points=0.5.",
        )
    mark = Mark(exact, feedback, (needs,) if isinstance(needs, str) else tuple(needs))

    def decorate(function: Function) -> Function:
        setattr(function, ATTRIBUTE, mark)
        return function

    return decorate


def mark_of(function: object) -> Mark | None:
    """The mark that :func:`check` left on ``function``, if any."""
    mark = getattr(function, ATTRIBUTE, None)
    return mark if isinstance(mark, Mark) else None
