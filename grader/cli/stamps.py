"""Time and size of files by path: whether something has changed, cheap enough to ask for on every look."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.cli.session import Session

Stamps = dict[str, tuple[int, int]]
"""Nanoseconds and bytes; zeros for a file that is not there."""


def of_work(session: Session) -> Stamps:
    """Of each file of the student's that an item asks for."""
    names = {name for item in session.lesson.items for name in (item.stub, *item.files)}
    return dict(_stamp(os.path.join(session.folder, name)) for name in names)


def of_course(session: Session) -> Stamps:
    """Of each file of the course that decides a result."""
    from grader.course import layout
    from grader.records import Visibility

    course, lesson = session.course, session.lesson
    tops = [layout.solutions(course, lesson), layout.pristine(course, lesson, lesson.items[0]).parent]
    tops += [layout.checks(course, lesson, visibility) for visibility in Visibility]
    paths = [
        os.path.join(folder, name)
        for top in tops
        for folder, _, names in os.walk(top)
        if not folder.endswith("__pycache__")
        for name in names
    ]
    return dict(map(_stamp, [os.fspath(course.root / layout.COURSE_FILE), *paths]))


def _stamp(path: str) -> tuple[str, tuple[int, int]]:
    try:
        status = os.stat(path)
    except OSError:
        return path, (0, 0)
    return path, (status.st_mtime_ns, status.st_size)
