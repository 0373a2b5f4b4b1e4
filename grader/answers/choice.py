"""Boxes that are ticked in a Markdown task list: ``- [x] b) the second option``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from grader.answers.markdown import squeezed, without_comments
from grader.answers.model import ChoiceAnswer, NotStarted, Unreadable
from grader.errors import CourseError, Problem

_BOX = re.compile(r"\s*[-*+]\s*\[(?P<mark>[^\]\n]*)\]\s*(?P<key>[^\W_]{1,8})\s*[).:]\s*(?P<text>.*)")
_TICKS = frozenset("xX✓✔✕✗✘☑☒*×хХ")
"""What people put into a box, a Cyrillic x among it."""
_UNTICKED = "No box is ticked yet. Put an x between the brackets of one box: [x]."
_RESET = "Put an x between the brackets of one box and leave the rest as it was."


class _Box(msgspec.Struct, frozen=True):
    key: str
    text: str
    mark: str
    line: int


def read(text: str, stub: str, reference: str | None, name: str) -> ChoiceAnswer | NotStarted | Unreadable:
    """The keys that are ticked; how many may be is for the judge.

    Options come from the reference, or the stub where that may not be known. A ticked option must still be
    the one that was handed out (words after it do no harm). Raises ``CourseError`` like ``options``.
    """
    asked = options(reference or stub, name)
    boxes = _boxes(text)
    if not boxes:
        return Unreadable("no boxes to tick are left in this file", None, _RESET)
    keys = [box.key for box in boxes]
    picked = []
    for box in boxes:
        if not box.mark:
            continue
        if box.mark not in _TICKS:
            return Unreadable("this box holds neither a space nor an x", box.line, _RESET)
        if box.key not in asked or keys.count(box.key) > 1:
            return Unreadable("this option is not one of those that were handed out", box.line, _RESET)
        if not squeezed(box.text).startswith(squeezed(asked[box.key])):
            return Unreadable("the words of this option have been changed", box.line, _RESET)
        picked.append(box.key)
    return ChoiceAnswer(tuple(picked)) if picked else NotStarted(unread=_UNTICKED)


@lru_cache(maxsize=64)
def options(text: str, name: str = "") -> Mapping[str, str]:
    """Key -> words of each option in a reference or stub, in order.

    Raises ``CourseError`` when there are fewer than two options, or the same key or words twice.
    """
    found: dict[str, _Box] = {}
    texts: dict[str, _Box] = {}
    problems = []
    for box in _boxes(text):
        if box.key in found:
            problems.append(
                Problem(
                    f"option {box.key} stands here a second time",
                    f"{name}:{box.line}",
                    "Give it a new letter.",
                )
            )
        elif (twin := texts.get(squeezed(box.text))) is not None:
            problems.append(
                Problem(
                    f"options {twin.key} and {box.key} have the same words",
                    f"{name}:{box.line}",
                    "A student cannot tell them apart: delete one, or say what differs.",
                )
            )
        found.setdefault(box.key, box)
        texts.setdefault(squeezed(box.text), box)
    if problems:
        raise CourseError.of(problems)
    if len(found) < 2:
        raise CourseError("fewer than two options", where=name, hint="Write each as '- [ ] a) its words'.")
    return {key: box.text for key, box in found.items()}


@lru_cache(maxsize=64)
def ticked(text: str, name: str = "") -> tuple[str, ...]:
    """Keys that a reference ticks. Raises ``CourseError`` like ``options``, and when no box is ticked."""
    options(text, name)
    keys = tuple(box.key for box in _boxes(text) if box.mark in _TICKS)
    if not keys:
        raise CourseError("the reference ticks no box", where=name, hint="Tick the right one as [x].")
    return keys


def _boxes(text: str) -> list[_Box]:
    """Every box in ``text``; an option's words go on over indented lines."""
    boxes: list[_Box] = []
    going_on = False
    for line, words in enumerate(without_comments(text).split("\n"), start=1):
        match = _BOX.fullmatch(words)
        if match:
            boxes.append(_Box(match["key"].lower(), match["text"].strip(), match["mark"].strip(), line))
        elif going_on and words[:1] in (" ", "\t") and words.strip():
            last = boxes[-1]
            boxes[-1] = _Box(last.key, f"{last.text} {words.strip()}", last.mark, last.line)
        going_on = bool(match) or (going_on and bool(words.strip()))
    return boxes
