"""Check files under plain pytest: ``pytest -p grader.checks.plugin tests/hidden``.

Judges the references, or one student with ``--submission DIR``; student code runs in the sandbox as always,
and everything else (``--pdb``, ``-k``, pytest's own reports) works as it does for any test.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.answers.model import Absent, Missing, NotStarted, Refused, Unreadable
from grader.checks.bench import Bench
from grader.checks.fixtures import (
    answer,
    pytest_pyfunc_call,
    pytest_runtest_call,
    reference,
    references,
    rng,
    source,
    student,
    students,
)
from grader.checks.items import BENCH, SPEC
from grader.checks.spec import Place, places, refusal, spec_of
from grader.checks.trusted import References, TrustedFolder
from grader.course import discover
from grader.course.load import load
from grader.course.model import Course, Lesson
from grader.errors import GraderError
from grader.intake.submission import Submission
from grader.sandbox.api import Sandbox

__all__ = [
    "answer",
    "pytest_addoption",
    "pytest_configure",
    "pytest_pyfunc_call",
    "pytest_runtest_call",
    "reference",
    "references",
    "rng",
    "source",
    "student",
    "students",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--submission``."""
    group = parser.getgroup("grader")
    group.addoption(
        "--submission", metavar="DIR", help="judge this student's files instead of the references"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Judge check files in this session."""
    folder = config.getoption("submission")
    config.pluginmanager.register(Judging(Path(folder).resolve() if folder else None))


class Judging:
    """Gives each check in a course's check folders its bench; leaves every other test alone."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._sandbox: Sandbox | None = None
        self._benches: dict[tuple[Path, str], Bench] = {}
        self._places: dict[Path, tuple[Course, Lesson, Place] | None] = {}
        self._turned: tuple[Bench, str] | None = None
        self._folders: dict[Path, TrustedFolder] = {}

    def pytest_pycollect_makemodule(
        self, module_path: Path, parent: pytest.Collector
    ) -> pytest.Module | None:
        """Load a check file as grading does, with its helpers; pytest reports one that fails."""
        if self._place(module_path) is None:
            return None
        folder = self._folders.setdefault(module_path.parent, TrustedFolder(module_path.parent))
        try:
            loaded = folder.module(module_path.name)
        except Exception:  # noqa: BLE001
            return None
        module: pytest.Module = pytest.Module.from_parent(parent, path=module_path)
        module.obj = loaded
        return module

    def pytest_pycollect_makeitem(self, collector: pytest.Collector, name: str, obj: object) -> None:
        """Refuse what looks like a check and is none."""
        found = self._place(collector.path)
        problem = refusal(name, obj, found[2]) if found else None
        if problem is not None:
            raise pytest.Collector.CollectError(str(problem))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Tell each check what it is."""
        for item in items:
            found = self._place(item.path)
            if found and isinstance(item, pytest.Function):
                item.stash[SPEC] = spec_of(item.originalname, item.function, found[2])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Turn to the item that the check judges; without an answer to it, fail and say why."""
        found = self._place(item.path)
        if found is None or SPEC not in item.stash:
            return
        course, lesson, place = found
        try:
            bench = self._bench(course, lesson)
        except GraderError as error:
            pytest.fail(str(error), pytrace=False)
        item.config.stash[BENCH] = bench
        given = bench.answer(place.item)
        if isinstance(given, Absent):
            pytest.fail(f"{place.item.stub}: {_why(given)}", pytrace=False)
        if self._turned != (bench, place.item.id):
            bench.turn_to(place.item)
            self._turned = bench, place.item.id

    def pytest_sessionfinish(self) -> None:
        """End every child and the sandbox."""
        for bench in self._benches.values():
            bench.end()
        if self._sandbox is not None:
            self._sandbox.close()

    def _bench(self, course: Course, lesson: Lesson) -> Bench:
        key = course.root, lesson.id
        if key not in self._benches:
            if self._sandbox is None:
                from grader.sandbox import start

                self._sandbox = start(packages=_packages(course))
            bench = Bench(course, lesson, self._sandbox, References(course, lesson))
            bench.begin(self._submission(course, lesson))
            self._benches[key] = bench
        return self._benches[key]

    def _submission(self, course: Course, lesson: Lesson) -> Submission:
        if self._folder is None:
            return Submission(files=discover.references(course, lesson))
        from grader.intake.folder import read_folder

        return read_folder(self._folder, lesson)

    def _place(self, path: Path) -> tuple[Course, Lesson, Place] | None:
        if path not in self._places:
            self._places.update(_neighbours(path))
            self._places.setdefault(path, None)
        return self._places[path]


def _neighbours(path: Path) -> dict[Path, Any]:
    """All check files of the course that ``path`` is a check file of; none when it is no such file."""
    folder = path.parent
    if folder.parent.name not in ("public", "hidden") or folder.parent.parent.name != "tests":
        return {}
    root = folder.parent.parent.parent
    if not (root / "course.yaml").is_file():
        return {}
    course = load(root)
    return {
        place.path: (course, lesson, place)
        for lesson in course.file.lessons
        for place in places(course, lesson, lesson.items)
    }


def _packages(course: Course) -> tuple[str, ...]:
    return tuple(sorted({name for lesson in course.file.lessons for name in lesson.packages}))


def _why(given: Absent) -> str:
    match given:
        case Missing():
            return "there is no such file"
        case NotStarted():
            return "not started"
        case Refused(why):
            return why
        case Unreadable(what=what):
            return what
