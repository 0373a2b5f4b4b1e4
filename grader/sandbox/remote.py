"""The trusted side of a child: asks, waits, checks what comes back, and says what went wrong.

What differs between tiers is the :class:`Link`, which moves bytes before a deadline and knows how a child
ended.
"""

from __future__ import annotations

import builtins
import os
import signal
import struct
import time
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, Protocol

from grader.errors import GraderFault
from grader.sandbox import wire
from grader.sandbox.api import (
    Budget,
    Crashed,
    Handle,
    Module,
    OutOfMemory,
    OutputLimit,
    Raised,
    Reply,
    StudentFault,
    TimedOut,
    Unsendable,
    Where,
)

KEPT_OUTPUT = 32 << 10
"""Bytes kept of the beginning of what was printed, and as many of its end."""
MAX_TEXT = 5000
MAX_NAMES, MAX_NAME = 1000, 200
_NUMBERS = struct.Struct("<64Q")
_LIST_OR_NONE = (list, type(None))
_BUILTIN_NAMES = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)


class Expired(Exception):
    """The deadline passed."""


class Gone(Exception):
    """The child closed its end."""


class TooMuchOutput(Exception):
    """The child printed more than it may."""


class Output:
    """What a child printed: the beginning, the end, and how much it was."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.size = 0
        self._head = bytearray()
        self._tail = bytearray()

    def add(self, data: bytes) -> None:
        """Raises TooMuchOutput; what came by then is kept."""
        self.size += len(data)
        room = KEPT_OUTPUT - len(self._head)
        self._head += data[:room]
        self._tail += data[room:] if room > 0 else data
        del self._tail[:-KEPT_OUTPUT]
        if self.size > self._limit:
            raise TooMuchOutput

    @property
    def text(self) -> str:
        cut = self.size - len(self._head) - len(self._tail)
        note = f"\n[... truncated: {cut} of {self.size} bytes left out ...]\n".encode() if cut else b""
        return bytes(self._head + note + self._tail).decode("utf-8", "replace")


class Link(Protocol):
    """Bytes to and from one child."""

    reader: wire.Reader

    def begin(self) -> None:
        """Wait until the child is set up. Raises GraderFault when it never is."""
        ...

    def exchange(self, buffers: Sequence[bytes | memoryview], deadline: float) -> None:
        """Write ``buffers`` and read until ``reader`` holds a message, by ``deadline`` (time.monotonic).

        Raises Expired, Gone, TooMuchOutput, wire.Refused.
        """
        ...

    def ended(self) -> StudentFault:
        """Why the child is gone, after Gone. Raises GraderFault when it was not the child's doing."""
        ...

    @property
    def output(self) -> str: ...

    def close(self) -> None: ...


def _kept(value: object) -> tuple[int, str] | None:
    return (value.id, value.type_name) if isinstance(value, Handle) else None


def new_reader() -> wire.Reader:
    return wire.Reader(wire.REPLY, Handle)


def processor_seconds(budget: Budget) -> int:
    """What all calls to one child may use together; a last resort, since each has its own deadline."""
    return int(max(60.0, 20 * budget.seconds))


def first_frame(files: Mapping[str, bytes], budget: Budget) -> list[bytes | memoryview]:
    """The message that hands a child its files and its limits.

    Raises GraderFault for a name that leads out of the home.
    """
    for name in files:
        parts = name.split("/")
        if not name or "\0" in name or "\\" in name or ":" in name or {"", ".", ".."} & set(parts):
            raise GraderFault(f"a submission's file may not be called {name!r}", hint="Refuse it on intake.")
    writer = wire.Writer(wire.REQUEST, _kept)
    try:
        return writer.frame([writer.part(dict(files)), budget.memory, processor_seconds(budget)])
    except wire.Refused as refusal:
        raise GraderFault(
            f"a submission's files cannot be sent: {refusal}", hint="Refuse them on intake."
        ) from None


class RemoteChild:
    """One submission in a sandboxed process; see :class:`grader.sandbox.api.Child`."""

    def __init__(self, link: Link, files: Mapping[str, bytes], budget: Budget) -> None:
        self._link = link
        self._files = frozenset(files)
        self._budget = budget
        self._writer = wire.Writer(wire.REQUEST, _kept)
        self._numbers: list[int] = []
        self._modules: dict[str, Module | Raised] = {}
        self._fault: StudentFault | None = None
        self._began = False
        self._closed = False
        self.slow_calls = 0.0

    def load(self, name: str) -> Module:
        known = self._modules.get(name)
        if known is None:
            try:
                rest = self._ask("load", [name], loading=True)
                match rest:
                    case [None, [*functions], [*values]] if all(
                        type(n) is str for n in (*functions, *values)
                    ):
                        known = Module(_identifiers(functions), _identifiers(values))
                    case _:
                        self._broken("it made up a kind of answer")
            except Raised as raised:
                known = raised
            self._modules[name] = known
        if isinstance(known, Raised):
            raise Raised(known.name, known.text, known.where, loading=True)
        return known

    def call(self, name: str, function: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Reply:
        self.load(name)
        return self._call(name, function, args, kwargs)

    def call_method(
        self, handle: Handle, method: str, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Reply:
        return self._call(handle.id, method, args, kwargs)

    def _call(self, owner: str | int, function: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Reply:
        rest = self._ask("call", [owner, function, dict(kwargs) or None, *args])
        if len(rest) == 4:
            value, kind, warned, after = rest
            if type(kind) is str and type(warned) in _LIST_OR_NONE and type(after) in _LIST_OR_NONE:
                named = [name for name in warned or () if type(name) is str and name in _BUILTIN_NAMES]
                return Reply(value, None if after is None else tuple(after), tuple(named[:20]), kind[:200])
        self._broken("it made up a kind of answer")

    def get(self, owner: str | Handle, attribute: str) -> tuple[bool, Any]:
        if isinstance(owner, str):
            self.load(owner)
        match self._ask("get", [owner.id if isinstance(owner, Handle) else owner, attribute]):
            case [value, bool(is_callable)]:
                return is_callable, None if is_callable else value
        self._broken("it made up a kind of answer")

    def parse(self, source: str | bytes, mode: str = "exec") -> Any:
        if self._modules:
            raise GraderFault("source is parsed only in a child that has loaded nothing")
        match self._ask("parse", [source, mode]):
            case [tree]:
                return tree
        self._broken("it made up a kind of answer")

    @property
    def output(self) -> str:
        return self._link.output

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._link.close()

    # ---- one question, one answer

    def _ask(self, op: str, details: Sequence[Any], *, loading: bool = False) -> list[Any]:
        """What follows "ok" in the reply. Raises StudentFault, GraderFault."""
        if self._closed:
            raise GraderFault("the student's process was closed already")
        if self._fault is not None:
            raise self._fault.with_traceback(None)
        number = self._number()
        frame = self._framed(number, [op, *details])
        if not self._began:
            self._link.begin()
            self._began = True
        try:
            if self._link.reader.pending:
                raise wire.Refused("it answered before it was asked")
            asked = time.monotonic()
            self._link.exchange(frame, asked + self._budget.seconds)
            self.slow_calls += (time.monotonic() - asked) / self._budget.seconds
            reply = self._link.reader.take()
        except Expired:
            self._fail(TimedOut(self._budget.seconds))
        except TooMuchOutput:
            self._fail(OutputLimit(f"more than {self._budget.output} bytes were printed"))
        except Gone:
            self._fail(self._link.ended())
        except wire.Refused as refusal:
            self._broken(str(refusal))
        if not reply or type(reply[0]) is not int or reply[0] != number:
            self._broken("it answered before it was asked")
        if len(reply) > 1 and type(reply[1]) is str and reply[1] == "ok":
            return reply[2:]
        self._raise(reply[1:], loading)

    def _number(self) -> int:
        """One that the child cannot foresee."""
        if not self._numbers:
            self._numbers = [number >> 1 for number in _NUMBERS.unpack(os.urandom(_NUMBERS.size))]
        return self._numbers.pop()

    def _framed(self, number: int, values: Sequence[Any]) -> list[bytes | memoryview]:
        try:
            return self._writer.message(number, values)
        except wire.Refused as refusal:
            raise GraderFault(
                f"a check passes something that student code cannot be given: {refusal}",
                hint="Pass numbers, text, lists, tuples, dicts, sets and numeric arrays.",
            ) from None

    def _raise(self, answer: list[Any], loading: bool) -> NoReturn:
        """What an answer other than "ok" says. Raises StudentFault."""
        match answer:
            case ["raised", "MemoryError", *_]:
                self._fail(OutOfMemory("the memory for one submission was used up"))
            case ["raised", str(name), str(text), [*frames]]:
                known = name if name in _BUILTIN_NAMES else "Exception"
                raise Raised(known, text[:MAX_TEXT], self._places(frames), loading=loading)
            case ["unsendable", str(kind), str(why)]:
                ours = why if why in tuple(wire.Why) else wire.Why.TYPE.value
                raise Unsendable(kind[:200], ours)
        self._broken("it made up a kind of answer")

    def _places(self, frames: Sequence[Any]) -> list[Where]:
        places = []
        for frame in frames[-20:]:
            match frame:
                case [str(file), int(line), str(function)] if file in self._files and 0 < line < 10**7:
                    places.append(Where(file, line, function[:200]))
        return places

    def _broken(self, how: str) -> NoReturn:
        self._fail(Crashed(f"its answer cannot be used: {how}"))

    def _fail(self, fault: StudentFault) -> NoReturn:
        self._fault = fault
        self.close_link()
        raise fault from None

    def close_link(self) -> None:
        """Kill the child at once; what it printed can still be read."""
        self._link.close()


def _identifiers(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names[:MAX_NAMES] if len(name) <= MAX_NAME and name.isidentifier())


def fault_of(exit_code: int) -> StudentFault:
    """What became of a process that nobody stopped; negative codes are signals."""
    if exit_code >= 0:
        return Crashed("your code ended the program")
    if exit_code == -9:
        return OutOfMemory("the process was stopped, most likely for using too much memory")
    try:
        name = signal.Signals(-exit_code).name
    except ValueError:
        name = "unknown"
    return Crashed(f"the process was stopped by signal {-exit_code} ({name})")
