"""A tiny course, a real sandbox, and a way to grade some files with them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from grader.course import discover
from grader.course.load import load
from grader.course.model import Course
from grader.grading import grade_one
from grader.intake.submission import Submission
from grader.records import Attempt
from grader.sandbox import start
from grader.sandbox.api import Sandbox

TINY = Path(__file__).resolve().parents[2] / "samples" / "courses" / "tiny"
Grade = Callable[..., Attempt]


@pytest.fixture(scope="session")
def sandbox(tiny: Course) -> Iterator[Sandbox]:
    warm = start(packages=tiny.file.lessons[0].packages)
    yield warm
    warm.close()


@pytest.fixture(scope="session")
def tiny() -> Course:
    return load(TINY)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Folder of a course that a test may spoil."""
    return Path(shutil.copytree(TINY, tmp_path / "course"))


@pytest.fixture(scope="session")
def right(tiny: Course) -> Mapping[str, bytes]:
    """The references' files."""
    return discover.references(tiny, tiny.file.lessons[0])


@pytest.fixture
def grade(sandbox: Sandbox, tiny: Course, right: Mapping[str, bytes]) -> Grade:
    """Grade the references with some files replaced, in the tiny course or in the one in a folder."""

    def graded(
        replaced: Mapping[str, bytes | str] | None = None, root: Path | None = None, **options: Any
    ) -> Attempt:
        course = load(root, files=False) if root else tiny
        files = dict(right)
        for name, content in (replaced or {}).items():
            files[name] = content.encode() if isinstance(content, str) else content
        return grade_one(course, course.file.lessons[0], Submission(files=files), sandbox=sandbox, **options)

    return graded
