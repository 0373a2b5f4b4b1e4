"""Where the parts of a course are, as a finding names them: relative to the course, with a line."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from grader.checks.spec import places
from grader.course import layout
from grader.course.model import Course, Item, Lesson


def check_places(course: Course, lesson: Lesson, item: Item) -> Mapping[str, str]:
    """Check id -> ``tests/hidden/<lesson>/test_x.py:12`` of every check that an author wrote for ``item``."""
    found = {}
    for place in places(course, lesson, [item]):
        try:
            tree = ast.parse(place.path.read_text(encoding="utf-8"))
        except (SyntaxError, ValueError):
            continue
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                line = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                found[node.name] = f"{place.shown}:{line}"
    return found


def shown_reference(course: Course, lesson: Lesson, item: Item) -> str:
    return layout.reference(course, lesson, item).relative_to(course.root).as_posix()


def shown_stub(course: Course, lesson: Lesson, item: Item) -> str:
    return layout.pristine(course, lesson, item).relative_to(course.root).as_posix()


def mistakes_folder(course: Course, lesson: Lesson, item: Item) -> str:
    return layout.mistakes(course, lesson, item).relative_to(course.root).as_posix()
