"""A small whole course that a test may spoil, and what a course check then says."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.authoring.coursecheck.run import Report, check
from grader.authoring.new import new_course, new_item
from grader.course.model import Kind
from grader.errors import Problem

LESSON = "first-lesson"


class Draft:
    """A course somebody is writing."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, name: str) -> Path:
        """``solutions/mean.py`` for short: the lesson's folder comes in between."""
        folder, _, rest = name.rpartition("/") if name.startswith("tests/") else name.partition("/")
        return self.root / folder / LESSON / rest if folder else self.root / name

    def write(self, name: str, text: str) -> None:
        path = self.path(name) if "/" in name else self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.path(name) if "/" in name else self.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    def report(self, *, quick: bool = True, seeds: int = 1) -> Report:
        return check(self.root, lambda what, number, of: None, quick=quick, seeds=seeds)

    def found(self, kind: str, *, quick: bool = True, seeds: int = 1) -> list[Problem]:
        """Everything of one kind that the author has not accepted."""
        report = self.report(quick=quick, seeds=seeds)
        return [one.problem for one in report.findings if one.kind == kind and not one.accepted]


Spoil = Callable[[Draft], None]


def edited(name: str, old: str, new: str) -> Spoil:
    """An author's slip: ``new`` stands where ``old`` should."""
    return lambda draft: draft.edit(name, old, new)


def both(one: Spoil, other: Spoil) -> Spoil:
    """Two slips at once."""

    def spoil(draft: Draft) -> None:
        one(draft)
        other(draft)

    return spoil


@pytest.fixture(scope="session")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``grade course new`` writes."""
    root = tmp_path_factory.mktemp("courses") / "starter"
    new_course(root, "Means")
    return root


@pytest.fixture(scope="session")
def every_kind(starter: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with one more item of each kind, called ``my-<kind>``."""
    root = Path(shutil.copytree(starter, tmp_path_factory.mktemp("courses") / "every-kind"))
    for kind in Kind:
        new_item(root, f"my-{kind}", str(kind))
    return root


@pytest.fixture
def whole(every_kind: Path, tmp_path: Path) -> Draft:
    """A course with every kind of item, to spoil."""
    return Draft(Path(shutil.copytree(every_kind, tmp_path / "whole")))


@pytest.fixture
def draft(starter: Path, tmp_path: Path) -> Draft:
    return Draft(Path(shutil.copytree(starter, tmp_path / "draft")))
