"""Frames to values, from bytes that nobody vouches for."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec.msgpack import Ext

from . import outlines
from .format import (
    ARRAY,
    BIG_INT,
    BOOL,
    BYTES,
    CHUNK,
    COMPLEX,
    DICT,
    DTYPES,
    HANDLE,
    HANDLE_ID,
    LIST,
    MAX_DEPTH,
    MAX_DIMENSIONS,
    MAX_EMPTY,
    MAX_EQUAL_HASHES,
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
    unpack,
)

_OUTLINES: dict[bytes, outlines.Outline] = {}
_Array = np.ndarray[Any, Any]
_MALFORMED = (msgspec.MsgspecError, struct.error, ValueError, TypeError, IndexError, RecursionError)


class Reader:
    """Collects frames from whatever a pipe yields, without doing any reading itself.

    Fill :meth:`space`, report with :meth:`filled`; when that says True, :meth:`take` the message. Bytes that
    came after the frame stay for the next one. ``resolve`` makes the value of a handle from its id and its
    type's name. Everything may raise Refused, after which the reader is of no further use.
    """

    def __init__(self, limits: Limits, resolve: Callable[[int, str], Any]) -> None:
        self._limits = limits
        self._resolve = resolve
        self._scratch = bytearray(CHUNK)
        self._view = memoryview(self._scratch)
        self._have = 0
        self._values: list[Any] | None = None
        self._rest: list[memoryview] = []
        self._raw = self._items = 0
        self.arrays: list[_Array] = []
        """The arrays of the message that follow its header, in order; until the next message begins."""

    @property
    def pending(self) -> int:
        """Bytes that have come and belong to no message taken so far."""
        return self._have

    def space(self) -> memoryview:
        """Where the next bytes go."""
        return self._rest[0] if self._rest else self._view[self._have :]

    def filled(self, count: int) -> bool:
        """``count`` bytes were put into :meth:`space`. True when a whole message is there."""
        if self._rest:
            self._advance(count)
        else:
            self._have += count
        return self.ready()

    def ready(self) -> bool:
        """True when a whole message is there already."""
        return (self._values is not None or self._header()) and not self._rest

    def take(self) -> list[Any]:
        """The message that is ready."""
        values, self._values = self._values, None
        assert values is not None, "there is no message to take"
        for array in self.arrays:
            if array.dtype is BOOL:
                _check_booleans(array)
        return values

    def _header(self) -> bool:
        """Decode the header, if all of it is there, and put aside what follows it."""
        if self._have < PREFIX.size:
            return False
        size, raw = PREFIX.unpack_from(self._scratch)
        if size > self._limits.header or raw > self._limits.raw:
            raise Refused("it is too large")
        end = PREFIX.size + size
        if self._have < end:
            if len(self._scratch) < end:
                self._resize(end)
            return False
        key = outlines.key_of(self._view, end) if size <= outlines.MAX_OUTLINE else b""
        known = _OUTLINES.get(key)
        if known is not None and len(known.room) == raw and self._have >= end + raw:
            self._values, self.arrays = known.message(self._view, end)
            self._put_aside(end + raw)
            return True
        self.arrays = []
        self._raw, self._items = 0, self._limits.items
        try:
            parts = unpack(self._view[PREFIX.size : end])
            self._values = self._made(parts, 0)
        except _MALFORMED:
            raise Refused("it is malformed") from None
        if self._raw != raw:
            raise Refused("its arrays do not add up")
        if key and self.arrays and (new := outlines.outline(key, parts, self.arrays)):
            outlines.keep(_OUTLINES, key, new)
        self._rest = [array.reshape(-1).view(np.uint8).data for array in self.arrays]
        self._put_aside(end)
        return True

    def _put_aside(self, start: int) -> None:
        """Move what came after the header into the arrays, and what came after those to the front."""
        if start == self._have and len(self._scratch) == CHUNK:  # as after every small message
            self._have = 0
            return
        while self._rest and start < self._have:
            view = self._rest[0]
            count = min(len(view), self._have - start)
            view[:count] = self._view[start : start + count]
            start += count
            self._advance(count)
        left = bytes(self._view[start : self._have])
        if len(self._scratch) > CHUNK:
            self._have = 0
            self._resize(max(CHUNK, len(left)))
        self._view[: len(left)] = left
        self._have = len(left)

    def _resize(self, size: int) -> None:
        scratch = bytearray(size)
        scratch[: self._have] = self._view[: self._have]
        self._scratch, self._view = scratch, memoryview(scratch)

    def _advance(self, count: int) -> None:
        view = self._rest[0][count:]
        if view:
            self._rest[0] = view
        else:
            del self._rest[0]

    # ---- values

    def _made(self, parts: Sequence[Part], depth: int) -> list[Any]:
        self._items -= len(parts)
        if self._items < 0:
            raise Refused("it has too many items")
        if depth > MAX_DEPTH:
            raise Refused("it is nested too deeply")
        return [self._value(part, depth) if type(part) is Ext else part for part in parts]

    def _value(self, part: Ext, depth: int) -> Any:
        code, data = part.code, part.data
        assert type(data) is bytes  # msgspec hands out nothing else
        if code == ARRAY:
            return _small_array(data)
        if code == RAW_ARRAY:
            return self._large_array(data)
        if LIST <= code <= DICT:
            return self._container(code, data, depth)
        if code == SCALAR:
            return _scalar(data)
        if code == BYTES:
            return data
        if code == COMPLEX:
            return complex(*TWO_FLOATS.unpack(data))
        if code == BIG_INT and len(data) <= MAX_INT_BYTES:
            return int.from_bytes(data, "little", signed=True)
        if code == HANDLE and len(data) <= HANDLE_ID.size + 4 * MAX_TYPE_NAME:
            return self._resolve(HANDLE_ID.unpack_from(data)[0], data[HANDLE_ID.size :].decode())
        raise Refused("it holds an unknown kind of value")

    def _container(self, code: int, data: bytes, depth: int) -> Any:
        values = self._made(unpack(data), depth + 1)
        if code == LIST:
            return values
        if code == TUPLE:
            return tuple(values)
        if code == DICT:
            keys = values[::2]
            _check_hashes(keys)
            return dict(zip(keys, values[1::2], strict=True))
        _check_hashes(values)
        return set(values) if code == SET else frozenset(values)

    def _large_array(self, data: bytes) -> _Array:
        """An array that is still to be filled with what follows the header."""
        dtype, shape, start = _described(data)
        size = math.prod(shape) * dtype.itemsize
        self._raw += size
        if len(data) != start or self._raw > self._limits.raw or size == 0:
            raise Refused("it holds an array that is too large")
        array: _Array = np.empty(shape, dtype)
        self.arrays.append(array)
        return array


def _described(data: bytes) -> tuple[np.dtype[Any], tuple[int, ...], int]:
    """dtype, shape, and how many bytes that took."""
    dtype, dimensions = DTYPES[data[0]], data[1]
    if dimensions > MAX_DIMENSIONS:
        raise Refused("it holds an array of too many dimensions")
    layout = SHAPES[dimensions]
    return dtype, layout.unpack_from(data, 2), 2 + layout.size


def _small_array(data: bytes) -> _Array:
    dtype, shape, start = _described(data)
    size = math.prod(shape) * dtype.itemsize
    if len(data) - start != size:
        raise Refused("it holds an array whose bytes do not fit its shape")
    if not size and math.prod(filter(None, shape)) > MAX_EMPTY:
        raise Refused("it holds an empty array of a size that nobody could count")
    array: _Array = np.ndarray(shape, dtype, data, start).copy()
    if dtype is BOOL:
        _check_booleans(array)
    return array


def _scalar(data: bytes) -> Any:
    dtype = DTYPES[data[0]]
    if len(data) != 1 + dtype.itemsize:
        raise Refused("it holds a malformed number")
    number = np.frombuffer(data, dtype, 1, 1)
    if dtype is BOOL:
        _check_booleans(number)
    return number[0]


def _check_booleans(array: _Array) -> None:
    """A byte other than 0 and 1 would be a boolean that is neither equal to True nor to False."""
    if array.size and array.view(np.uint8).max() > 1:
        raise Refused("it holds a boolean that is neither true nor false")


def _check_hashes(keys: Sequence[Any]) -> None:
    """Refuse keys that collide on purpose. Sorting the hashes takes no longer whatever they are."""
    if len(keys) > MAX_EQUAL_HASHES:
        hashes = sorted(map(hash, keys))
        if any(first == last for first, last in zip(hashes, hashes[MAX_EQUAL_HASHES:], strict=False)):
            raise Refused("it holds keys that collide")
