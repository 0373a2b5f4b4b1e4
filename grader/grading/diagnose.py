"""Names the misunderstanding behind a wrong answer: the checks' calls, made on the known mistakes."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from grader.answers.model import NumericAnswer, Value
from grader.checks.builtin.ids import check_id
from grader.checks.builtin.numeric import difference
from grader.checks.host import Measured
from grader.checks.trusted import References, solutions_folder
from grader.course import layout
from grader.course.model import Course, Edition, Item, Kind, Lesson, Tolerance
from grader.grading.evidence import Exhibit, chosen_names, explanations
from grader.grading.patience import OutOfPatience, patience
from grader.grading.places import Places
from grader.grading.replay import LONGEST, Mistakes, Replays
from grader.grading.written import takes_given, written
from grader.records import CheckResult, Diagnosis, ItemResult, Status
from grader.sandbox.api import Sandbox

NUMERIC_ATOL = Decimal("0.01")
"""Where course.yaml gives no tolerance: two-decimal working."""


class Diagnoser:
    """Looks for known mistakes in failed items; loads nothing before the first failure."""

    def __init__(self, course: Course, lesson: Lesson, sandbox: Sandbox) -> None:
        self._course = course
        self._lesson = lesson
        self._places = Places(sandbox)
        self._references = References(course, lesson)
        self._mistakes: dict[str, dict[str, ModuleType]] = {}
        self._sound: dict[str, bool] = {}
        self._replays: dict[str, Replays] = {}
        self._fields: dict[str, dict[str, Mapping[str, Any]]] = {}

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
        explained = _by_mistake(found, [check.id for check in failed])
        diagnoses = tuple(
            self._diagnosis(measured, mistakes, name, found, checks)
            for name, checks in explained.items()
            if name in mistakes
        )
        return msgspec.structs.replace(result, diagnoses=diagnoses)

    def _diagnosis(
        self,
        measured: Measured,
        mistakes: Mapping[str, ModuleType],
        name: str,
        found: Iterable[str],
        checks: tuple[str, ...],
    ) -> Diagnosis:
        # Of several forms of a mistake, the one that the student made knows best what to look for.
        form = next(each for each in found if each.partition("/")[0] == name)
        line = self._places.line(measured, mistakes[name], mistakes[form], checks)
        return Diagnosis(
            mistake=name,
            message=" ".join((mistakes[name].__doc__ or "").split()),
            explains=checks,
            file=measured.item.stub if line else "",
            line=line,
        )

    def _by_calls(
        self, measured: Measured, checks: Sequence[CheckResult], mistakes: Mapping[str, ModuleType]
    ) -> dict[str, tuple[str, ...]]:
        item, statuses = measured.item, {check.id: check.status for check in checks}
        if item.id not in self._replays:
            self._replays[item.id] = Replays(item.stub, self._references[item.id], mistakes)
        replays, exhibits = self._replays[item.id], []
        replays.begin()
        for spec in measured.specs:
            # Cases of one parametrized check are one check; objects of one case are unknown to the next.
            runs = [ran.calls for ran in measured.ran if ran.spec.id == spec.id and ran.calls]
            if not runs or statuses[spec.id] not in (Status.PASSED, Status.FAILED, Status.ERROR):
                continue
            wrong = Mistakes(mistakes, [replays.of(calls) for calls in runs])
            exhibits.append(
                Exhibit(
                    spec.id,
                    statuses[spec.id] is Status.PASSED,
                    tuple(chain.from_iterable(runs)),
                    wrong.reference,
                    wrong,
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

        explained: dict[str, set[str]] = {}
        for name, wrong in self._answered(item, mistakes, answer).items():
            # Nothing says what is right for numbers of the student's own, save the checks.
            own = takes_given(mistakes[name])
            telling = [
                field
                for field in checks_of
                if field in wrong and (own or not _same(wrong[field], right[field], tolerance))
            ]
            followed = {
                field for field in telling if _same(answer.values.get(field), wrong.get(field), tolerance)
            }
            passed = {field for field in telling if checks_of[field].status is Status.PASSED}
            if not passed - followed:
                explained[name] = {
                    checks_of[field].id for field in followed if checks_of[field].status is Status.FAILED
                }
        order = [check.id for check in checks]
        chosen = chosen_names({name: found for name, found in explained.items() if found})
        return {name: tuple(sorted(found, key=order.index)) for name, found in sorted(chosen.items())}

    def _answered(
        self, item: Item, mistakes: Mapping[str, ModuleType], answer: NumericAnswer
    ) -> Mapping[str, Mapping[str, Any]]:
        """What each mistake writes, by field."""
        kept = self._fields.setdefault(item.id, {})
        fields = {}
        for name, module in mistakes.items():
            with _forgiving():
                fields[name] = kept[name] if name in kept else written(module, answer.values)
                if not takes_given(module):
                    kept[name] = fields[name]
        return fields

    def _has_reference(self, item: Item) -> bool:
        """Whether the reference loads; when not, that too is for ``grade course check``."""
        if item.id not in self._sound:
            self._sound[item.id] = False
            with _forgiving():
                self._sound[item.id] = self._references[item.id] is not None
        return self._sound[item.id]

    def _load(self, item: Item) -> dict[str, ModuleType]:
        """The item's mistakes by name, ``no_scale``, then their other forms, ``no_scale/with_loops``.

        One that does not load is for ``grade course check`` to report.
        """
        if item.id not in self._mistakes:
            loaded = {}
            for name, path in layout.mistake_files(self._course, self._lesson, item).items():
                with _forgiving():
                    loaded[name] = self._module(item, path)
            self._mistakes[item.id] = loaded
        return self._mistakes[item.id]

    def _module(self, item: Item, path: Path) -> ModuleType:
        file = item.stub if item.kind is Kind.CODE else path.name
        return solutions_folder(self._course, self._lesson, {file: path}).module(file)


@lru_cache(maxsize=4096)
def _same(left: Value | None, wanted: Value | None, tolerance: Tolerance) -> bool:
    """Both are there and equal within ``tolerance``. Every student's answer meets every mistake, so kept."""
    return left is not None and wanted is not None and not difference("", left, wanted, tolerance)


@contextlib.contextmanager
def _forgiving() -> Iterator[None]:
    """For code of the course that may not work: it is left out, and ``grade course check`` says why."""
    with (
        contextlib.suppress(Exception, OutOfPatience),
        contextlib.redirect_stdout(io.StringIO()),
        patience(LONGEST),
    ):
        yield


def _by_mistake(found: Mapping[str, Sequence[str]], order: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The forms of one mistake as one: what any of them explains."""
    explained: dict[str, set[str]] = {}
    for key, checks in found.items():
        explained.setdefault(key.partition("/")[0], set()).update(checks)
    return {name: tuple(sorted(checks, key=order.index)) for name, checks in explained.items()}
