"""The same checks without any of the grader around them: for the floor, and for pytest as people use it today.

Only the checks of code items take part that ask for nothing but ``student``, ``students`` and ``rng``.
"""

from __future__ import annotations

import copy
import importlib.util
import itertools
import sys
import types
import warnings
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from grader.course import layout
from grader.course.model import Course, Item, Kind, Lesson
from grader.records import Visibility
from grader.sandbox.api import Reply

OWN = {"student", "students", "rng"}


class Check(NamedTuple):
    """One check function of one case: pytest's parametrize, spelt out."""

    item: str
    name: str
    call: Callable[..., Any]
    wants: frozenset[str]
    case: Mapping[str, Any]


class InMemory:
    """Stands in for the ``student`` of a check: the student's functions, called right here."""

    def __init__(self, module: types.ModuleType) -> None:
        self._module = module
        self._work = self
        self.calls: list[Any] = []

    @property
    def last(self) -> Reply:
        reply = self.calls[-1].outcome
        assert isinstance(reply, Reply)
        return reply

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        return self._noting(value) if callable(value) else value

    def _noting(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            before = [each.copy() if isinstance(each, np.ndarray) else copy.deepcopy(each) for each in args]
            with warnings.catch_warnings(record=True) as shown:
                warnings.simplefilter("always")
                value = function(*args, **kwargs)
            names = tuple(each.category.__name__ for each in shown)
            self.calls.append(types.SimpleNamespace(args=before, outcome=Reply(value, args, names)))
            return value

        return call


def code_items(lesson: Lesson) -> list[Item]:
    return [item for item in lesson.items if item.kind is Kind.CODE]


def checks(course: Course, lesson: Lesson) -> list[Check]:
    """Every check that needs no more than ``OWN``, one entry for each of its cases."""
    found = []
    for item in code_items(lesson):
        for visibility in Visibility:
            path = layout.check_file(course, lesson, item, visibility)
            if path.is_file():
                found += [
                    Check(item.id, name, call, wants, case)
                    for name, call, wants, case in _functions(_module(f"{visibility}_{path.stem}", path))
                ]
    return found


def load(files: Mapping[str, bytes], names: list[str]) -> dict[str, InMemory]:
    """The student's modules, run in this very process. Whatever they raise, they raise here."""
    loaded = {}
    for name in names:
        module = types.ModuleType(name.removesuffix(".py"))
        sys.modules[module.__name__] = module
        exec(compile(files[name], name, "exec"), vars(module))
        loaded[name] = InMemory(module)
    return loaded


def random_of(name: str) -> np.random.Generator:
    return np.random.default_rng(zlib.crc32(name.encode()))


def _functions(
    module: types.ModuleType,
) -> Iterator[tuple[str, Callable[..., Any], frozenset[str], Mapping[str, Any]]]:
    for name, call in list(vars(module).items()):
        if not name.startswith("test_"):
            continue
        marks = [mark for mark in getattr(call, "pytestmark", ()) if mark.name == "parametrize"]
        cases = [
            [
                dict(zip(mark.args[0].replace(" ", "").split(","), _tuple(mark, values), strict=True))
                for values in mark.args[1]
            ]
            for mark in marks
        ]
        for parts in itertools.product(*cases):
            case = {key: value for part in parts for key, value in part.items()}
            wants = frozenset(call.__code__.co_varnames[: call.__code__.co_argcount]) - set(case)
            if wants <= OWN:
                yield name, call, wants, case


def _tuple(mark: Any, values: Any) -> Any:
    return values if "," in mark.args[0] else (values,)


def _module(name: str, path: Path) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
