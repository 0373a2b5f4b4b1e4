"""What an engine and its worker processes say to each other: length-prefixed msgpack on pipes.

Both ends are ours, so frames need no defence against a hostile sender; student code never holds these pipes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import IO

import msgspec

from grader.engine.api import Plan, Task
from grader.errors import Problem
from grader.records import Attempt

_LENGTH = struct.Struct("<I")


class Work(msgspec.Struct, frozen=True, tag="work"):
    """Grade this. The number comes back with the attempt."""

    number: int
    task: Task


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The sandbox stands and the course is loaded."""

    tier: str
    slowness: float
    """How many times slower than usual this machine is now, at least 1."""
    seconds: float
    """No submission honestly takes longer than this."""


class Done(msgspec.Struct, frozen=True, tag="done"):
    number: int
    attempt: Attempt


class Refusal(msgspec.Struct, frozen=True, tag="refusal"):
    """Nothing can be graded here at all: the error that the user should see."""

    exit_code: int
    problems: tuple[Problem, ...]


Report = Ready | Done | Refusal
_encoder = msgspec.msgpack.Encoder()
_report = msgspec.msgpack.Decoder(Report)
_plan = msgspec.msgpack.Decoder(Plan)
_work = msgspec.msgpack.Decoder(Work)


def frame(message: msgspec.Struct) -> bytes:
    """``message`` as it travels."""
    body = _encoder.encode(message)
    return _LENGTH.pack(len(body)) + body


def reports(pipe: IO[bytes]) -> Iterator[Report]:
    """What a worker says, until it ends."""
    while (body := _body(pipe)) is not None:
        yield _report.decode(body)


def plan(pipe: IO[bytes]) -> Plan | None:
    """A worker's first frame; ``None`` when its engine has gone."""
    body = _body(pipe)
    return None if body is None else _plan.decode(body)


def works(pipe: IO[bytes]) -> Iterator[Work]:
    """A worker's tasks, until the engine closes the pipe."""
    while (body := _body(pipe)) is not None:
        yield _work.decode(body)


def _body(pipe: IO[bytes]) -> bytes | None:
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (size,) = _LENGTH.unpack(head)
    body = pipe.read(size)
    return body if len(body) == size else None
