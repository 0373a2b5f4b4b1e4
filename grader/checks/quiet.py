"""Keeps the reader's pytest settings out of a session, and the session's prints out of the report."""

from __future__ import annotations

import gc
import io
import os
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


class Silence(io.TextIOBase):
    """Where a check's own prints go: stdout belongs to the report."""

    def write(self, text: str) -> int:
        """Take ``text`` and drop it."""
        return len(text)


@contextmanager
def settled_memory() -> Iterator[None]:
    """What is there before the first submission stays: the garbage collector need not look at it again.

    Nor is it looked at now: what imports have left behind is little, and looking takes as long as grading.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@contextmanager
def own_environment() -> Iterator[None]:
    """pytest reads options and plugins from the environment: not here. Nor does a check's warning, which Python
    prints with a line of the check's source, reach whoever is graded."""
    own: dict[str, str | None] = {
        "PYTEST_ADDOPTS": None,
        "PYTEST_PLUGINS": None,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    before: dict[str, str | None] = {name: os.environ.get(name) for name in own}
    _set(own)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        _set(before)


def _set(variables: Mapping[str, str | None]) -> None:
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
