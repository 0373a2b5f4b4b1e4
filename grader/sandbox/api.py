"""What the rest of the package knows of a sandbox: a place where student code runs, reached only by messages.

A :class:`Sandbox` is a warm process that hands out children; a :class:`Child` holds one submission's files
and answers calls. Everything a child says is a claim: bounded, typed, and judged elsewhere.

::

    StudentFault              what student code did instead of answering
    ├── Raised                an exception, or the module did not load
    ├── Unsendable            the value may not cross the boundary
    ├── TimedOut              no whole answer before the deadline
    ├── OutOfMemory
    ├── OutputLimit           printed more than it may
    └── Crashed               the process ended by itself, or broke the protocol
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Protocol

import msgspec

from grader.records import Status


class Tier(StrEnum):
    """Strength of a sandbox, strongest first."""

    NAMESPACES = "namespaces"
    LANDLOCK = "landlock"
    PROCESS = "process"


class Budget(msgspec.Struct, frozen=True):
    """What one child may use up."""

    seconds: float = 5.0
    """Per call, enforced from outside."""
    memory: int = 512 << 20
    """Bytes beyond the warm interpreter."""
    output: int = 32 << 20
    """Bytes printed in the child's life."""


class Handle(msgspec.Struct, frozen=True):
    """A value that stays in the child: an instance of a class that the student's module defines."""

    id: int
    type_name: str


class Reply(msgspec.Struct, frozen=True):
    """What came back from one call."""

    value: Any
    """Plain data: None, bool, int, float, complex, str, bytes, list, tuple, dict, set, numpy arrays and
    scalars of numeric dtypes, :class:`Handle`."""
    args: tuple[Any, ...] | None = None
    """The positional arguments as they are after the call; ``None`` when they are as they were sent."""
    warnings: tuple[str, ...] = ()
    """Categories of warnings shown during the call, ``RuntimeWarning``."""
    value_type: str = ""
    """The value's type name in the child (``list``, ``numpy.ndarray``), bounded text."""


class Module(msgspec.Struct, frozen=True):
    """What a loaded module of the student's offers."""

    functions: tuple[str, ...]
    """Callables, classes included."""
    values: tuple[str, ...]


class StudentFault(Exception):
    """Student code did something other than answer. ``child_is_gone`` tells whether a new child is needed."""

    status: ClassVar[Status] = Status.ERROR
    child_is_gone: ClassVar[bool] = True


class Where(msgspec.Struct, frozen=True):
    """A place in one of the student's own files."""

    file: str
    line: int
    function: str = ""


class Raised(StudentFault):
    """An exception left the student's code, or its module did not load."""

    child_is_gone = False

    def __init__(self, name: str, text: str, where: Sequence[Where] = (), *, loading: bool = False) -> None:
        super().__init__(name)
        self.name = name
        """Name of the nearest built-in exception class, from a closed list: safe to show."""
        self.text = text
        """The exception's own words; the student's, so shown for public checks only."""
        self.where = tuple(where)
        """The student's own frames, innermost last."""
        self.loading = loading


class Unsendable(StudentFault):
    """The call returned something that may not cross: an object, a generator, an object array, 10**100000."""

    child_is_gone = False

    def __init__(self, type_name: str, why: str) -> None:
        super().__init__(why)
        self.type_name = type_name
        """Bounded text that the child claims; shown for public checks only."""
        self.why = why
        """Our own words, safe to show."""


class TimedOut(StudentFault):
    status = Status.TIMEOUT

    def __init__(self, seconds: float, *, altogether: bool = False) -> None:
        super().__init__(f"no answer within {seconds:g} s")
        self.seconds = seconds
        self.altogether = altogether
        """Whether it is all answers together that took longer, each of them within its limit."""


class OutOfMemory(StudentFault):
    status = Status.OUT_OF_MEMORY


class OutputLimit(StudentFault):
    status = Status.OUTPUT_LIMIT


class Crashed(StudentFault):
    """``how`` is our own words: "your code ended the program", "the process was stopped by signal 11"."""

    status = Status.CRASHED

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


class Child(Protocol):
    """One submission's files in a sandboxed process. Not reusable for another submission."""

    def load(self, name: str) -> Module:
        """Import the file ``name`` (``counter.py``) once; later calls give the same answer.

        Raises StudentFault; ``Raised.loading`` is true for anything that happened while importing.
        """
        ...

    def call(self, name: str, function: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Reply:
        """Call ``function`` of the loaded file ``name``. Raises StudentFault."""
        ...

    def call_method(
        self, handle: Handle, method: str, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Reply:
        """Call a method of an object that stayed in the child. Raises StudentFault."""
        ...

    def get(self, owner: str | Handle, attribute: str) -> tuple[bool, Any]:
        """An attribute of a loaded file or a handle: ``(is_callable, value)``, the value None if so."""
        ...

    def parse(self, source: str | bytes, mode: str = "exec") -> Any:
        """Syntax tree of ``source`` as plain data: a node is ``{"node": "BinOp", "line": 3, field: ...}``.

        Nothing is executed. Only for a child that has loaded nothing. Raises StudentFault, and Raised for a
        syntax error.
        """
        ...

    @property
    def output(self) -> str:
        """What was printed so far: first and last part when long, with a note of the full size."""
        ...

    @property
    def slow_calls(self) -> float:
        """How long all answers took so far, counted in calls that are just at their time limit."""
        ...

    def close(self) -> None:
        """Kill and reap. Never raises, never waits long. Safe to call twice."""
        ...


class Sandbox(Protocol):
    """A warm process that hands out children."""

    @property
    def tier(self) -> Tier: ...

    @property
    def name(self) -> str:
        """What results call it: its tier, and the layers of it that this machine lacks."""
        ...

    def open(self, files: Mapping[str, bytes], budget: Budget) -> Child:
        """A fresh child that sees ``files`` (name -> bytes) and nothing else. Raises GraderFault."""
        ...

    def close(self) -> None: ...
