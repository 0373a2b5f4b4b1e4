"""The messages, read from bytes that nobody vouches for."""

from __future__ import annotations

import contextlib
import struct
import time
import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.msgpack import Encoder, Ext

from grader.sandbox import wire
from grader.sandbox.wire import decode
from grader.sandbox.wire import format as layout

SMALL = wire.Limits(header=4096, raw=1 << 16, items=200)
pack = Encoder().encode


def frame_of(message: list[Any], limits: wire.Limits = wire.REQUEST) -> bytes:
    writer = wire.Writer(limits, lambda _: None)
    return b"".join(bytes(buffer) for buffer in writer.frame([writer.part(value) for value in message]))


def read(data: bytes, limits: wire.Limits = wire.REPLY, step: int = 1 << 30) -> list[list[Any]]:
    """Every message in ``data``, which arrives in pieces of at most ``step`` bytes."""
    reader = wire.Reader(limits, lambda number, name: (number, name))
    messages = []
    while data or reader.ready():
        if reader.ready():
            messages.append(reader.take())
            continue
        space = reader.space()
        count = min(len(space), len(data), step)
        space[:count] = data[:count]
        data = data[count:]
        reader.filled(count)
    return messages


def framed(parts: Any, raw: int = 0) -> bytes:
    header = pack(parts)
    return struct.pack("<II", len(header), raw) + header


def array(code: int, dtype: int, *shape: int, content: bytes = b"") -> Ext:
    return Ext(code, bytes((dtype, len(shape))) + struct.pack(f"<{len(shape)}Q", *shape) + content)


def deep(levels: int) -> bytes:
    part: Any = None
    for _ in range(levels):
        part = Ext(layout.LIST, pack([part]))
    return framed([part])


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner) | st.tuples(inner, inner)
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.lists(PLAIN, max_size=5), st.integers(1, 50))
def test_any_plain_message_survives_in_any_pieces(message, step):
    """A message reads as it was written, however the pipe cuts it."""
    assert read(frame_of(message), wire.REQUEST, step) == [message]


@pytest.mark.parametrize("step", [1000, 70_001, 1 << 30])
def test_large_arrays_and_the_next_frame_come_apart(step):
    """Raw array bytes fill the array they belong to, and what follows them is the next message."""
    first, second = np.arange(30_000.0), np.arange(9000, dtype="u4")
    data = frame_of([1, [first, second]]) + frame_of([2, "next"])
    (one, (a, b)), two = read(data, step=step)
    assert (one, two) == (1, [2, "next"])
    assert np.array_equal(a, first)
    assert np.array_equal(b, second)
    assert a.flags.writeable
    assert a.flags.owndata


HOSTILE = {
    "header over the cap": struct.pack("<II", 1 << 30, 0),
    "arrays over the cap": struct.pack("<II", 10, 1 << 31),
    "native map": framed([{1: 2}]),
    "native nested list": framed([[1]]),
    "not a list": framed("text"),
    "empty header": struct.pack("<II", 0, 0),
    "trailing bytes": struct.pack("<II", 3, 0) + b"\x91\xc0\xc0",
    "unknown kind": framed([Ext(99, b"")]),
    "timestamp": framed([Ext(-1, b"\0\0\0\0")]),
    "huge shape": framed([array(layout.RAW_ARRAY, 11, 1 << 62, 4)], 32),
    "overflowing product": framed([array(layout.RAW_ARRAY, 11, 1 << 33, 1 << 31)], 0),
    "empty with a huge side": framed([array(layout.ARRAY, 11, 0, 1 << 62)]),
    "too many dimensions": framed([array(layout.ARRAY, 11, *[1] * 17, content=bytes(8))]),
    "unknown dtype": framed([array(layout.ARRAY, 14, 1, content=b"x")]),
    "shape cut short": framed([Ext(layout.ARRAY, b"\x0b\x02\x01")]),
    "bytes do not fit": framed([array(layout.ARRAY, 11, 2, content=bytes(8))]),
    "raw length lies": framed([array(layout.RAW_ARRAY, 11, 2)], 8),
    "raw array of nothing": framed([array(layout.RAW_ARRAY, 11, 0)], 0),
    "boolean of 255": framed([array(layout.ARRAY, 0, 1, content=b"\xff")]),
    "raw boolean of 255": framed([array(layout.RAW_ARRAY, 0, 1)], 1) + b"\xff",
    "boolean scalar of 2": framed([Ext(layout.SCALAR, b"\0\2")]),
    "scalar cut short": framed([Ext(layout.SCALAR, b"\x0b\0")]),
    "large integer": framed([Ext(layout.BIG_INT, bytes(600))]),
    "half a complex": framed([Ext(layout.COMPLEX, bytes(8))]),
    "dict without a value": framed([Ext(layout.DICT, pack([1]))]),
    "unhashable key": framed([Ext(layout.DICT, pack([Ext(layout.LIST, pack([])), 1]))]),
    "handle cut short": framed([Ext(layout.HANDLE, b"\1")]),
    "handle that is no text": framed([Ext(layout.HANDLE, bytes(8) + b"\xff")]),
    "handle with a novel": framed([Ext(layout.HANDLE, bytes(8) + b"x" * 10_000)]),
    "colliding keys": frame_of([{i * ((1 << 61) - 1): 0 for i in range(6000)}]),
    "colliding members": frame_of([{i * ((1 << 61) - 1) for i in range(6000)}]),
    "too many items": frame_of([[None] * 200_000]),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_each_hostile_frame_is_refused(data):
    """Every way to lie about a frame ends in a refusal, and in nothing else."""
    with pytest.raises(wire.Refused):
        read(data)


def test_deep_nesting_is_refused():
    """Depth is counted on reading as on writing."""
    with pytest.raises(wire.Refused):
        read(deep(5000))


def test_a_refused_array_was_not_allocated():
    """A header that announces an array over the cap costs no memory."""
    tracemalloc.start()
    with pytest.raises(wire.Refused):
        read(framed([array(layout.RAW_ARRAY, 11, 1 << 28)], 1 << 27))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 20


PARTS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats()
    | st.text(max_size=5)
    | st.builds(Ext, st.integers(0, 13), st.binary(max_size=40))
    | st.builds(Ext, st.integers(1, 12), st.lists(st.integers(0, 17), max_size=40).map(bytes))
    | st.builds(
        lambda code, dtype, shape, content: array(code, dtype, *shape, content=content),
        st.sampled_from([layout.ARRAY, layout.RAW_ARRAY]),
        st.integers(0, 15),
        st.lists(st.integers(0, 5) | st.integers(0, 1 << 20) | st.integers(0, 2**64 - 1), max_size=18),
        st.binary(max_size=16),
    ),
    lambda inner: st.builds(Ext, st.integers(1, 5), st.lists(inner, max_size=6).map(pack)),
    max_leaves=12,
)
# Mostly what is true, or little enough that the rest of the frame is looked at.
ANNOUNCED = st.just(0) | st.just(0) | st.integers(0, 64) | st.integers(0, 2**32 - 1)
FRAMES = st.one_of(
    st.binary(max_size=400),
    st.builds(framed, st.lists(PARTS, max_size=6), ANNOUNCED),
    st.builds(
        lambda data, cut: framed(data)[:cut] + b"\xff" * 9,
        st.lists(PARTS, max_size=4),
        st.integers(0, 60),
    ),
)
FRAME_SECONDS = 0.1
"""Of processor time, for a frame that takes well under a millisecond: what it catches is work that explodes."""


@settings(max_examples=300, deadline=None)
@given(FRAMES)
def test_no_bytes_do_more_than_being_refused(data):
    """Whatever arrives: a message, more to come, or a refusal; never more memory than the limits allow."""
    tracemalloc.start()
    try:
        read(data + bytes(64), SMALL)
    except wire.Refused:
        pass
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < SMALL.raw + 40 * SMALL.header + 4 * layout.CHUNK


@settings(max_examples=200, deadline=None)
@given(FRAMES)
def test_no_frame_takes_long_to_read(data):
    """Read or refused, a small frame costs next to no processor time, under the limits of real replies."""

    def cost() -> float:
        start = time.thread_time()
        with contextlib.suppress(wire.Refused):
            read(data + bytes(64))
        return time.thread_time() - start

    assert cost() < FRAME_SECONDS or min(cost() for _ in range(3)) < FRAME_SECONDS


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (np.array(["a"]), wire.Why.DTYPE),
        (np.datetime64("2026-01-01"), wire.Why.DTYPE),
        (np.longdouble(1), wire.Why.DTYPE),
        (object(), wire.Why.TYPE),
        (1 << 5000, wire.Why.BIG_INTEGER),
        ("\ud800", wire.Why.SURROGATE),
        ("x" * 5000, wire.Why.TOO_LONG),
        (b"x" * 5000, wire.Why.TOO_LARGE),
        (np.zeros(20_000), wire.Why.TOO_LARGE),
        ([0] * 201, wire.Why.TOO_MANY),
        (np.zeros((1,) * 17), wire.Why.DIMENSIONS),
    ],
    ids=lambda value: type(value).__name__,
)
def test_each_refusal_on_writing_has_its_reason(value, why):
    """What may not be written is refused with a reason from the closed list."""
    with pytest.raises(wire.Refused) as caught:
        frame_of([value], SMALL)
    assert caught.value.args == (why,)


def test_a_subclass_of_a_plain_type_is_written_as_that_type():
    """Named tuples, counters, matrices and members of an enum cross as what they are made of."""
    from collections import Counter, namedtuple
    from enum import IntEnum

    point, colour = namedtuple("P", "x y"), IntEnum("C", "RED")
    (back,) = read(frame_of([[point(1, 2), Counter("aab"), colour.RED, np.ma.array([1.0, 2.0])]]))
    plain_tuple, plain_dict, plain_int, plain_array = back[0]
    assert (type(plain_tuple), type(plain_dict), type(plain_int)) == (tuple, dict, int)
    assert (plain_tuple, plain_dict, plain_int) == ((1, 2), {"a": 2, "b": 1}, 1)
    assert type(plain_array) is np.ndarray


def test_an_empty_array_has_sizes_that_can_be_counted():
    """An array without a byte is read unless it claims more rows than anybody could walk through"""

    def claimed(*shape):
        described = bytes((1, len(shape))) + struct.pack(f"<{len(shape)}Q", *shape)
        body = pack([Ext(layout.ARRAY, described)])
        return layout.PREFIX.pack(len(body), 0) + body

    for shape in ((0,), (0, 512), (1000, 0), (0, 0), (3, 0, 5)):
        assert read(claimed(*shape))[0][0].shape == shape
    for shape in ((1 << 60, 0), (10**9, 0), (0, 1 << 60), (1 << 11, 0, 1 << 11), (2**64 - 1, 0)):
        with pytest.raises(wire.Refused):
            read(claimed(*shape))


LOOSENED = {
    "MAX_DEPTH": (1 << 40, deep(150)),
    "MAX_EMPTY": (1 << 80, framed([array(layout.ARRAY, 11, 0, 1 << 40)])),
    "MAX_INT_BYTES": (1 << 40, HOSTILE["large integer"]),
    "MAX_EQUAL_HASHES": (1 << 40, frame_of([{i * ((1 << 61) - 1): 0 for i in range(100)}])),
    "MAX_TYPE_NAME": (1 << 40, HOSTILE["handle with a novel"]),
    "_check_booleans": (lambda array: None, HOSTILE["boolean of 255"]),
}


@pytest.mark.parametrize("name", LOOSENED)
def test_each_cap_is_what_refuses(name, monkeypatch):
    """With that one cap loosened the frame is read, so nothing else would have refused it."""
    loose, data = LOOSENED[name]
    with pytest.raises(wire.Refused):
        read(data)
    monkeypatch.setattr(decode, name, loose)
    assert len(read(data)) == 1


@pytest.mark.parametrize("cap", ["header", "raw", "items"])
def test_each_limit_of_a_message_is_what_refuses(cap):
    """A message one over a limit is refused for that limit, and read where that limit alone is higher."""
    data = {
        "header": frame_of(["x" * 4096]),
        "raw": frame_of([np.zeros(SMALL.raw // 8 + 1)]),
        "items": frame_of([[None] * (SMALL.items + 1)]),
    }[cap]
    with pytest.raises(wire.Refused):
        read(data, SMALL)
    assert len(read(data, SMALL._replace(**{cap: 1 << 20}))) == 1
