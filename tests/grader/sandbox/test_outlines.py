"""Messages like one before: read and written by what is known of their like, and still each its own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.sandbox import wire
from grader.sandbox.wire import decode, encode, outlines
from grader.sandbox.wire.format import DTYPES


def sent(number: int, values: list[Any]) -> bytes:
    return b"".join(
        bytes(buffer) for buffer in wire.Writer(wire.REQUEST, lambda _: None).message(number, values)
    )


def read(data: bytes, step: int = 1 << 30) -> list[list[Any]]:
    """Every message in ``data``, which arrives in pieces of at most ``step`` bytes."""
    reader = wire.Reader(wire.REPLY, lambda number, name: (number, name))
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


@pytest.fixture
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decode, "_OUTLINES", {})
    monkeypatch.setattr(encode, "_OUTLINES", {})


ARRAYS = st.builds(
    lambda dtype, shape, seed: np.random.default_rng(seed).integers(0, 2, shape).astype(dtype),
    st.sampled_from(DTYPES),
    st.lists(st.integers(0, 4), max_size=4),
    st.integers(0, 3),
)


@settings(deadline=None)
@given(
    st.lists(
        st.none() | st.text(max_size=9) | ARRAYS | st.integers() | st.floats(allow_nan=False), max_size=16
    ),
    st.lists(st.integers(0, 2**63 - 1), min_size=1, max_size=3),
    st.sampled_from([1, 7, 1 << 30]),
)
def test_a_message_is_read_as_it_was_sent_however_often_its_like_came_before(values, numbers, step):
    """Numbers, text and arrays of every kind arrive the same the first time and later, however the pipe cuts them."""
    messages = read(b"".join(sent(number, values) for number in numbers), step)
    assert [message[0] for message in messages] == numbers
    for _, *back in messages:
        assert list(map(type, back)) == list(map(type, values))
        for one, other in zip(back, values, strict=True):
            if isinstance(other, np.ndarray):
                assert (one.dtype, one.shape) == (other.dtype, other.shape)
                assert one.flags.writeable
                assert one.flags.owndata
            assert np.array_equal(one, other)


def test_alike_messages_have_their_own_bytes_and_arrays(nothing_known):
    """Of messages that differ in their arrays' bytes alone, none has another's, and a change stays in its own."""
    first, second = (np.full((2, 3), value) for value in (1.0, 2.0))
    one, two, three = read(sent(7, ["f", first]) + sent(8, ["f", second]) + sent(9, ["f", first]))
    assert (one[0], two[0], three[0]) == (7, 8, 9)
    one[2][:] = 5.0
    assert np.array_equal(two[2], second)
    assert np.array_equal(three[2], first)
    assert read(sent(7, ["f", first]))[0][2][0, 0] == 1.0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (np.zeros(4, "f8"), np.zeros(4, "i8")),
        (np.zeros(4, "f8"), np.zeros((2, 2), "f8")),
        (np.zeros(4, "f8"), np.zeros(4, ">f8") + 1),
        (np.zeros((2, 2)), np.arange(4.0).reshape(2, 2).T),
    ],
    ids=["dtype", "shape", "byte order", "memory order"],
)
def test_what_looks_alike_is_told_apart(nothing_known, before, after):
    """An array of another dtype, shape or layout is not written by what is known of the one before."""
    read(sent(1, ["f", before]))
    back = read(sent(2, ["f", after]))[0][2]
    assert np.array_equal(back, after)
    assert back.dtype == after.dtype.newbyteorder("=")


@pytest.mark.parametrize(
    ("dtype", "spoil"),
    [
        ("f8", lambda data: data[:4] + bytes((data[4] + 8,)) + data[5:]),
        ("?", lambda data: data[:-1] + b"\xff"),
    ],
    ids=["length of its arrays", "boolean of 255"],
)
def test_a_lie_in_a_known_message_is_refused(nothing_known, dtype, spoil):
    """What is known of a message's like vouches for none of what differs."""
    data = sent(1, ["ok", np.ones(4, dtype)])
    assert len(read(data + data)) == 2
    with pytest.raises(wire.Refused):
        read(spoil(data) + bytes(8))


def test_only_so_much_is_kept(nothing_known):
    """Whoever makes up new text in every message fills no memory with it, on either side."""
    for number in range(3 * outlines.MAX_OUTLINES):
        read(sent(number, [f"name {number}", np.ones(2)]))
        read(sent(number, [f"{number}" * 600, np.ones(2)]))
    for known in (decode._OUTLINES, encode._OUTLINES):
        assert 0 < len(known) <= outlines.MAX_OUTLINES
        assert max(len(str(key)) for key in known) < 2 * outlines.MAX_OUTLINE
