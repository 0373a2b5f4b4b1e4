"""Does a rubric find in its example answers what its author finds in them?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grader.authoring.coursecheck.findings import Finding, Kind
from grader.checks.builtin import rubric, text
from grader.checks.builtin.rubric import TextRubric
from grader.course import layout
from grader.course.model import Course, Item, Lesson
from grader.course.model import Kind as ItemKind
from grader.errors import Problem


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often one idea was found in the examples of a rubric, and how often it should have been."""

    lesson: str
    item: str
    concept: str
    found: int = 0
    """There, and found."""
    missed: int = 0
    """There, and not found."""
    invented: int = 0
    """Not there, but found."""
    absent: int = 0
    """Not there, and not found."""


def confusions(course: Course, lesson: Lesson, item: Item) -> list[Confusion]:
    """One count for each idea of a text item's rubric. Raises ``CourseError``."""
    judged = _rubric(course, lesson, item)
    seen = [
        () if text.is_word_list(example.answer) else text.found(judged.concepts, example.answer)
        for example in judged.examples
    ]
    counts = []
    for concept in judged.concepts:
        pairs = [
            (concept.id in example.concepts, concept.id in got)
            for example, got in zip(judged.examples, seen, strict=True)
        ]
        wanted = (pairs.count((True, True)), pairs.count((True, False)))
        unwanted = (pairs.count((False, True)), pairs.count((False, False)))
        counts.append(Confusion(lesson.id, item.id, concept.id, *wanted, *unwanted))
    return counts


def findings(course: Course, lesson: Lesson, item: Item) -> Iterator[Finding]:
    """Examples that the rubric gets wrong; a rubric of ideas without any. Raises ``CourseError``."""
    if item.kind is not ItemKind.TEXT:
        return
    for problem in text.example_problems(course, lesson, item):
        yield Finding(Kind.RUBRIC_EXAMPLE, problem, lesson.id, item.id)
    judged = _rubric(course, lesson, item)
    if judged.concepts and not judged.examples:
        where = layout.rubric(course, lesson, item).relative_to(course.root).as_posix()
        what = f"the rubric of `{item.id}` has no examples, so nothing shows that its patterns work"
        hint = "Add 'examples:', each with an 'answer' and the 'concepts' that are in it; wrong answers too."
        yield Finding(Kind.NO_EXAMPLES, Problem(what, f"{where}:1", hint), lesson.id, item.id)


def _rubric(course: Course, lesson: Lesson, item: Item) -> TextRubric:
    return rubric.load(course, lesson, item, TextRubric)[0]
