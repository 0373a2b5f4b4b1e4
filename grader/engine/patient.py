"""Time limits for a slow machine: a limit is meant for one of usual speed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from grader.sandbox.api import Budget, Child, Handle, Module, Reply, Sandbox, Tier, TimedOut

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class PatientSandbox:
    """A sandbox whose time limits are ``times`` as long."""

    sandbox: Sandbox
    times: float

    @property
    def tier(self) -> Tier:
        return self.sandbox.tier

    @property
    def name(self) -> str:
        return self.sandbox.name

    def open(self, files: Mapping[str, bytes], budget: Budget) -> Child:
        longer = msgspec.structs.replace(budget, seconds=budget.seconds * self.times)
        return PatientChild(self.sandbox.open(files, longer), budget.seconds)

    def close(self) -> None:
        self.sandbox.close()


@dataclass(frozen=True, slots=True)
class PatientChild:
    """Says the limit as the course states it, so that a result reads the same from any machine."""

    child: Child
    seconds: float

    def load(self, name: str) -> Module:
        return self._said(self.child.load, name)

    def call(self, name: str, function: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Reply:
        return self._said(self.child.call, name, function, args, kwargs)

    def call_method(
        self, handle: Handle, method: str, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Reply:
        return self._said(self.child.call_method, handle, method, args, kwargs)

    def get(self, owner: str | Handle, attribute: str) -> tuple[bool, Any]:
        return self._said(self.child.get, owner, attribute)

    def parse(self, source: str | bytes, mode: str = "exec") -> Any:
        return self._said(self.child.parse, source, mode)

    @property
    def output(self) -> str:
        return self.child.output

    @property
    def slow_calls(self) -> float:
        return self.child.slow_calls

    def close(self) -> None:
        self.child.close()

    def _said(self, ask: Callable[..., Answer], *words: Any) -> Answer:
        try:
            return ask(*words)
        except TimedOut:
            raise TimedOut(self.seconds) from None
