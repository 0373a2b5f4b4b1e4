"""Engines that are closed when their test ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from grader.course.model import Course
from grader.engine.local import LocalEngine
from tests.grader.engine import classroom

Start = Callable[..., LocalEngine]


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return classroom.copy(tmp_path / "course")


@pytest.fixture
def start() -> Iterator[Start]:
    with ExitStack() as stack:

        def start(course: Course, jobs: int = 2) -> LocalEngine:
            return stack.enter_context(closing(LocalEngine(classroom.plan(course), course, jobs)))

        yield start
