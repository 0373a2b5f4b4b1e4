"""What students read for each kind of wrong answer: situation -> exact words.

The words are in tests/samples/words/, a file for each item, to be read and improved by people. After a change
that is meant, ``python -m tests.grader.grading.test_words`` writes the files anew: read the difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path

import msgspec
import pytest

from grader.course import discover
from grader.course.load import load
from grader.course.model import Course, Item, Lesson
from grader.gradebook.progress import is_done
from grader.grading import grade_all
from grader.intake.submission import Submission
from grader.records import Attempt, ItemResult, Status, Visibility
from grader.report import terminal
from grader.report.style import Style
from grader.sandbox import start
from grader.sandbox.api import Sandbox
from tests.grader.grading.situation import Situation
from tests.grader.grading.wrong_answers import WRONG_ANSWERS
from tests.grader.grading.wrong_code import WRONG_CODE

ROOT = Path(__file__).parents[3]
TABLES = ROOT / "tests" / "samples" / "words"
SITUATIONS = tuple(sorted((*WRONG_CODE, *WRONG_ANSWERS), key=lambda each: each.item))
SECONDS = 1.0
"""For one call: the loop that does not end is not waited for as long as a student's."""


def outcomes(sandbox: Sandbox) -> dict[str, ItemResult]:
    """The result of each situation's item, by the situation's name."""
    course = load(ROOT)
    lesson = hurried(course.file.lessons[0])
    found: dict[str, ItemResult] = {}
    for item_id, group in groupby(SITUATIONS, key=lambda each: each.item):
        situations = list(group)
        submissions = [submission(course, lesson, each) for each in situations]
        made = attempts(course, lesson, submissions, frozenset({item_id}), sandbox)
        found |= {each.name: attempt.items[0] for each, attempt in zip(situations, made, strict=True)}
    return found


def attempts(
    course: Course, lesson: Lesson, submissions: list[Submission], only: frozenset[str], sandbox: Sandbox
) -> list[Attempt]:
    made: list[Attempt] = []
    grade_all(
        course, lesson, submissions, lambda _, attempt: made.append(attempt), sandbox=sandbox, only=only
    )
    return made


def hurried(lesson: Lesson) -> Lesson:
    def quick(item: Item) -> Item:
        return msgspec.structs.replace(item, limits=msgspec.structs.replace(item.limits, seconds=SECONDS))

    return msgspec.structs.replace(lesson, items=tuple(map(quick, lesson.items)))


def submission(course: Course, lesson: Lesson, situation: Situation) -> Submission:
    files = {**discover.references(course, lesson), **situation.files}
    kept = {name: content for name, content in files.items() if content is not None}
    return Submission(files=kept, ignored=situation.strangers)


def words(result: ItemResult, style: Style | None = None) -> str:
    lines = terminal.item(result, style or Style(), done=is_done(result))
    return "\n".join(line.rstrip() for line in lines)


def tables(found: dict[str, ItemResult]) -> Iterator[tuple[str, str]]:
    """File name and content of each item's table."""
    for item_id, group in groupby(SITUATIONS, key=lambda each: each.item):
        yield f"{item_id}.txt", "\n".join(f"== {each.name}\n{words(found[each.name])}\n" for each in group)


@pytest.fixture(scope="module")
def found(sandbox: Sandbox) -> dict[str, ItemResult]:
    return outcomes(sandbox)


def test_every_situation_has_its_exact_words(found: dict[str, ItemResult]) -> None:
    """What is printed is what somebody read and found clear"""
    for name, content in tables(found):
        assert content == (TABLES / name).read_text(encoding="utf-8"), name


def test_there_are_thirty_situations_and_more_of_every_item() -> None:
    """Every item has some, and no two have the same name"""
    names = [each.name for each in SITUATIONS]
    assert len(set(names)) == len(names) >= 30
    assert {item.id for item in load(ROOT).file.lessons[0].items} == {each.item for each in SITUATIONS}


def test_every_wrong_answer_says_what_happened_and_what_to_look_at(found: dict[str, ItemResult]) -> None:
    """There is a sentence for the item, or for its first failing check a sentence or a question to go on"""
    for name, result in found.items():
        wanting = [
            check for check in result.checks if check.status not in (Status.PASSED, Status.NEEDS_REVIEW)
        ]
        said = result.message or (wanting and (wanting[0].message or wanting[0].feedback))
        assert said or result.status is Status.PASSED, name


def test_hidden_checks_show_nothing_that_the_code_wrote(found: dict[str, ItemResult]) -> None:
    """No exception text, no line of the file, no value and no printed word in a hidden check"""
    for name, result in found.items():
        for check in result.checks:
            if check.visibility is Visibility.HIDDEN:
                assert not re.search(
                    r"d_k does not fit|wieghts|\n|\[\[|shapes \(|sdpa|SDPA|0\.\d\d", check.message
                ), name


def test_no_line_is_wider_than_80_columns_with_or_without_unicode(found: dict[str, ItemResult]) -> None:
    """The words fit a plain terminal"""
    for result in found.values():
        for style in (Style(), Style(unicode=False)):
            assert max(map(len, words(result, style).splitlines())) <= 80


def test_a_load_error_is_said_once(found: dict[str, ItemResult]) -> None:
    """Not again under the first check, and without a hint for wrong numbers"""
    said = words(found["a closing bracket is missing"])
    assert " ".join(said.split()).count("never closed") == 1
    assert "checks passed" not in said


def test_a_crash_that_happens_everywhere_is_not_taken_for_a_known_mistake(
    found: dict[str, ItemResult],
) -> None:
    """A misspelt attribute raises what a list without .shape raises, but not only where a list came in"""
    assert found["lists have no .shape"].diagnoses
    for name in (
        "an attribute that is misspelt",
        "one argument too few",
        "an exception of the student's own",
    ):
        assert not found[name].diagnoses, name


def main() -> None:
    TABLES.mkdir(exist_ok=True)
    with closing(start()) as sandbox:
        for name, content in tables(outcomes(sandbox)):
            (TABLES / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
