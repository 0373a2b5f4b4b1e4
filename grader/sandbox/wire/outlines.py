"""Flat messages: a number, then text, nothing and arrays, such as most calls and answers are.

Checks ask alike again and again, so what the header of such a message says besides its number, its outline, is
worked out once. Nothing else is kept: the arrays of each message are its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from msgspec.msgpack import Ext

from .format import INLINE_BYTES, PREFIX, RAW_ARRAY, Part

FLAT_BYTES = 1 << 14
"""Bytes of all arrays of a flat message: it is written at once, and mostly read at once."""
_MAX_VALUES = 14
"""What msgpack counts in the one byte that a header begins with, besides the number."""
MAX_OUTLINE = 512
MAX_OUTLINES = 256
"""Bytes of an outline that is kept, and how many are."""
_ARRAY_OF, _UINT64 = 0x90, 0xCF
_BEFORE, _AFTER = PREFIX.size + 2, PREFIX.size + 10
"""Where the number is: behind how many values there are, and that it has eight bytes."""
_Array = np.ndarray[Any, Any]
_Key = TypeVar("_Key")
_Known = TypeVar("_Known")


def flat(values: Sequence[Any]) -> tuple[tuple[Any, ...], bytes] | None:
    """What tells the outline of ``values``, and the bytes of their arrays; ``None`` when they are not flat."""
    if len(values) > _MAX_VALUES:
        return None
    outline: list[Any] = []
    data = []
    for value in values:
        kind = type(value)
        if kind is np.ndarray:
            dtype = value.dtype
            if not 0 < value.nbytes <= INLINE_BYTES or not dtype.isnative:
                return None
            outline.append((dtype.num, value.shape))
            data.append(value.tobytes())
        elif value is None or kind is str:
            outline.append(value)
        else:
            return None
    joined = b"".join(data)
    return (tuple(outline), joined) if data and len(joined) <= FLAT_BYTES else None


def keep(known: dict[_Key, _Known], key: _Key, value: _Known) -> None:
    """Keep what was worked out, in place of all that is known when that is much already."""
    if len(known) >= MAX_OUTLINES:
        known.clear()
    known[key] = value


class Header(NamedTuple):
    """A header to write: what comes before a message's number, with the frame's prefix, and what comes after."""

    begin: bytes
    end: bytes


def header(packed: bytes, data_size: int) -> Header:
    """For messages of an outline. ``packed`` are their parts without the number, as msgpack, ``data_size`` is how
    many bytes their arrays have.
    """
    end = packed[1:]
    begin = PREFIX.pack(_AFTER - PREFIX.size + len(end), data_size) + bytes((packed[0] + 1, _UINT64))
    return Header(begin, end)


class Outline(NamedTuple):
    """A header that was read and found right."""

    values: list[Any]
    """As in the message; ``None`` for its number and its arrays."""
    room: memoryview
    """As long as the bytes of all arrays."""
    arrays: list[tuple[int, _Array]]
    """Which values they are, and views of ``room`` to copy, which is cheaper than to describe each array anew."""

    def message(self, buffer: memoryview, start: int) -> tuple[list[Any], list[_Array]]:
        """The values of the message that begins in ``buffer``, and its arrays, whose bytes begin at ``start``."""
        values = self.values.copy()
        values[0] = int.from_bytes(buffer[_BEFORE:_AFTER], "big")
        self.room[:] = buffer[start : start + len(self.room)]
        arrays = []
        for index, view in self.arrays:
            values[index] = array = view.copy()
            arrays.append(array)
        return values, arrays


def key_of(buffer: memoryview, end: int) -> bytes:
    """The header of the frame that begins in ``buffer``, up to ``end``, without the number of a flat message."""
    return bytes(buffer[PREFIX.size : _BEFORE]) + buffer[_AFTER:end]


def outline(key: bytes, parts: Sequence[Part], arrays: Sequence[_Array]) -> Outline | None:
    """What to keep of a header that was read as ``parts``; ``None`` when its message is not flat."""
    values: list[Any] = []
    places: list[int] = []
    for index, part in enumerate(parts):
        if type(part) is Ext:
            if part.code != RAW_ARRAY:
                return None
            places.append(index)
        elif index and part is not None and type(part) is not str:
            return None
        values.append(part if type(part) is str else None)
    size = sum(array.nbytes for array in arrays)
    numbered = key[0] == _ARRAY_OF + len(parts) and key[1] == _UINT64
    if not (numbered and places and size <= FLAT_BYTES):
        return None
    room, start, views = bytearray(size), 0, list[_Array]()
    for array in arrays:
        views.append(np.ndarray(array.shape, array.dtype, room, start))
        start += array.nbytes
    return Outline(values, memoryview(room), list(zip(places, views, strict=True)))
