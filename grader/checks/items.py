"""Checks as pytest items."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from grader.checks.bench import Bench
from grader.checks.builtin.model import BuiltinCheck, Verdict
from grader.checks.spec import Spec

SPEC = pytest.StashKey[Spec]()
BENCH = pytest.StashKey[Bench]()


class ValueReturned(Exception):
    """A check must assert, not return: what it returns would be lost."""


class CheckItem(pytest.Item):
    """A check that asks for nothing but the grader's own fixtures: it needs no fixture machinery.

    That machinery costs more than most check bodies.
    """

    def __init__(
        self,
        *,
        function: Callable[..., Any],
        given: Mapping[str, Any],
        asks: tuple[str, ...],
        **keywords: Any,
    ) -> None:
        super().__init__(**keywords)
        self._function = function
        self._given = given
        self._asks = asks

    @property
    def only_reads(self) -> bool:
        """Whether it looks at syntax trees and runs nothing of the student's."""
        return "source" in self._asks and not {"student", "students"} & set(self._asks)

    def runtest(self) -> None:
        """Run the check on what is on the bench."""
        bench, spec = self.config.stash[BENCH], self.stash[SPEC]
        bench.require(spec.needs)
        supplied = {name: bench.supply(name, spec) for name in self._asks}
        if self._function(**self._given, **supplied) is not None:
            raise ValueReturned

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where pytest says this is."""
        return self.path, 0, self.name


class BuiltinItem(pytest.Item):
    """A check made from course.yaml, the reference and its rubric."""

    def __init__(self, *, check: BuiltinCheck, item: Any, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._check = check
        self._item = item
        self.verdict: Verdict | None = None

    def runtest(self) -> None:
        """Judge the answer that is on the bench."""
        self.verdict = None
        self.verdict = self._check.judge(self.config.stash[BENCH].answer(self._item))  # type: ignore[arg-type]

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where pytest says this is."""
        return self.path, 0, self.name


class BuiltinChecks(pytest.Collector):
    """Collects an item's built-in checks."""

    def __init__(self, *, item: Any, checks: tuple[tuple[Spec, BuiltinCheck], ...], **keywords: Any) -> None:
        super().__init__(**keywords)
        self._item = item
        self._checks = checks

    def collect(self) -> list[BuiltinItem]:
        """One pytest item for each."""
        collected = []
        for spec, check in self._checks:
            each = BuiltinItem.from_parent(self, name=spec.id, check=check, item=self._item)
            each.stash[SPEC] = spec
            collected.append(each)
        return collected
