"""Finds the strongest sandbox that really works here."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Mapping, Sequence
from typing import Protocol

from grader.errors import SandboxUnavailable
from grader.sandbox.api import Budget, Child, Tier


def start(
    tier: Tier | None = None,
    *,
    packages: Sequence[str] = (),
    cpu: int | None = None,
    _without: Sequence[str] = (),
) -> ChosenSandbox:
    """Start a sandbox and return at once; its ``tier`` and first ``open`` wait until it is ready.

    Without ``tier`` the strongest one that starts a child and has it answer is taken, and ``reasons`` tells
    why stronger ones were not. ``packages`` are importable by students besides numpy. ``cpu`` pins all its
    processes. ``_without`` leaves layers out, for tests that show what a layer is there for. Raises
    SandboxUnavailable for a package that is not installed or a tier that this platform cannot have.
    """
    return ChosenSandbox(tier, packages, cpu, _without)


class _Starting(Protocol):
    """A sandbox that has been started and may not be ready yet."""

    def wait(self) -> None:
        """Raises SandboxUnavailable."""
        ...

    @property
    def lacks(self) -> Mapping[str, str]:
        """Layers that it has to do without, and why; known once it is ready."""
        ...

    def open(self, files: Mapping[str, bytes], budget: Budget) -> Child: ...

    def close(self) -> None: ...


class ChosenSandbox:
    """A :class:`grader.sandbox.api.Sandbox` that settles its tier at first use. For one thread at a time."""

    def __init__(
        self, tier: Tier | None, packages: Sequence[str], cpu: int | None, without: Sequence[str]
    ) -> None:
        self._asked = tier
        self._options = (tuple(packages), cpu, tuple(without))
        self._left, self._reasons = _candidates(tier)
        self._ready = False
        self._closed = False
        self._next()

    def _next(self) -> None:
        """Start the strongest candidate left. Raises SandboxUnavailable when there is none."""
        if not self._left:
            wanted = f"the sandbox tier {self._asked.value!r}" if self._asked else "a sandbox"
            why = "; ".join(self._reasons)
            hint = "Run `grade doctor` to see what this machine offers."
            raise SandboxUnavailable(f"{wanted} does not work here: {why}", hint=hint)
        self._tier, mode = self._left.pop(0)
        packages, cpu, without = self._options
        self._sandbox: _Starting
        if self._tier is Tier.PROCESS:
            from grader.sandbox.portable import ProcessSandbox

            self._sandbox = ProcessSandbox(packages, cpu)
        else:
            from grader.sandbox.warm import WarmSandbox

            self._sandbox = WarmSandbox(mode, packages, cpu, without)

    def wait(self) -> None:
        """Wait until it is ready. Raises SandboxUnavailable."""
        while not self._ready:
            try:
                self._sandbox.wait()
                self._ready = True
                self._reasons += self._sandbox.lacks.values()
            except SandboxUnavailable as refusal:
                self._sandbox.close()
                self._reasons.append(f"{self._tier.value}: {refusal.problems[0].what}")
                self._next()

    @property
    def tier(self) -> Tier:
        self.wait()
        return self._tier

    @property
    def name(self) -> str:
        """See :class:`grader.sandbox.api.Sandbox`: ``namespaces``, or ``namespaces without Landlock``."""
        self.wait()
        lacks = " and ".join(self._sandbox.lacks)
        return f"{self._tier} without {lacks}" if lacks else str(self._tier)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why stronger tiers were refused, and what this one has to do without."""
        self.wait()
        return tuple(dict.fromkeys(self._reasons))

    def open(self, files: Mapping[str, bytes], budget: Budget) -> Child:
        self.wait()
        return self._sandbox.open(files, budget)

    def close(self) -> None:
        """End it and its children. Safe to call twice."""
        if not self._closed:
            self._closed = True
            self._sandbox.close()


def _candidates(tier: Tier | None) -> tuple[list[tuple[Tier, str]], list[str]]:
    """What to try, strongest first, and why other tiers are out of the question."""
    reasons = []
    candidates = []
    if not sys.platform.startswith("linux"):
        reasons.append(f"namespaces, landlock: only on Linux, and this is {platform.system()}")
    elif platform.machine() not in ("x86_64", "aarch64"):
        reasons.append(f"namespaces, landlock: only on x86-64 and aarch64, and this is {platform.machine()}")
    else:
        modes = ["root", "user"] if os.getuid() == 0 else ["user"]
        candidates = [*((Tier.NAMESPACES, mode) for mode in modes), (Tier.LANDLOCK, "landlock")]
    candidates.append((Tier.PROCESS, ""))
    return [candidate for candidate in candidates if tier in (None, candidate[0])], reasons
