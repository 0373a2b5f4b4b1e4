"""How a comparison fails: as facts, so that each reader is told only what they may know."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import cached_property

Text = str | Callable[[], str]
"""Words, or what makes them once somebody may read them: to put an array in words takes longer than a check."""


class Difference(StrEnum):
    """What kind of thing is wrong. The value is the whole of what a hidden check says: it holds no data."""

    ABSENT = "the name that this check calls is not in your file"
    ALMOST = "the name that this check calls is not in your file, but one spelt nearly like it is"
    NOTHING = "nothing came back (None): does every path of your function return its result?"
    CONTAINER = "a list or a tuple came back where an array or a number is expected"
    TYPE = "a value of the wrong type came back"
    DTYPE = "the result holds whole numbers, booleans or text where decimals are expected"
    SHAPE = "the result has the wrong shape: print its .shape beside the one that the stub names"
    NOT_FINITE = "there is a nan or an infinity among the numbers"
    VALUES = "the result differs from what is expected"
    MODIFIED = "the call changed its arguments: they are not as they were before it"
    WARNED = "a warning was shown during the call"
    NOT_RAISED = "no exception came where one is expected"
    NEEDS = "this also reads another item's file, which is not there yet"


class CheckFailed(AssertionError):
    """A check's expectation was not met.

    ``str()`` of it is for public checks: expected, got, where. ``safe`` is for hidden ones: our own words,
    without an expected value and without anything that student code could have written.
    """

    def __init__(
        self,
        difference: Difference,
        headline: str,
        *,
        expected: Text = "",
        got: Text = "",
        where: str = "",
        shapes: tuple[str, str] | None = None,
        note: str = "",
        aside: str = "",
    ) -> None:
        self.difference = difference
        self.headline = headline
        """One sentence without data of its own."""
        self._expected, self._got = expected, got
        self.where = where
        """Where expected and got first differ, ``[0, 1]``."""
        self.shapes = shapes
        """Shapes of expected and got, told only where they differ."""
        self.note = note
        """Words of the course's own that also a hidden check may show: which file to finish first."""
        self.aside = aside
        """A last sentence for public checks: what such a thing usually comes from."""
        super().__init__(headline)

    def __str__(self) -> str:
        return self.details

    @cached_property
    def expected(self) -> str:
        """What should have come back, in a few short lines."""
        return _words(self._expected)

    @cached_property
    def got(self) -> str:
        """What came back instead."""
        return _words(self._got)

    @property
    def safe(self) -> str:
        """What a hidden check may say."""
        return self.note or self.difference.value

    @property
    def details(self) -> str:
        """What a public check says, one fact a line."""
        lines = [self.headline + (f", first at {self.where}" if self.where else "")]
        if self.expected:
            lines.append(f"expected {self.expected}")
        if self.got:
            lines.append(f"got      {self.got}")
        if self.shapes and self.shapes[0] != self.shapes[1]:
            lines.append(f"shape    expected {self.shapes[0]}, got {self.shapes[1]}")
        if self.aside:
            lines.append(self.aside)
        return "\n".join(lines)


def _words(text: Text) -> str:
    return text if isinstance(text, str) else text()
