"""The checks of a lesson as pytest collected them, by item."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import msgspec
import pytest

from grader.checks import fixtures
from grader.checks.builtin import checks_for
from grader.checks.items import SPEC, BuiltinChecks, CheckItem
from grader.checks.mark import mark_of
from grader.checks.spec import (
    FIXTURES,
    Broken,
    Place,
    Spec,
    broken,
    builtin_spec,
    places,
    refusal,
    repeated,
    spec_of,
    strangers,
)
from grader.checks.trusted import TrustedFolder
from grader.course.model import Course, Item, Lesson
from grader.errors import CourseError, Problem

FIXTURE = type(fixtures.student)
"""What ``@pytest.fixture`` makes of a function. (Before pytest 8.4 that was a function, so nothing is plain there.)"""


class Collected:
    """Finds, loads and sorts the checks of ``items``."""

    def __init__(self, course: Course, lesson: Lesson, items: tuple[Item, ...]) -> None:
        self.nodes: dict[str, list[pytest.Item]] = {item.id: [] for item in items}
        self.specs: dict[str, tuple[Spec, ...]] = {item.id: () for item in items}
        self.broken: dict[str, Broken] = {}
        """Items of which a check file did not load."""
        self._course = course
        self._lesson = lesson
        self._items = items
        self._folders: dict[Path, TrustedFolder] = {}
        self._modules: list[ModuleType] = []
        self._plain: set[Path] = set()
        """Check files without fixtures, marks and set-up of their own."""
        self._problems: list[Problem] = []
        self._places = {Path(os.path.abspath(place.path)): place for place in places(course, lesson, items)}

    def gather(self, session: pytest.Session) -> None:
        """Collect everything. Raises CourseError with all that is refused."""
        self._problems += strangers(self._course, self._lesson)
        # pytest's own way to a file looks at every file of every folder above it, which takes longer than
        # collecting the checks.
        modules = [self._module(path, place, session) for path, place in self._places.items()]
        written = [node for module in modules for node in self._written(session, module)]
        built = [node for item in self._items for node in self._built_in(session, item)]
        if self._problems:
            raise CourseError.of(self._problems)
        for node in [*built, *map(self._fast, written)]:
            self.nodes[node.stash[SPEC].item].append(node)
        for item_id, nodes in self.nodes.items():
            specs = [node.stash[SPEC] for node in nodes]
            self._problems += repeated(specs)
            self.specs[item_id] = tuple({spec.id: spec for spec in specs}.values())
        if self._problems:
            raise CourseError.of(self._problems)

    def modules(self) -> Iterator[ModuleType]:
        """The loaded check files, and what they import from beside them."""
        for folder in self._folders.values():
            yield from folder.loaded()

    def close(self) -> None:
        """Forget the loaded check files."""
        for folder in self._folders.values():
            folder.close()

    def _module(self, path: Path, place: Place, parent: pytest.Collector) -> pytest.Module:
        """A pytest module of a check file; an empty one when it does not load, which then is on record."""
        folder = self._folders.setdefault(path.parent, TrustedFolder(path.parent))
        try:
            loaded = folder.module(path.name)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001
            loaded = ModuleType(path.stem)
            self._note(error, place)
        module: pytest.Module = pytest.Module.from_parent(parent, path=path)
        module.obj = loaded
        if not any(map(_is_special, vars(loaded), vars(loaded).values())):
            self._plain.add(place.path)
        return module

    def _written(self, session: pytest.Session, module: pytest.Module) -> Iterator[pytest.Item]:
        """The checks of a check file. pytest itself need not look for fixtures and the like where none can be."""
        place, found = self._places[module.path], vars(module.obj)
        marked = [value for value in found.values() if mark_of(value) is not None]
        if place.path not in self._plain or not all(map(_is_plain, marked)):
            return session.genitems(module)
        examined = [self.examine(module, name, value) for name, value in found.items()]
        return iter([check for check in examined if check is not None])

    def examine(self, collector: pytest.Collector, name: str, found: object) -> CheckItem | None:
        """The check that ``found`` is, where pytest need not work it out; what may not be there goes on record."""
        place = self._places.get(collector.path)
        if place is None:
            return None
        problem = refusal(name, found, place)
        if problem is not None:
            self._problems.append(problem)
            return None
        if place.path not in self._plain or mark_of(found) is None or not _is_plain(found):
            return None
        assert isinstance(found, FunctionType)
        return self._light(collector, name, name, found, {}, _asks(found))

    def _note(self, error: BaseException, place: Place) -> None:
        where = broken(error, self._course.root)
        if isinstance(error, CourseError):
            self._problems += [
                msgspec.structs.replace(each, where=each.where or where.where) for each in error.problems
            ]
        else:
            self.broken[place.item.id] = (
                where if where.where else msgspec.structs.replace(where, where=place.shown)
            )

    def _fast(self, node: pytest.Item) -> pytest.Item:
        """``node``, or a lighter twin of it when it asks for the grader's own fixtures only."""
        if isinstance(node, CheckItem):
            return node
        assert isinstance(node, pytest.Function)
        assert node.parent is not None
        given = dict(node.callspec.params) if hasattr(node, "callspec") else {}
        asks = tuple(name for name in inspect.signature(node.function).parameters if name not in given)
        # Our own fixtures bring in "request"; anything else that the function does not name runs unasked.
        unasked = set(node.fixturenames) - {*given, *asks, "request"}
        if not FIXTURES.issuperset(asks) or unasked or _uses_own_fixtures(node, asks):
            node.stash[SPEC] = spec_of(node.originalname, node.function, self._places[node.path])
            return node
        return self._light(node.parent, node.name, node.originalname, node.function, given, asks)

    def _light(
        self,
        parent: Any,
        name: str,
        own_name: str,
        function: Callable[..., Any],
        given: dict[str, Any],
        asks: tuple[str, ...],
    ) -> CheckItem:
        light: CheckItem = CheckItem.from_parent(parent, name=name, function=function, given=given, asks=asks)
        light.stash[SPEC] = spec_of(own_name, function, self._places[parent.path])
        return light

    def _built_in(self, session: pytest.Session, item: Item) -> list[pytest.Item]:
        pairs = tuple(
            (builtin_spec(item, check), check) for check in checks_for(self._course, self._lesson, item)
        )
        collector = BuiltinChecks.from_parent(session, name=f"built-in/{item.id}", item=item, checks=pairs)
        return list(collector.collect())


def _uses_own_fixtures(node: pytest.Function, asks: tuple[str, ...]) -> bool:
    """Whether a fixture makes something of a parameter, or the file has a fixture called like one of ours."""
    indirect = any(mark.kwargs.get("indirect") for mark in node.iter_markers("parametrize"))
    return indirect or any(hasattr(node.module, name) for name in asks)


def _is_special(name: str, value: object) -> bool:
    """Whether something in a check file makes pytest do more than call its functions."""
    return (
        isinstance(value, FIXTURE)
        or name in ("pytestmark", "__test__")
        or name.startswith(("setup", "setUp", "teardown", "tearDown"))
    )


def _is_plain(found: object) -> bool:
    """Whether ``found`` is a function that asks for the grader's own fixtures only and has no marks of pytest's."""
    if not isinstance(found, FunctionType):
        return False
    code = found.__code__
    return FIXTURES.issuperset(_asks(found)) and not (
        hasattr(found, "pytestmark")
        or hasattr(found, "__wrapped__")
        or found.__defaults__
        or found.__kwdefaults__
        or code.co_posonlyargcount
        or code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)
    )


def _asks(function: FunctionType) -> tuple[str, ...]:
    """Its parameters."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
