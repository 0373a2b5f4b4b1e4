"""Whether two pieces of code did the same, within what arithmetic in another order may change."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.checks.calls import Call
from grader.sandbox.api import Handle, Raised, Reply, StudentFault

RTOL, ATOL = 1e-6, 1e-9
SINGLE_RTOL = 1e-4
"""Where one side is in single precision."""

Outcome = Reply | StudentFault


def same_value(left: Outcome, right: Outcome) -> bool:
    """Both gave the same value, or both raised the same kind of exception."""
    if isinstance(left, Raised) and isinstance(right, Raised):
        return left.name == right.name and not left.loading and not right.loading
    return isinstance(left, Reply) and isinstance(right, Reply) and alike(left.value, right.value)


def same_after(left: Outcome, right: Outcome, call: Call) -> bool:
    """Both left the arguments in the same state; one that raised is not asked."""
    if not isinstance(left, Reply) or not isinstance(right, Reply):
        return True
    after = [call.args if reply.args is None else reply.args for reply in (left, right)]
    return alike(after[0], after[1])


def changed(outcome: Outcome, call: Call) -> tuple[bool, ...]:
    """Which arguments the call left in another state than it found them in."""
    if not isinstance(outcome, Reply) or outcome.args is None or call.args is None:
        return ()
    return tuple(not alike(after, sent) for after, sent in zip(outcome.args, call.args, strict=False))


def warned(outcome: Outcome) -> frozenset[str]:
    """Categories of the warnings shown."""
    return frozenset(outcome.warnings) if isinstance(outcome, Reply) else frozenset()


def alike(left: Any, right: Any) -> bool:
    """Equal in kind, shape and, within rounding, value; nan equals nan, one remote object any other."""
    if isinstance(left, Handle) or isinstance(right, Handle):
        return isinstance(left, Handle) and isinstance(right, Handle)
    if _is_number(left) and _is_number(right):
        return _close(np.asarray(left), np.asarray(right))
    if type(left) is not type(right):
        return False
    if isinstance(left, np.ndarray):
        return _close(left, right)
    if isinstance(left, list | tuple):
        return len(left) == len(right) and all(map(alike, left, right))
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(alike(left[key], right[key]) for key in left)
    return bool(left == right)


def _is_number(value: Any) -> bool:
    return isinstance(value, np.generic | bool | int | float | complex)


def _close(left: np.ndarray, right: np.ndarray) -> bool:
    if left.shape != right.shape or left.dtype.kind != right.dtype.kind:
        return False
    if left.dtype.kind not in "fc":
        return bool((left == right).all())
    single = min(left.dtype.itemsize, right.dtype.itemsize) <= 4
    with np.errstate(all="ignore"):
        return np.allclose(left, right, rtol=SINGLE_RTOL if single else RTOL, atol=ATOL, equal_nan=True)
