"""What a frame looks like, and what it may hold.

::

    frame    <u32 header length> <u32 length of what follows the header> header, raw bytes of large arrays
    header   msgpack array of parts; a part is None, bool, int64, float, str, or an Ext
    Ext      LIST TUPLE SET FROZENSET   msgpack array of parts
             DICT                       msgpack array of parts: key, value, key, value, ...
             ARRAY                      dtype, shape, and the bytes in C order
             RAW_ARRAY                  dtype and shape; the bytes follow the header, array by array
             SCALAR                     dtype and the bytes
             BYTES BIG_INT COMPLEX      the bytes; signed, little-endian; two float64
             HANDLE                     u64, then the type's name

Each level is decoded into ``list[None | bool | int | float | str | Ext]``, so that native msgpack maps and
nested arrays are refused before they are built.
"""

from __future__ import annotations

import struct
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from msgspec.msgpack import Decoder, Encoder, Ext

MAX_DEPTH = 120
"""Nesting of one value; a syntax tree of ordinary code needs about 60."""
MAX_DIMENSIONS = 16
MAX_EMPTY = 1 << 20
"""Sizes of an array that holds nothing, multiplied but for the 0: whoever walks its rows should get through."""
MAX_INT_BYTES = 512
MAX_EQUAL_HASHES = 32
"""Keys of one dict or set that share a hash: colliding integers make building a dict quadratic."""
MAX_TYPE_NAME = 200
INLINE_BYTES = 8192
"""Arrays up to this size travel inside the header: a copy costs less than one more system call."""
CHUNK = 1 << 16
"""Bytes asked for at once when it is not known how many will come."""


class Limits(NamedTuple):
    """What one message may hold."""

    header: int
    """Bytes of the header: everything but large arrays."""
    raw: int
    """Bytes of all large arrays together."""
    items: int
    """Members of all containers together."""


REQUEST = Limits(header=96 << 20, raw=512 << 20, items=2_000_000)
REPLY = Limits(header=1 << 20, raw=128 << 20, items=100_000)

# A closed list: its order is part of the format.
DTYPES = tuple(
    map(np.dtype, ("?", "i1", "<i2", "<i4", "<i8", "u1", "<u2", "<u4", "<u8", "<f2", "<f4", "<f8"))
)
DTYPES += (np.dtype("<c8"), np.dtype("<c16"))
BOOL = DTYPES[0]

LIST, TUPLE, SET, FROZENSET, DICT, ARRAY, RAW_ARRAY, SCALAR, BYTES, BIG_INT, COMPLEX, HANDLE = range(1, 13)

Part = None | bool | int | float | str | Ext
pack = Encoder().encode
unpack = Decoder(list[Part]).decode
PREFIX = struct.Struct("<II")
TWO_FLOATS = struct.Struct("<dd")
HANDLE_ID = struct.Struct("<Q")
SHAPES = tuple(struct.Struct(f"<{dimensions}Q") for dimensions in range(MAX_DIMENSIONS + 1))


class Why(StrEnum):
    """Why a value may not cross. A closed list, so that nothing made up by a child is shown as ours."""

    TYPE = "values of this type cannot be handed back; numbers, text, lists, tuples, dicts and arrays can"
    DTYPE = "arrays of this dtype cannot be handed back; numbers and booleans can"
    TOO_LARGE = "the value is too large to be handed back"
    TOO_LONG = "the text is too long to be handed back"
    TOO_MANY = "the value has too many items to be handed back"
    TOO_DEEP = "the value is nested too deeply to be handed back"
    DIMENSIONS = "the array has too many dimensions to be handed back"
    BIG_INTEGER = "the integer is too large to be handed back"
    SURROGATE = "the text holds a lone surrogate, so it is not valid Unicode"
    NODES = "the source is too long to be read"


class Refused(Exception):
    """A value or a frame that may not cross. The message is in our own words and safe to show."""
