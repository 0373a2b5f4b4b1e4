"""The course's own modules (references, mistakes, check files), loaded in this process. Never a student's."""

from __future__ import annotations

import builtins
import importlib.util
import itertools
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from grader.answers import read
from grader.course import layout
from grader.course.model import Course, Item, Kind, Lesson
from grader.errors import CourseError
from grader.intake.submission import Submission

_numbers = itertools.count(1)


class TrustedFolder:
    """Modules of one folder. They import each other by name, as a student's files do, without ``sys.path``:

    two lessons may both have a file of the same name, and a mistake may stand in for one file of the folder.
    """

    def __init__(self, folder: Path, instead: Mapping[str, Path] | None = None) -> None:
        self._folder = folder
        self._instead = dict(instead or {})
        self._loaded: dict[str, ModuleType] = {}

    def module(self, file: str) -> ModuleType:
        """The module in ``file``, loaded once. Raises what its code raises; FileNotFoundError."""
        if file in self._loaded:
            return self._loaded[file]
        path = self._instead.get(file, self._folder / file)
        name = f"_course_{next(_numbers)}_{path.stem}"
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise FileNotFoundError(path)
        module = importlib.util.module_from_spec(spec)
        module.__dict__["__builtins__"] = {**vars(builtins), "__import__": self._import}
        self._loaded[file] = sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            self._forget(file)
            raise
        return module

    def loaded(self) -> tuple[ModuleType, ...]:
        """The modules that are loaded by now."""
        return tuple(self._loaded.values())

    def close(self) -> None:
        """Forget every module, so that a changed file is read anew next time."""
        for file in tuple(self._loaded):
            self._forget(file)

    def _forget(self, file: str) -> None:
        sys.modules.pop(self._loaded.pop(file).__name__, None)

    def _import(
        self,
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: tuple[str, ...] = (),
        level: int = 0,
    ) -> ModuleType:
        file = f"{name}.py"
        if level == 0 and (file in self._instead or (self._folder / file).is_file()):
            return self.module(file)
        return builtins.__import__(name, globals, locals, fromlist, level)


def solutions_folder(
    course: Course, lesson: Lesson, instead: Mapping[str, Path] | None = None
) -> TrustedFolder:
    """The lesson's references, with a mistake ``instead`` of one of them if asked.

    A helper comes from ``solutions/`` or the untouched copies of the stubs, never from ``exercises/``: in a
    student's copy of the course anything may stand there.
    """
    folder, stubs = layout.solutions(course, lesson), layout.exercises(course, lesson) / ".stubs"
    helpers = {name for item in lesson.items for name in item.files}
    borrowed = {name: stubs / name for name in helpers if not (folder / name).is_file()}
    return TrustedFolder(folder, {**borrowed, **(instead or {})})


class References(Mapping[str, Any]):
    """The lesson's references by item id: a module for code, the parsed answer for everything else."""

    def __init__(self, course: Course, lesson: Lesson) -> None:
        self._course = course
        self._lesson = lesson
        self._modules = solutions_folder(course, lesson)
        self._answers: dict[str, Any] = {}

    def __getitem__(self, item_id: str) -> Any:
        item = self._lesson.item(item_id)
        path = layout.reference(self._course, self._lesson, item)
        if not path.is_file():
            raise CourseError(
                f"the check asks for the reference of `{item_id}`, and this copy of the course has none",
                where=f"{path.parent.parent.name}/{self._lesson.id}/{item.stub}",
                hint="Checks that use `reference` belong in tests/hidden/.",
            )
        if item.kind is Kind.CODE:
            return self._modules.module(item.stub)
        if item_id not in self._answers:
            self._answers[item_id] = self._read(item, path)
        return self._answers[item_id]

    def __iter__(self) -> Iterator[str]:
        return (item.id for item in self._lesson.items)

    def __len__(self) -> int:
        return len(self._lesson.items)

    def close(self) -> None:
        """Forget the loaded modules."""
        self._modules.close()

    def _read(self, item: Item, path: Path) -> Any:
        submission = Submission(files={item.stub: path.read_bytes()})
        return read(self._course, self._lesson, item, submission)
