"""What checks asked student code to do, and what came of it: kept so that it can be replayed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from grader.sandbox.api import Handle, Reply, StudentFault


class Call(msgspec.Struct, frozen=True):
    """One call, or one attribute that was read."""

    owner: str | Handle
    """The student's file, or an object that lives in the child."""
    name: str
    args: tuple[Any, ...] | None
    """As they were when the call was made; ``None`` when an attribute was read."""
    kwargs: Mapping[str, Any]
    outcome: Reply | StudentFault


def frozen(value: Any) -> Any:
    """A copy of plain data that later changes to ``value`` do not reach."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, list | tuple):
        return type(value)([frozen(element) for element in value])
    if isinstance(value, dict):
        return {key: frozen(element) for key, element in value.items()}
    return set(value) if isinstance(value, set) else value
