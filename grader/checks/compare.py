"""Comparisons that say what differs. None of them broadcasts, and none lets a nan pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np

from grader.checks.failure import CheckFailed, Difference
from grader.checks.proxy import RemoteObject, Student, called_of, last_of
from grader.errors import CourseError
from grader.sandbox.api import Raised

SHORTEST_FLOAT = 4
"""Bytes: half precision holds three digits, too few to be compared."""
SINGLE_PRECISION = 1e-5
"""Relative error that is usual after a few operations in float32."""
_KINDS = {
    "i": "whole numbers",
    "u": "whole numbers",
    "b": "True and False",
    "c": "complex numbers",
    "U": "text",
    "S": "text",
    "f": "numbers with too few digits",
    "str": "text",
    "dict": "a dictionary",
}
"""Kinds of dtype, and types, as a student calls them."""


def assert_close(
    got: Any,
    want: Any,
    *,
    atol: float = 1e-6,
    rtol: float = 1e-6,
    what: str = "",
    allow: str | Sequence[str] = (),
) -> None:
    """Fail unless ``got`` has finite floats in the shape of ``want`` and |got - want| <= atol + rtol |want|.

    The first difference is told, in this order: container, exact shape, kind of dtype, finiteness, values.
    ``what`` names the value in messages. ``allow`` may hold ``"list"`` (nested lists serve as arrays),
    ``"int"`` and ``"bool"``.

    Raises CheckFailed; CourseError when ``want`` itself is no finite numbers.
    """
    __tracebackhide__ = True
    name = what or "the result"
    allowed = (allow,) if isinstance(allow, str) else tuple(allow)
    expected = np.asarray(want, dtype=float)
    if not np.isfinite(expected).all():
        raise CourseError("assert_close was given an expected value that is not finite")
    array = _as_array(got, expected, name, allowed)
    if array.shape != expected.shape:
        raise CheckFailed(
            Difference.SHAPE,
            _wrong_shape(name, expected.shape, array.shape),
            shapes=(str(expected.shape), str(array.shape)),
            got=_shown(array),
        )
    _require_floats(array, name, allowed)
    numbers = array.astype(float)
    if not (finite := np.isfinite(numbers)).all():
        where = _first(~finite)
        raise CheckFailed(
            Difference.NOT_FINITE,
            f"{name} is not finite: it holds {numbers[where]}",
            where=_place(where),
            got=_shown(array),
            aside="nan comes from 0/0, inf/inf or inf - inf; inf from too large an exp or a division by 0.",
        )
    if array.dtype == np.float32:
        atol, rtol = max(atol, 1e-6), max(rtol, SINGLE_PRECISION)
    with np.errstate(all="ignore"):
        wrong = ~(np.abs(numbers - expected) <= atol + rtol * np.abs(expected))
    if wrong.any():
        raise CheckFailed(
            Difference.VALUES,
            f"{name} differs from what is expected",
            where=_place(_first(wrong)),
            expected=_shown(expected),
            got=_shown(array),
        )


def assert_shape(got: Any, shape: tuple[int, ...], *, what: str = "") -> None:
    """Fail unless ``got`` is an array of this very ``shape`` (``()``: one number). Raises CheckFailed."""
    __tracebackhide__ = True
    array = _as_array(got, np.empty(shape), what or "the result", ())
    if array.shape != tuple(shape):
        shapes = (str(tuple(shape)), str(array.shape))
        headline = _wrong_shape(what or "the result", tuple(shape), array.shape)
        raise CheckFailed(Difference.SHAPE, headline, shapes=shapes)


def assert_equal(got: Any, want: Any, *, what: str = "") -> None:
    """Fail unless ``got`` has the type and value of ``want``: plain data or arrays. Raises CheckFailed."""
    __tracebackhide__ = True
    name = what or "the result"
    if got is None and want is not None:
        raise CheckFailed(
            Difference.NOTHING, f"{name} is None: does every path return?", expected=_show(want)
        )
    if _plain_type(got) is not _plain_type(want):
        raise CheckFailed(
            Difference.TYPE,
            f"{name} has the wrong type",
            expected=f"{_show(want)} ({type(want).__name__})",
            got=f"{_show(got)} ({type(got).__name__})",
        )
    if isinstance(want, np.ndarray):
        if got.shape != want.shape:
            shapes = (str(want.shape), str(got.shape))
            raise CheckFailed(Difference.SHAPE, f"{name} has the wrong shape", shapes=shapes)
        same = got.dtype.kind == want.dtype.kind and bool((got == want).all())
    else:
        same = _same(got, want)
    if not same:
        message = f"{name} differs from what is expected"
        raise CheckFailed(Difference.VALUES, message, expected=_shown(want), got=_shown(got))


def assert_inputs_unchanged(student: Student) -> None:
    """Fail when the student's last call changed its arguments in place. Raises CheckFailed."""
    __tracebackhide__ = True
    reply, call = last_of(student), called_of(student)
    if reply is None or call is None or call.args is None or reply.args is None:
        return
    for position, (sent, after) in enumerate(zip(call.args, reply.args, strict=False), 1):
        if not _same(after, sent):
            raise CheckFailed(
                Difference.MODIFIED,
                f"argument {position} was changed by the call",
                expected=_shown(sent),
                got=_shown(after),
            )


def assert_no_warnings(student: Student) -> None:
    """Fail when a warning was shown during the student's last call. Raises CheckFailed."""
    __tracebackhide__ = True
    reply = last_of(student)
    if reply is not None and reply.warnings:
        raise CheckFailed(
            Difference.WARNED, "the call showed a warning", got=", ".join(sorted(set(reply.warnings)))
        )


@contextmanager
def raises(*names: str) -> Iterator[None]:
    """Expect student code to raise one of these built-in exceptions, given by name. Raises CheckFailed."""
    expected = " or ".join(names)
    try:
        yield
    except Raised as fault:
        if fault.name not in names or fault.loading:
            raise
        return
    raise CheckFailed(Difference.NOT_RAISED, "no exception was raised", expected=expected)


def _as_array(got: Any, want: np.ndarray, name: str, allowed: tuple[str, ...]) -> np.ndarray:
    """``got`` as it is when it is an array or a number; CheckFailed says what else it is."""
    __tracebackhide__ = True
    if isinstance(got, np.ndarray | np.generic | bool | int | float | complex):
        return _numbers(got, name)
    if got is None:
        raise CheckFailed(
            Difference.NOTHING, f"{name} is None: does every path of your function return its result?"
        )
    kind = got.type_name if isinstance(got, RemoteObject) else type(got).__name__
    if isinstance(got, list | tuple):
        if "list" in allowed:
            return _numbers(got, name)
        wanted = f"an array of shape {want.shape}" if want.ndim else "a single number"
        raise CheckFailed(
            Difference.CONTAINER, f"{name} is a {kind} of {len(got)}", expected=wanted, got=_outline(got)
        )
    raise CheckFailed(
        Difference.TYPE,
        f"{name} is not made of numbers",
        expected="numbers",
        got=_KINDS.get(kind, f"a {kind}"),
    )


def _numbers(got: Any, name: str) -> np.ndarray:
    __tracebackhide__ = True
    if _holds_text(got):  # numpy would make every element as long as the longest, gigabytes of a small list
        message = f"{name} holds text, not decimals"
        raise CheckFailed(Difference.DTYPE, message, expected="float64 or float32", got=_outline(got))
    try:
        return np.asarray(got)
    except ValueError:  # rows of unequal length
        message = f"{name} does not form an array: its rows have different lengths"
        raise CheckFailed(Difference.SHAPE, message, got=_show(got)) from None


def _holds_text(value: Any) -> bool:
    return any(map(_holds_text, value)) if isinstance(value, list | tuple) else isinstance(value, str | bytes)


def _require_floats(array: np.ndarray, name: str, allowed: tuple[str, ...]) -> None:
    __tracebackhide__ = True
    kind = array.dtype.kind
    accepted = (
        (kind == "f" and array.dtype.itemsize >= SHORTEST_FLOAT)
        or (kind in "iu" and "int" in allowed)
        or (kind == "b" and "bool" in allowed)
    )
    if not accepted:
        raise CheckFailed(
            Difference.DTYPE,
            f"{name} holds {_KINDS.get(kind, 'the wrong kind of numbers')}, not decimals",
            expected="float64 or float32",
            got=f"{array.dtype}: {_show(array)}",
            aside="An array made or converted with a type such as int cuts the decimals off.",
        )


def _wrong_shape(name: str, want: tuple[int, ...], got: tuple[int, ...]) -> str:
    """In what way the shape ``got`` is wrong, where it is one of the usual ways."""
    if not want:
        how = ": it is an array, where one number is expected"
    elif len(got) > 1 and got == want[::-1]:
        how = ": its axes are swapped"
    elif len(got) < len(want) and [size for size in want if size != 1] == [size for size in got if size != 1]:
        how = ": an axis of length 1 is missing"
    elif len(got) != len(want):
        how = f": {len(want)} axes are expected, and it has {len(got)}"
    else:
        how = ""
    return f"{name} has the wrong shape{how}"


def _plain_type(value: Any) -> type:
    """The type to compare by: numpy scalars count as the Python number they hold."""
    if isinstance(value, np.generic):
        return type(value.item())
    return type(value)


def _same(left: Any, right: Any) -> bool:
    """Equal in type, shape and value, nan equal to nan, without broadcasting."""
    if _plain_type(left) is not _plain_type(right):
        return False
    if isinstance(left, np.ndarray):
        if left.shape != right.shape or left.dtype.kind != right.dtype.kind:
            return False
        return bool(np.array_equal(left, right, equal_nan=left.dtype.kind in "fc"))
    if isinstance(left, list | tuple):
        return len(left) == len(right) and all(map(_same, left, right))
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(_same(left[key], right[key]) for key in left)
    return bool(left == right or (left != left and right != right))


def _first(mask: np.ndarray) -> tuple[int, ...]:
    return tuple(int(index) for index in np.argwhere(mask)[0])


def _place(where: tuple[int, ...]) -> str:
    return str(list(where)) if where else ""


def _outline(value: Any, depth: int = 0) -> str:
    """What a list or tuple is made of, without its numbers."""
    if isinstance(value, np.ndarray):
        return f"array of shape {value.shape}"
    if not isinstance(value, list | tuple):
        return _show(value, 30)
    if depth:
        return f"{type(value).__name__} of {len(value)}"
    inside = ", ".join([_outline(each, 1) for each in value[:3]] + ["..."] * (len(value) > 3))
    return f"[{inside}]" if isinstance(value, list) else f"({inside})"


def _shown(value: Any) -> Callable[[], str]:
    """``value`` in a few short lines, once they are read: hidden checks show none."""
    return partial(_show, value)


def _show(value: Any, limit: int = 300) -> str:
    """``value`` in a few short lines."""
    if isinstance(value, np.ndarray | np.generic):
        text = np.array2string(
            np.asarray(value), precision=5, threshold=24, edgeitems=2, max_line_width=66, separator=", "
        )
        text = text.replace("\n", "\n         ")
    else:
        text = repr(_beginning(value, [limit]))
    return text if len(text) <= limit else text[:limit] + " ..."


def _beginning(value: Any, room: list[int]) -> Any:
    """``value`` up to the member that makes its text longer than ``room`` characters; the rest takes long."""
    kind = type(value)
    if kind not in (list, tuple, set, frozenset, dict):
        return value
    members = []
    for member in value.items() if kind is dict else value:
        if room[0] < 0:
            break
        room[0] -= 1
        members.append(_beginning(member, room))
    return kind(members)
