"""Student code at work: a child that is opened when first needed and replaced when it died."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from grader.checks.calls import Call, emptied, frozen, heft_of
from grader.sandbox.api import (
    Budget,
    Child,
    Handle,
    Module,
    Raised,
    Reply,
    Sandbox,
    StudentFault,
    TimedOut,
)

Answered = TypeVar("Answered")
MAX_TIMEOUTS = 2
MAX_DEATHS = 3
MAX_SLOW_CALLS = 8.0
"""Calls at their time limit that all of an item's calls together may take as long as."""
MAX_KEPT = 64 << 20
"""Bytes of calls that are kept: a student's answers may be large, and a check may ask often."""


class Work:
    """The files of one item in a sandboxed child. Every call is noted in ``calls``.

    After a second timeout, the third child lost in any way, or when its answers took too long altogether,
    nothing runs any more: each further request raises the last fault at once, so that one hanging item cannot
    hold up a class.
    """

    def __init__(
        self, sandbox: Sandbox, files: Mapping[str, bytes], budget: Budget, child: Child | None = None
    ) -> None:
        self.files = files
        self.budget = budget
        self.calls: list[Call] = []
        """The newest is whole; those before it may be without their values."""
        self.load_failure: Raised | None = None
        """Why a file did not load, when the child had been told nothing of any check by then."""
        self._sandbox = sandbox
        self._child = child
        self._modules: dict[str, Module] = {}
        self._unloadable: dict[str, Raised] = {}
        self._told = False
        self._printed: list[str] = []
        self._before = ""
        self._timeouts = 0
        self._deaths = 0
        self._slow_calls = 0.0
        self._kept = 0
        self._spent: StudentFault | None = None

    def start_item(self) -> None:
        """Forget the faults and the output of the item before."""
        self.calls = []
        self.load_failure = None
        self._timeouts = self._deaths = 0
        self._slow_calls = 0.0
        self._spent = None
        self._printed = []
        self._before = self._child.output if self._child is not None else ""

    def module(self, file: str) -> Module:
        """What the loaded ``file`` offers. Raises StudentFault."""
        if file in self._modules:
            return self._modules[file]
        if file in self._unloadable:
            raise self._unloadable[file].with_traceback(None)
        try:
            module = self._ask(lambda child: child.load(file))
        except Raised as fault:
            self._unloadable[file] = fault
            if not self._told:
                self.load_failure = fault
            raise
        self._modules[file] = module
        return module

    def call(self, owner: str | Handle, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Reply:
        """Call a function of a loaded file, or a method of an object in the child. Raises StudentFault."""
        if isinstance(owner, str):
            self.module(owner)
        self._told = True
        positional, named = frozen(tuple(args)), frozen(dict(kwargs))

        def ask(child: Child) -> Reply:
            if isinstance(owner, Handle):
                return child.call_method(owner, name, args, kwargs)
            return child.call(owner, name, args, kwargs)

        return self._noted(owner, name, positional, named, ask)

    def read(self, owner: str | Handle, name: str) -> tuple[bool, Any]:
        """``(is_callable, value)`` of an attribute. Raises StudentFault."""
        kind: list[bool] = []

        def ask(child: Child) -> Reply:
            is_callable, value = child.get(owner, name)
            kind.append(is_callable)
            return Reply(value)

        self._told = True
        reply = self._noted(owner, name, None, {}, ask)
        if kind[0]:
            self.calls.pop()  # a method on its way to be called: the call itself is what counts
        return kind[0], reply.value

    def record(self) -> tuple[Call, ...]:
        """The calls so far, to keep."""
        self._lighten()
        return tuple(self.calls)

    def output(self) -> str:
        """What was printed since the item began."""
        return "".join([*self._printed, self._new_output()])

    def close(self) -> None:
        """End the child, if there is one."""
        if self._child is not None:
            self._child.close()
        self._child = None
        self._modules, self._unloadable = {}, {}
        self._before = ""
        self._told = False

    def _noted(
        self,
        owner: str | Handle,
        name: str,
        args: tuple[Any, ...] | None,
        kwargs: dict[str, Any],
        ask: Callable[[Child], Reply],
    ) -> Reply:
        try:
            reply = self._ask(ask)
        except StudentFault as fault:
            self._note(Call(owner, name, args, kwargs, fault))
            raise
        self._note(Call(owner, name, args, kwargs, reply))
        return reply

    def _note(self, call: Call) -> None:
        self._lighten()
        self.calls.append(call)

    def _lighten(self) -> None:
        """Empty the newest call if it is too much to keep."""
        if self.calls:
            size = heft_of(self.calls[-1])
            if self._kept + size > MAX_KEPT:
                self.calls[-1] = emptied(self.calls[-1])
            else:
                self._kept += size

    def _ask(self, ask: Callable[[Child], Answered]) -> Answered:
        if self._spent is not None:
            raise self._spent.with_traceback(None)
        if self._child is None:
            self._child = self._sandbox.open(self.files, self.budget)
        child, before = self._child, self._child.slow_calls
        try:
            return ask(child)
        except StudentFault as fault:
            if fault.child_is_gone:
                self._bury(fault)
            raise
        finally:
            self._slow_calls += child.slow_calls - before
            if self._slow_calls > MAX_SLOW_CALLS and self._spent is None:
                self._bury(TimedOut(MAX_SLOW_CALLS * self.budget.seconds, altogether=True))

    def _bury(self, fault: StudentFault) -> None:
        self._timeouts += isinstance(fault, TimedOut)
        self._deaths += 1
        too_slow = self._slow_calls > MAX_SLOW_CALLS
        if self._timeouts >= MAX_TIMEOUTS or self._deaths >= MAX_DEATHS or too_slow:
            self._spent = fault
        if self._child is not None:
            self._printed.append(self._new_output())
        self.close()

    def _new_output(self) -> str:
        """What this child has printed since the item began."""
        return self._child.output.removeprefix(self._before) if self._child is not None else ""
