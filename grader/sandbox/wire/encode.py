"""Values to frames."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from msgspec.msgpack import Ext

from . import outlines
from .format import (
    ARRAY,
    BIG_INT,
    BYTES,
    COMPLEX,
    DICT,
    DTYPES,
    FROZENSET,
    HANDLE,
    HANDLE_ID,
    INLINE_BYTES,
    LIST,
    MAX_DEPTH,
    MAX_DIMENSIONS,
    MAX_INT_BYTES,
    MAX_TYPE_NAME,
    PREFIX,
    RAW_ARRAY,
    SCALAR,
    SET,
    SHAPES,
    TUPLE,
    TWO_FLOATS,
    Limits,
    Part,
    Refused,
    Why,
    pack,
)

_CODES = {dtype: code for code, dtype in enumerate(DTYPES)}
# Equal dtypes can be different objects, and hashing one is slow; its number is the cheapest thing to look up.
_CODE_OF_NUMBER = {np.dtype(char).num: _CODES[np.dtype(char)] for char in "?bhilqBHILQefdFD"}
_OUTLINES: dict[tuple[Any, ...], outlines.Header] = {}
_Array = np.ndarray[Any, Any]


class Writer:
    """Turns messages into buffers to write, one after another.

    ``keep`` is asked about any other object and names those that stay: (id, type name), or None for no.
    """

    __slots__ = ("_items", "_keep", "_limits", "raws")

    def __init__(self, limits: Limits, keep: Callable[[object], tuple[int, str] | None]) -> None:
        self._limits = limits
        self._items = limits.items
        self._keep = keep
        self.raws: list[memoryview] = []
        """The bytes of the large arrays so far."""

    def message(self, number: int, values: Sequence[Any]) -> list[bytes | memoryview]:
        """The buffers of a frame: ``number``, then ``values``. Raises Refused for what may not cross."""
        found = outlines.flat(values)
        if found is not None:
            outline, data = found
            header = _OUTLINES.get(outline) or _learned(outline, values, len(data))
            if header is not None:
                return [header.begin + number.to_bytes(8, "big") + header.end + data]
        self.raws, self._items = [], self._limits.items
        return self.frame([number, *map(self.part, values)])

    def frame(self, parts: Sequence[Part]) -> list[bytes | memoryview]:
        """The buffers of a frame of all :meth:`part` s. Raises Refused when it is over the limits."""
        header = _packed(parts)
        raw = sum(view.nbytes for view in self.raws)
        if len(header) > self._limits.header or raw > self._limits.raw:
            raise Refused(Why.TOO_LARGE)
        return [PREFIX.pack(len(header), raw) + header, *self.raws]

    def part(self, value: Any, depth: int = 0) -> Part:
        """``value`` as one part of the header. Raises Refused for what may not cross."""
        kind = type(value)
        if kind is np.ndarray:
            return self._array(value)
        if value is None or kind is float or kind is bool:
            return value  # type: ignore[no-any-return]
        if kind is str:
            if len(value) > self._limits.header:
                raise Refused(Why.TOO_LONG)
            return value  # type: ignore[no-any-return]
        if kind is int:
            return value if -(1 << 63) <= value < 1 << 63 else _big_int(value)
        if kind is list:
            return self._members(LIST, value, depth)
        return self._composite(value, depth)

    def _composite(self, value: Any, depth: int) -> Part:
        if isinstance(value, (list, tuple)):
            return self._members(LIST if isinstance(value, list) else TUPLE, value, depth)
        if isinstance(value, dict):
            return self._members(DICT, [member for pair in value.items() for member in pair], depth)
        if isinstance(value, np.ndarray):
            return self._array(np.asarray(value))
        if isinstance(value, np.generic):
            code = _CODE_OF_NUMBER.get(value.dtype.num)
            if code is None:
                raise Refused(Why.DTYPE)
            return Ext(SCALAR, bytes((code,)) + value.tobytes())
        if isinstance(value, (set, frozenset)):
            return self._members(SET if isinstance(value, set) else FROZENSET, list(value), depth)
        if isinstance(value, (bytes, bytearray)):
            return Ext(BYTES, bytes(value))
        if isinstance(value, complex):
            return Ext(COMPLEX, TWO_FLOATS.pack(value.real, value.imag))
        for base in (int, float, str):
            if isinstance(value, base):  # a member of an enum, say
                return self.part(base(value), depth)
        kept = self._keep(value)
        if kept is None:
            raise Refused(Why.TYPE)
        return Ext(HANDLE, HANDLE_ID.pack(kept[0]) + kept[1][:MAX_TYPE_NAME].encode("utf-8", "replace"))

    def _members(self, code: int, members: Sequence[Any], depth: int) -> Ext:
        self._items -= len(members)
        if self._items < 0:
            raise Refused(Why.TOO_MANY)
        if depth >= MAX_DEPTH:
            raise Refused(Why.TOO_DEEP)
        return Ext(code, _packed([self.part(member, depth + 1) for member in members]))

    def _array(self, array: _Array) -> Ext:
        head = _head(array)
        if not array.dtype.isnative:
            array = array.astype(array.dtype.newbyteorder("="))
        if array.nbytes <= INLINE_BYTES:
            return Ext(ARRAY, head + array.tobytes())
        self.raws.append(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
        return Ext(RAW_ARRAY, head)


def _learned(outline: tuple[Any, ...], values: Sequence[Any], data_size: int) -> outlines.Header | None:
    """The header of flat ``values``; ``None`` when it is too long to be kept. Raises Refused."""
    packed = _packed([Ext(RAW_ARRAY, _head(each)) if type(each) is np.ndarray else each for each in values])
    if len(packed) > outlines.MAX_OUTLINE:
        return None
    header = outlines.header(packed, data_size)
    outlines.keep(_OUTLINES, outline, header)
    return header


def _head(array: _Array) -> bytes:
    """dtype and shape. Raises Refused."""
    code = _CODE_OF_NUMBER.get(array.dtype.num)
    if code is None:
        raise Refused(Why.DTYPE)
    dimensions = array.ndim
    if dimensions > MAX_DIMENSIONS:
        raise Refused(Why.DIMENSIONS)
    return bytes((code, dimensions)) + SHAPES[dimensions].pack(*array.shape)


def _packed(parts: Sequence[Part]) -> bytes:
    try:
        return pack(parts)
    except UnicodeEncodeError:
        raise Refused(Why.SURROGATE) from None


def _big_int(value: int) -> Ext:
    size = value.bit_length() // 8 + 1
    if size > MAX_INT_BYTES:
        raise Refused(Why.BIG_INTEGER)
    return Ext(BIG_INT, value.to_bytes(size, "little", signed=True))
