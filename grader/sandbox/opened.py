"""A child that the warm process has opened, and what its pipes may ask of whoever asked for it."""

from __future__ import annotations

import os
from typing import Any, Protocol

import msgspec

PATIENCE = 20.0
"""Seconds for something of ours that takes milliseconds."""


class Opened(msgspec.Struct):
    """A child that waits for its files: our ends of its pipes, and what the warm process says of it."""

    requests: int
    replies: int
    prints: int
    number: int = 0
    """What the warm process calls it; 0 as long as that is not known, and once it is reaped."""
    pidfd: int = -1
    error: str = ""

    def close(self) -> None:
        """Close what is open. The child ends by itself when it has no files yet."""
        for descriptor in (self.requests, self.replies, self.prints, self.pidfd):
            if descriptor >= 0:
                os.close(descriptor)


class Owner(Protocol):
    """See :class:`grader.sandbox.warm.WarmSandbox`."""

    def settle(self) -> None: ...

    def end(self, number: int) -> dict[str, Any]: ...
