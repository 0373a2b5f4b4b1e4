"""Names the misunderstanding behind a wrong answer: the checks' calls, made on the known mistakes."""

from __future__ import annotations

import contextlib
import inspect
import io
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from grader.answers.model import NumericAnswer
from grader.checks.builtin.ids import check_id
from grader.checks.builtin.numeric import difference
from grader.checks.host import Measured
from grader.checks.trusted import References, solutions_folder
from grader.course import layout
from grader.course.model import Course, Edition, Item, Kind, Lesson, Tolerance
from grader.grading.evidence import Exhibit, chosen_names, explanations
from grader.grading.replay import Replays
from grader.records import CheckResult, Diagnosis, ItemResult, Status

NUMERIC_ATOL = Decimal("0.01")
"""Where course.yaml gives no tolerance: two-decimal working."""


class Diagnoser:
    """Looks for known mistakes in failed items; loads nothing before the first failure."""

    def __init__(self, course: Course, lesson: Lesson) -> None:
        self._course = course
        self._lesson = lesson
        self._references = References(course, lesson)
        self._mistakes: dict[str, dict[str, ModuleType]] = {}
        self._sound: dict[str, bool] = {}
        self._replays = Replays()

    def explained(self, result: ItemResult, measured: Measured) -> ItemResult:
        """``result`` with the mistakes that reproduce what was seen."""
        wanting = (Status.FAILED, Status.ERROR, Status.NOT_STARTED)
        failed = [check for check in result.checks if check.status in wanting]
        if not failed or self._course.edition is Edition.CLASS:
            return result
        mistakes = self._load(measured.item) if self._has_reference(measured.item) else {}
        if not mistakes:
            return result
        if measured.item.kind is Kind.CODE:
            found = self._by_calls(measured, result.checks, mistakes)
        elif isinstance(measured.answer, NumericAnswer):
            found = self._by_fields(measured.item, measured.answer, result.checks, mistakes)
        else:
            return result
        diagnoses = tuple(
            Diagnosis(mistake=name, message=inspect.getdoc(mistakes[name]) or "", explains=checks)
            for name, checks in found.items()
        )
        return msgspec.structs.replace(result, diagnoses=diagnoses)

    def _by_calls(
        self, measured: Measured, checks: Sequence[CheckResult], mistakes: Mapping[str, ModuleType]
    ) -> dict[str, tuple[str, ...]]:
        item, statuses = measured.item, {check.id: check.status for check in checks}
        reference: ModuleType = self._references[item.id]
        exhibits = []
        for spec in measured.specs:
            # Cases of one parametrized check are one check; objects of one case are unknown to the next.
            runs = [ran.calls for ran in measured.ran if ran.spec == spec and ran.calls]
            if not runs or statuses[spec.id] not in (Status.PASSED, Status.FAILED, Status.ERROR):
                continue

            def over(key: str, module: ModuleType, runs: Any = tuple(runs)) -> Any:
                each = (self._replays.outcomes(f"{item.id}/{key}", module, item.stub, run) for run in runs)
                return tuple(outcome for outcomes in each for outcome in outcomes)

            exhibits.append(
                Exhibit(
                    spec.id,
                    statuses[spec.id] is Status.PASSED,
                    tuple(call for run in runs for call in run),
                    over("", reference),
                    {name: over(name, module) for name, module in mistakes.items()},
                )
            )
        return explanations(exhibits, list(mistakes))

    def _by_fields(
        self,
        item: Item,
        answer: NumericAnswer,
        checks: Sequence[CheckResult],
        mistakes: Mapping[str, ModuleType],
    ) -> dict[str, tuple[str, ...]]:
        """Each field is one call: what the mistake writes there against what the student wrote."""
        right = self._references[item.id].values
        tolerance = item.tolerance or Tolerance(atol=NUMERIC_ATOL)
        checks_of = {field: check for field in right for check in checks if check.id == check_id(field)}

        def same(left: Any, wanted: Any) -> bool:
            return left is not None and wanted is not None and not difference("", left, wanted, tolerance)

        explained: dict[str, set[str]] = {}
        for name, module in mistakes.items():
            wrong = {field: _written(value) for field, value in module.answer().items()}
            telling = [field for field in checks_of if not same(wrong.get(field), right[field])]
            followed = {field for field in telling if same(answer.values.get(field), wrong.get(field))}
            passed = {field for field in telling if checks_of[field].status is Status.PASSED}
            if not passed - followed:
                explained[name] = {
                    checks_of[field].id for field in followed if checks_of[field].status is Status.FAILED
                }
        order = [check.id for check in checks]
        chosen = chosen_names({name: found for name, found in explained.items() if found})
        return {name: tuple(sorted(found, key=order.index)) for name, found in sorted(chosen.items())}

    def _has_reference(self, item: Item) -> bool:
        """Whether the reference loads; when not, that too is for ``grade course check``."""
        if item.id not in self._sound:
            self._sound[item.id] = False
            with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
                self._sound[item.id] = self._references[item.id] is not None
        return self._sound[item.id]

    def _load(self, item: Item) -> dict[str, ModuleType]:
        """The item's mistakes by name. One that does not load is for ``grade course check`` to report."""
        if item.id not in self._mistakes:
            loaded = {}
            for path in sorted(layout.mistakes(self._course, self._lesson, item).glob("*.py")):
                with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
                    loaded[path.stem] = self._module(item, path)
            self._mistakes[item.id] = loaded
        return self._mistakes[item.id]

    def _module(self, item: Item, path: Path) -> ModuleType:
        file = item.stub if item.kind is Kind.CODE else path.name
        return solutions_folder(self._course, self._lesson, {file: path}).module(file)


def _written(value: Any) -> Any:
    """What a mistake's ``answer()`` gives, in the types that a student's file is read into."""
    if isinstance(value, list | tuple):
        return tuple(_written(element) for element in value)
    return Decimal(repr(value)) if isinstance(value, float) else value
