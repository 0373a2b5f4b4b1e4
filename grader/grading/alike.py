"""Whether two pieces of code did the same, within what arithmetic in another order may change."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from grader.checks.calls import Call
from grader.sandbox.api import Handle, Raised, Reply, StudentFault

RTOL, ATOL = 1e-6, 1e-9
SINGLE_RTOL = 1e-4
"""Where one side is in single precision."""

ITS_OWN_WORDS = "\0"
"""Text of an exception that a mistake raises by itself: a student who does the same says it in other words."""

Outcome = Reply | StudentFault
_QUOTED = re.compile(r"'[^']*'")


def same_value(left: Outcome, right: Outcome) -> bool:
    """Both gave the same value, or both raised the same exception."""
    if isinstance(left, Raised) and isinstance(right, Raised):
        return same_exception(left, right) and not left.loading and not right.loading
    return isinstance(left, Reply) and isinstance(right, Reply) and alike(left.value, right.value)


def same_exception(left: Raised, right: Raised) -> bool:
    """The same kind, for the same reason: only what the text quotes, a name mostly, may differ.

    Kind alone would not do: much that has nothing to do with one mistake raises a ValueError, too. The sizes
    that numpy tells are part of the reason, since both were called with the same arguments.
    """
    texts = left.text, right.text
    return left.name == right.name and (
        ITS_OWN_WORDS in texts or _unquoted(left.text) == _unquoted(right.text)
    )


def _unquoted(text: str) -> str:
    return _QUOTED.sub("", text)


def same_numbers(left: Outcome, right: Outcome) -> bool:
    """Both gave an array with the same numbers in the same order, whatever its shape."""
    arrays = [reply.value for reply in (left, right) if isinstance(reply, Reply)]
    return _are_arrays(arrays) and alike(arrays[0].ravel(), arrays[1].ravel())


def same_form(left: Outcome, right: Outcome) -> bool:
    """Both gave an array of the same shape, whatever its numbers."""
    arrays = [reply.value for reply in (left, right) if isinstance(reply, Reply)]
    return _are_arrays(arrays) and arrays[0].shape == arrays[1].shape


def _are_arrays(values: list[Any]) -> bool:
    return len(values) == 2 and all(isinstance(value, np.ndarray) for value in values)


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
    if left is right:
        return True
    if type(left) is type(right) is np.ndarray:
        return _close(left, right)
    if isinstance(left, Handle) or isinstance(right, Handle):
        return isinstance(left, Handle) and isinstance(right, Handle)
    if _is_number(left) and _is_number(right):
        return _close(np.asarray(left), np.asarray(right))
    if type(left) is not type(right):
        return False
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
    if left.dtype == right.dtype and left.tobytes() == right.tobytes():
        return True  # as in most comparisons, and nothing is cheaper to find out
    if left.dtype.kind not in "fc":
        return bool((left == right).all())
    rtol = SINGLE_RTOL if min(left.dtype.itemsize, right.dtype.itemsize) <= 4 else RTOL
    if left.dtype.kind == "f" and left.size:
        # What differs mostly does so from the first number on; nan and infinity are left to numpy.
        first, wanted = left.item(0), right.item(0)
        if abs(first - wanted) > ATOL + rtol * abs(wanted):
            return False
    same = left == right
    if same.all():
        return True
    # numpy.allclose spelt out: it costs ten times this, and every answer meets every known mistake here.
    with np.errstate(all="ignore"):
        near = (abs(left - right) <= ATOL + rtol * abs(right)) & np.isfinite(right)
    both_nan = (left != left) & (right != right)
    return bool((same | near | both_nan).all())
