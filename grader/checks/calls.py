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


SMALL = 16 << 10
"""Bytes of an argument that is kept in any case."""


class LeftOut:
    """Stands for a value that was too large to keep. Like nothing else, so nothing follows from it."""


def heft(value: Any) -> int:
    """About how many bytes ``value`` takes up."""
    if type(value) is np.ndarray:
        return value.nbytes
    if isinstance(value, str | bytes):
        return len(value)
    if isinstance(value, dict):
        return 64 + sum(heft(key) + heft(element) for key, element in value.items())
    return 64 + sum(map(heft, value)) if isinstance(value, list | tuple | set | frozenset) else 64


def heft_of(call: Call) -> int:
    """About how many bytes ``call`` takes up: what was passed, what came back, what became of the arguments."""
    values = [*(call.args or ()), *call.kwargs.values()]
    if isinstance(call.outcome, Reply):
        values += [call.outcome.value, *(call.outcome.args or ())]
    return sum(map(heft, values))


def emptied(call: Call) -> Call:
    """``call`` without what came back, and without those of its arguments that are large."""
    return Call(
        call.owner,
        call.name,
        None if call.args is None else tuple(map(_if_small, call.args)),
        {name: _if_small(value) for name, value in call.kwargs.items()},
        Reply(LeftOut()) if isinstance(call.outcome, Reply) else call.outcome,
    )


def _if_small(value: Any) -> Any:
    return value if heft(value) <= SMALL else LeftOut()


def frozen(value: Any) -> Any:
    """A copy of plain data that later changes to ``value`` do not reach."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, list | tuple):
        return type(value)([frozen(element) for element in value])
    if isinstance(value, dict):
        return {key: frozen(element) for key, element in value.items()}
    return set(value) if isinstance(value, set) else value
