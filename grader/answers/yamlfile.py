"""Answer files in YAML, ``name: value`` line by line, every value kept as it was written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from grader.answers.model import Unreadable
from grader.course import yaml12
from grader.errors import CourseError

MAX_MESSAGE = 200
NOTHING = "Nothing stands after a colon yet. What follows a # is not read: write each answer after its colon."
_TIGHT_COLON = re.compile(r"[^\W\d][\w -]*:[^\s:]")
_EQUALS = re.compile(r"[^\W\d][\w-]*\s*=(?!=)")


def read(text: str, name: str) -> yaml12.Document | Unreadable | None:
    """The map in an answer file, ``None`` when nothing is in it, or why it is no map."""
    try:
        document = yaml12.read(text, name, plain=True)
    except CourseError as error:
        return _slip(text) or unreadable(error)
    if document.value == "":
        return None
    if not isinstance(document.value, dict):
        return Unreadable(
            "the answers are not written as 'name: value', one to a line",
            document.line(),
            "Put each answer after its name, a colon and a space.",
        )
    return document


@lru_cache(maxsize=64)
def names(text: str, name: str) -> Mapping[str, yaml12.Value]:
    """What a stub or a reference asks for, by name. Raises ``CourseError``."""
    document = yaml12.read(text, name, plain=True)
    if not isinstance(document.value, dict) or not document.value:
        raise CourseError(
            "this file asks for nothing", where=name, hint="Write one 'name: value' line for each answer."
        )
    return document.value


def _slip(text: str) -> Unreadable | None:
    """The first line such as ``scores:[1, 0]`` or ``scores = [1, 0]``: faults that YAML reports a line too late."""
    for number, line in enumerate(text.split("\n"), start=1):
        if _TIGHT_COLON.match(line):
            return Unreadable("there is no space after the colon", number, "Write it as 'name: value'.")
        if _EQUALS.match(line):
            return Unreadable("here is a = where a colon belongs", number, "Write it as 'name: value'.")
    return None


def unreadable(error: CourseError) -> Unreadable:
    """What is wrong with a student's file, from the error that a reader of text or YAML raised."""
    problem = error.problems[0]
    line = problem.where.rpartition(":")[2]
    what = problem.what if len(problem.what) <= MAX_MESSAGE else problem.what[: MAX_MESSAGE - 1] + "…"
    return Unreadable(what, int(line) if line.isdecimal() else None, problem.hint)
