"""A new course, and a new item of any kind: small, whole, and passing ``grade course check`` at once."""

from __future__ import annotations

import json
import keyword
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import yaml
from jinja2 import Environment, PackageLoader, StrictUndefined

import grader
from grader.authoring import stubs
from grader.course import layout
from grader.course.load import load, parse
from grader.course.model import Course, Kind, Lesson
from grader.course.schema import schema
from grader.errors import UsageError

LESSON = "first-lesson"
FIRST_ITEM = "mean"
SCHEMA_FILE = "course.schema.json"
_POINTS = {Kind.CODE: 2, Kind.NUMERIC: 2, Kind.CHOICE: 1, Kind.TEXT: 2, Kind.MAPPING: 2}
_SUFFIX = {
    Kind.CODE: ".py",
    Kind.NUMERIC: ".yaml",
    Kind.CHOICE: ".md",
    Kind.TEXT: ".md",
    Kind.MAPPING: ".yaml",
}


def schema_text() -> str:
    """The JSON Schema of course.yaml."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def new_course(root: Path, title: str) -> list[Path]:
    """Write a course with one lesson and one item into ``root``, which must be new or empty.

    Returns the files, relative to ``root``. Raises UsageError; GraderError without nbgrader, which makes
    the stubs: everything else is written by then.
    """
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise UsageError("this folder is not empty", where=str(root), hint="Name a new one.")
    item = _Starter(FIRST_ITEM, Kind.CODE, "The mean")
    words = {
        "course": re.sub(r"[^a-z0-9]+", "-", root.resolve().name.lower()).strip("-") or "course",
        "title": title,
        "lesson": LESSON,
        "version": grader.__version__,
    }
    entry = "".join(f"      {line}\n" for line in item.entry().splitlines())
    files = {
        layout.COURSE_FILE: _render("course.yaml", words) + entry,
        "README.md": _render("readme.md", words),
        SCHEMA_FILE: schema_text(),
        ".gitignore": ".grade/\n__pycache__/\n.venv/\n",
        f"exercises/{LESSON}/README.md": _render("lesson.md", words),
        **item.files(LESSON),
    }
    _write(root, files)
    course = load(root, files=False)
    made = stubs.write(course, course.file.lessons[0])
    return [*map(Path, files), *made]


def new_item(
    root: Path, item_id: str, kind: str, *, title: str = "", lesson: str | None = None
) -> list[Path]:
    """Add an item to a lesson (default: the last) of the course in ``root``; the files, relative to it.

    Raises, before anything is written, UsageError when a file is there already or course.yaml cannot be
    added to, CourseError for an id that may not be; as :func:`new_course` without nbgrader.
    """
    course = load(root, files=False)
    target = _lesson(course, lesson)
    item = _Starter(item_id, Kind(kind), title or item_id.replace("-", " ").capitalize())
    path = root / layout.COURSE_FILE
    text = _with_entry(path.read_text(encoding="utf-8"), target, item.entry())
    changed = parse(text, layout.COURSE_FILE, root)
    files = item.files(target.id)
    for name in files:
        if (root / name).exists():
            raise UsageError("this file is already there", where=name, hint="Choose another id.")
    _write(root, {**files, layout.COURSE_FILE: text})
    made = stubs.write(changed, changed.lesson(target.id))
    return [Path(layout.COURSE_FILE), *map(Path, files), *made]


@dataclass(frozen=True, slots=True)
class _Starter:
    """The item that an author begins with."""

    id: str
    kind: Kind
    title: str

    @property
    def name(self) -> str:
        """The id as a Python name that hides no module and is no keyword."""
        name = self.id.replace("-", "_")
        taken = name in sys.stdlib_module_names or keyword.iskeyword(name) or name == "numpy"
        return f"{name}_item" if taken else name if not name[:1].isdigit() else f"item_{name}"

    @property
    def stub(self) -> str:
        return (self.name if self.kind is Kind.CODE else self.id) + _SUFFIX[self.kind]

    def entry(self) -> str:
        """The item's lines in course.yaml."""
        return _render("item.yaml", self._words())

    def files(self, lesson: str) -> Mapping[str, str]:
        """Name in the course -> text of the reference, its rubric, checks and mistakes."""
        solutions, test = f"solutions/{lesson}", f"test_{self.id.replace('-', '_')}.py"
        homes = {
            f"{self.kind}{_SUFFIX[self.kind]}": f"{solutions}/{self.stub}",
            f"{self.kind}.rubric.yaml": f"{solutions}/{self.id}.rubric.yaml",
            f"{self.kind}_public.py": f"tests/public/{lesson}/{test}",
            f"{self.kind}_hidden.py": f"tests/hidden/{lesson}/{test}",
        }
        for name in _starters():
            if name.startswith(f"{self.kind}_mistake_"):
                mistake = name.removeprefix(f"{self.kind}_mistake_")
                homes[name] = f"{solutions}/mistakes/{self.id}/{mistake}"
        return {home: _render(name, self._words()) for name, home in homes.items() if name in _starters()}

    def _words(self) -> dict[str, object]:
        return {
            "id": self.id,
            "kind": self.kind,
            "title": self.title,
            "stub": self.stub,
            "name": self.name,
            "points": _POINTS[self.kind],
        }


def _lesson(course: Course, wanted: str | None) -> Lesson:
    lessons = course.file.lessons
    if wanted is None:
        return lessons[-1]
    for lesson in lessons:
        if lesson.id == wanted:
            return lesson
    known = ", ".join(lesson.id for lesson in lessons)
    raise UsageError(f"there is no lesson '{wanted}' in this course", hint=f"The lessons are: {known}.")


def _with_entry(text: str, lesson: Lesson, entry: str) -> str:
    """course.yaml with one more item at the end of a lesson; every other line stays as it is."""
    items = _items_node(yaml.compose(text, Loader=yaml.SafeLoader), lesson.id)
    if items is None or items.flow_style:
        raise UsageError(
            f"the items of lesson '{lesson.id}' are not written as '- ' lines, so none can be added",
            where=layout.COURSE_FILE,
            hint="Write each item as a block that begins with '- id:'.",
        )
    lines = text.splitlines(keepends=True)
    indent, end = items.start_mark.column, items.end_mark.line
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    if end >= len(lines) - 1 and items.end_mark.index >= len(text):
        end = len(lines)
    # PyYAML ends a block where the next one begins: blank lines and outer comments belong to that one.
    while _is_between(lines[end - 1], indent):
        end -= 1
    added = [" " * indent + line + "\n" for line in entry.splitlines()]
    return "".join([*lines[:end], "\n", *added, *lines[end:]])


def _is_between(line: str, indent: int) -> bool:
    inner = line.lstrip()
    return not inner.strip() or (inner.startswith("#") and len(line) - len(inner) < indent)


def _items_node(root: yaml.Node | None, lesson_id: str) -> yaml.SequenceNode | None:
    lessons = _value(root, "lessons")
    for lesson in lessons.value if isinstance(lessons, yaml.SequenceNode) else ():
        name = _value(lesson, "id")
        items = _value(lesson, "items")
        if name is not None and name.value == lesson_id and isinstance(items, yaml.SequenceNode):
            return items
    return None


def _value(node: yaml.Node | None, key: str) -> yaml.Node | None:
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    return next((value for name, value in pairs if name.value == key), None)


def _write(root: Path, files: Mapping[str, str]) -> None:
    try:
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"this cannot be written: {error.strerror}", where=str(root)) from None


@cache
def _starters() -> frozenset[str]:
    folder = resources.files("grader.authoring.starter")
    return frozenset(
        entry.name.removesuffix(".j2") for entry in folder.iterdir() if entry.name.endswith(".j2")
    )


def _render(name: str, words: Mapping[str, object]) -> str:
    environment = Environment(
        loader=PackageLoader("grader.authoring", "starter"),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["quoted"] = lambda text: json.dumps(text, ensure_ascii=False)
    return environment.get_template(f"{name}.j2").render(words)
