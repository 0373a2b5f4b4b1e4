"""Stand-ins for what lives in the sandbox. They forward names; they hold no student data of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from grader.checks.calls import Call
from grader.checks.failure import CheckFailed, Difference
from grader.checks.work import Work
from grader.course.nearmiss import near
from grader.sandbox.api import Handle, Module, Raised, Reply

MAX_SHOWN = 5
"""Names of a file that a message lists."""


class RemoteObject:
    """An instance of a class of the student's: its methods and attributes are asked for in the sandbox."""

    __slots__ = ("_handle", "_work")

    def __init__(self, work: Work, handle: Handle) -> None:
        self._work = work
        self._handle = handle

    @property
    def type_name(self) -> str:
        """Name of its class, as the child claims."""
        return self._handle.type_name

    def __getattr__(self, name: str) -> Any:
        refuse_private(name)
        work, handle = self._work, self._handle
        try:
            is_callable, value = work.read(handle, name)
        except Raised as fault:
            if fault.name != "AttributeError":
                raise
            message = f"the `{handle.type_name}` object has no `{name}`"
            raise CheckFailed(Difference.ABSENT, message) from None
        return caller(work, handle, name) if is_callable else wrapped(work, value)

    def __repr__(self) -> str:
        return f"<a {self._handle.type_name} in the sandbox>"


class Student:
    """The functions, classes and values of one of the student's files."""

    __slots__ = ("_file", "_work")

    def __init__(self, work: Work, file: str) -> None:
        self._work = work
        self._file = file

    @property
    def last(self) -> Reply:
        """The reply to the last call: value, arguments afterwards, warnings, type. Raises LookupError."""
        reply = last_of(self)
        if reply is None:
            raise LookupError("student.last: no call has been answered yet")
        return reply

    def __getattr__(self, name: str) -> Any:
        refuse_private(name)
        work, file = self._work, self._file
        module = work.module(file)
        if name in module.functions:
            return caller(work, file, name)
        if name in module.values:
            return wrapped(work, work.read(file, name)[1])
        raise absent(file, name, module)

    def __repr__(self) -> str:
        return f"<the student's {self._file} in the sandbox>"


class Students(Mapping[str, Student]):
    """The files of this item and of those it uses, by item id."""

    def __init__(self, ids: tuple[str, ...], get: Callable[[str], Student]) -> None:
        self._ids = ids
        self._get = get

    def __getitem__(self, item: str) -> Student:
        if item not in self._ids:
            raise KeyError(f"{item}: say `uses: [{item}]` in course.yaml")
        return self._get(item)

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)


def refuse_private(name: str) -> None:
    """Names that Python itself asks for must not reach the sandbox. Raises AttributeError."""
    if name.startswith("_"):
        raise AttributeError(name)


def caller(work: Work, owner: str | Handle, name: str) -> Callable[..., Any]:
    """A function that calls ``name`` in the sandbox. Raises StudentFault when called."""

    def call(*args: Any, **kwargs: Any) -> Any:
        sent = [unwrapped(arg) for arg in args]
        reply = work.call(owner, name, sent, {key: unwrapped(arg) for key, arg in kwargs.items()})
        return wrapped(work, reply.value)

    call.__name__ = call.__qualname__ = name
    return call


def wrapped(work: Work, value: Any) -> Any:
    """``value`` with stand-ins for the objects that stayed in the child."""
    if isinstance(value, Handle):
        return RemoteObject(work, value)
    if type(value) in (list, tuple):
        return type(value)([wrapped(work, element) for element in value])
    if type(value) is dict:
        return {key: wrapped(work, element) for key, element in value.items()}
    return value


def unwrapped(value: Any) -> Any:
    """The inverse of :func:`wrapped`."""
    if isinstance(value, RemoteObject):
        return value._handle
    if type(value) in (list, tuple):
        return type(value)([unwrapped(element) for element in value])
    if type(value) is dict:
        return {key: unwrapped(element) for key, element in value.items()}
    return value


def called_of(student: Student) -> Call | None:
    """The last call that was made on any of the item's files."""
    return next((call for call in reversed(student._work.calls) if call.args is not None), None)


def last_of(student: Student) -> Reply | None:
    """The reply to the last call, if it was answered."""
    call = called_of(student)
    return call.outcome if call is not None and isinstance(call.outcome, Reply) else None


def absent(file: str, name: str, module: Module) -> CheckFailed:
    """What to say when a file lacks a name, with the near miss for those who may see it."""
    meant = near(name, (*module.functions, *module.values))
    if meant is None:
        functions = ", ".join(f"`{each[:60]}`" for each in module.functions[:MAX_SHOWN])
        others = f"; its functions are: {functions}" if functions else "; there is no function in it"
        note = f"`{file}` has no `{name}`"
        return CheckFailed(Difference.ABSENT, note + others, note=note)
    return CheckFailed(
        Difference.ALMOST,
        f"`{file}` has no `{name}`; it has `{meant[:60]}`",
        note=f"`{file}` has no `{name}`, but a name spelt nearly like it",
    )
