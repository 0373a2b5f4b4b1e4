"""The checks of a lesson as pytest collected them, by item."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from grader.checks.builtin import checks_for
from grader.checks.items import SPEC, BuiltinChecks, CheckItem
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
        self._problems: list[Problem] = []
        self._places = {Path(os.path.abspath(place.path)): place for place in places(course, lesson, items)}

    def gather(self, session: pytest.Session) -> None:
        """Collect everything. Raises CourseError with all that is refused."""
        self._problems += strangers(self._course, self._lesson)
        session.perform_collect([str(path) for path in self._places])
        built = [node for item in self._items for node in self._built_in(session, item)]
        if self._problems:
            raise CourseError.of(self._problems)
        found = [self._fast(node) for node in session.items if node.path in self._places]
        for node in [*built, *found]:
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

    def module(self, path: Path, parent: pytest.Collector) -> pytest.Module | None:
        """A pytest module of a check file; an empty one when it does not load, which then is on record.

        ``None`` for a file that is not asked for: pytest looks at every file of a folder.
        """
        place = self._places.get(path)
        if place is None:
            return None
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
        return module

    def examine(self, path: Path, name: str, found: object) -> None:
        """Note what may not be in a check file."""
        place = self._places.get(path)
        problem = refusal(name, found, place) if place else None
        if problem is not None:
            self._problems.append(problem)

    def _note(self, error: BaseException, place: Place) -> None:
        where = broken(error, self._course.root)
        if isinstance(error, CourseError):
            self._problems += [replace(each, where=each.where or where.where) for each in error.problems]
        else:
            self.broken[place.item.id] = where if where.where else replace(where, where=place.shown)

    def _fast(self, node: pytest.Item) -> pytest.Item:
        """``node``, or a lighter twin of it when it asks for the grader's own fixtures only."""
        assert isinstance(node, pytest.Function)
        assert node.parent is not None
        given = dict(node.callspec.params) if hasattr(node, "callspec") else {}
        asks = tuple(name for name in inspect.signature(node.function).parameters if name not in given)
        # Our own fixtures bring in "request"; anything else that the function does not name runs unasked.
        unasked = set(node.fixturenames) - {*given, *asks, "request"}
        twin: pytest.Item = node
        if FIXTURES.issuperset(asks) and not unasked and not _uses_own_fixtures(node, asks):
            twin = CheckItem.from_parent(
                node.parent, name=node.name, function=node.function, given=given, asks=asks
            )
        twin.stash[SPEC] = spec_of(node.originalname, node.function, self._places[node.path])
        return twin

    def _built_in(self, session: pytest.Session, item: Item) -> list[pytest.Item]:
        pairs = tuple(
            (builtin_spec(item, check), check) for check in checks_for(self._course, self._lesson, item)
        )
        collector = BuiltinChecks.from_parent(session, name=f"built-in/{item.id}", item=item, checks=pairs)
        return list(session.genitems(collector))


def _uses_own_fixtures(node: pytest.Function, asks: tuple[str, ...]) -> bool:
    """Whether a fixture makes something of a parameter, or the file has a fixture called like one of ours."""
    indirect = any(mark.kwargs.get("indirect") for mark in node.iter_markers("parametrize"))
    return indirect or any(hasattr(node.module, name) for name in asks)
