"""The file of one item -> what the student answered, or why there is no answer. Executes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Protocol

from grader.answers import choice, code, mapping, numeric, text, yamlfile
from grader.answers.model import Answer, Missing, NotStarted, Refused, Unreadable
from grader.course import layout, textfile
from grader.course.model import Course, Edition, Item, Kind, Lesson
from grader.course.nearmiss import near
from grader.errors import CourseError

MAX_ANSWER = 64 * 1024
"""Bytes of an answer that is read here. Code may be longer: only its child reads it."""

_READERS: Mapping[Kind, Callable[[str, str, str | None, str], Answer]] = {
    Kind.CODE: code.read,
    Kind.NUMERIC: numeric.read,
    Kind.CHOICE: choice.read,
    Kind.TEXT: text.read,
    Kind.MAPPING: mapping.read,
}
_COPY = re.compile(r"[ _-]*(\([0-9]{1,3}\)|copy|final|new|v?[0-9]{1,3})$", re.IGNORECASE)
_LONGEST_NAME = 100
_MERGE = re.compile(r"^<{7} ", re.MULTILINE)
_EMPTIED = "This file is empty. `grade reset {item}` brings back what was handed out."
_KEEP_ONE = "Keep one of the two versions, and delete the lines of <<<<<<<, ======= and >>>>>>>."


class Files(Protocol):
    """The part of a submission that is read here."""

    @property
    def files(self) -> Mapping[str, bytes]: ...
    @property
    def refused(self) -> Mapping[str, str]: ...
    @property
    def ignored(self) -> tuple[str, ...]: ...


class Originals:
    """The stubs and references of a lesson, each read from its file once, when it is asked for first."""

    def __init__(self, course: Course, lesson: Lesson) -> None:
        self._course = course
        self._lesson = lesson
        self._stubs: dict[str, str] = {}
        self._references: dict[str, str | None] = {}

    def stub(self, item: Item) -> str:
        """The stub as it was handed out. Raises ``CourseError``."""
        if item.id not in self._stubs:
            self._stubs[item.id] = stub_text(self._course, self._lesson, item)
        return self._stubs[item.id]

    def reference(self, item: Item) -> str | None:
        """The reference twin, ``None`` in a copy of the course that has none. Raises ``CourseError``."""
        if item.id not in self._references:
            self._references[item.id] = reference_text(self._course, self._lesson, item)
        return self._references[item.id]


def read(
    course: Course, lesson: Lesson, item: Item, submission: Files, originals: Originals | None = None
) -> Answer:
    """What ``submission`` answers to ``item``; who reads many submissions has ``originals`` for all of them.

    Raises ``CourseError`` when the stub or the reference of the item cannot be read.
    """
    originals = originals or Originals(course, lesson)
    if item.stub in submission.refused:
        return Refused(submission.refused[item.stub])
    data = submission.files.get(item.stub)
    if data is None:
        return Missing(_near_file(lesson, item, submission))
    if item.kind is not Kind.CODE and len(data) > MAX_ANSWER:
        return Unreadable(f"this file is larger than {MAX_ANSWER // 1024} KiB", None, "Shorten it.")
    try:
        written = textfile.decode(data, item.stub)
    except CourseError as error:
        return yamlfile.unreadable(error)
    if item.kind is not Kind.CODE and (merge := _MERGE.search(written)):
        line = written.count("\n", 0, merge.start()) + 1
        return Unreadable("the marks of a merge are still in this file", line, _KEEP_ONE)
    stub = originals.stub(item)
    if not written.strip() or _same(written, stub):
        beside = _near_file(lesson, item, submission) if item.kind is Kind.CODE else ""
        return NotStarted(beside, "" if written.strip() else _EMPTIED.format(item=item.id))
    return _READERS[item.kind](written, stub, originals.reference(item), item.stub)


def stub_text(course: Course, lesson: Lesson, item: Item) -> str:
    """The stub as it was handed out. Raises ``CourseError``."""
    path = layout.pristine(course, lesson, item)
    return _text(course, path if path.is_file() else layout.stub(course, lesson, item))


def reference_text(course: Course, lesson: Lesson, item: Item) -> str | None:
    """The reference twin, ``None`` in a copy of the course that has none. Raises ``CourseError``."""
    path = layout.reference(course, lesson, item)
    if course.edition is Edition.CLASS and not path.exists():
        return None
    return _text(course, path)


def _text(course: Course, path: Path) -> str:
    name = path.relative_to(course.root).as_posix()
    try:
        return textfile.read(path, name)
    except OSError as error:
        raise CourseError(
            f"this file cannot be read ({error.strerror})", where=name, hint="Restore it: grade course stubs."
        ) from None


def _same(written: str, stub: str) -> bool:
    """Equal but for white space at the ends of lines and blank lines at the end of the file."""
    return _trimmed(written) == _trimmed(stub)


def _trimmed(content: str) -> str:
    return "\n".join(line.rstrip() for line in content.split("\n")).rstrip()


def _near_file(lesson: Lesson, item: Item, submission: Files) -> str:
    """A submitted file that may be meant for ``item``: another case, ``(1)``, ``copy``, another suffix."""
    asked = {each for other in lesson.items for each in (other.stub, *other.files)}
    others = {name: _stem(name) for name in (*submission.ignored, *submission.files) if name not in asked}
    best = near(_stem(item.stub), others.values()) if others else None
    if best is None:
        stems = [_stem(other.stub) for other in lesson.items if other is not item]
        return _only_module(others, stems) if item.kind is Kind.CODE else ""
    return next(name for name, stem in others.items() if stem == best)


def _only_module(others: Mapping[str, str], taken: Iterable[str]) -> str:
    """The one module that nothing asks for, whatever its name: ``my_work.py`` for ``stir.py``.

    Unless its stem is like one of ``taken``, those of the other items: then it is meant for that one.
    """
    modules = [name for name in others if name.endswith(".py") and "/" not in name]
    if len(modules) != 1 or near(others[modules[0]], taken):
        return ""
    return modules[0]


def _stem(name: str) -> str:
    """``stir`` of ``work/stir - Copy (2).py``."""
    stem = name.rpartition("/")[2].partition(".")[0][:_LONGEST_NAME]
    return _COPY.sub("", _COPY.sub("", stem))
