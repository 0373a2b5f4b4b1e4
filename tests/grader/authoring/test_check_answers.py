"""A course check looks at references, rubrics and what public files give away, of every kind of item."""

from __future__ import annotations

import pytest

from tests.grader.authoring.conftest import Draft, Spoil, both, edited

CHOICE, TEXT = "solutions/my-choice.md", "solutions/my-text.rubric.yaml"
PUBLIC = "tests/public/test_mean.py"
LAST_OPTION = "- [ ] c) which of them stands in the middle"
ERRORS: list[tuple[str, Spoil, str, str]] = [
    (
        "rubric",
        edited(CHOICE, LAST_OPTION, "- [ ] c) which of them is the largest"),
        "have the same words",
        "solutions/first-lesson/my-choice.md:5",
    ),
    (
        "rubric",
        edited("solutions/my-choice.rubric.yaml", "  c:", "  e:"),
        "'e' in 'why' is not in the reference",
        "my-choice.rubric.yaml:4",
    ),
    (
        "rubric",
        edited("solutions/my-numeric.rubric.yaml", "points: 1", "points: 2"),
        "add up to 4",
        "my-numeric.rubric.yaml",
    ),
    (
        "rubric-example",
        edited(TEXT, "answer: The sum increases.", "answer: The sum is what it is."),
        "sum not found",
        "my-text.rubric.yaml",
    ),
    (
        "no-examples",
        lambda draft: draft.write(
            TEXT, draft.path(TEXT).read_text(encoding="utf-8").partition("# Answers")[0]
        ),
        "no examples",
        "my-text.rubric.yaml:1",
    ),
    (
        "doubtful",
        both(
            edited("course.yaml", "{atol: 0.005}", "{rtol: 0.005}"),
            edited("solutions/my-numeric.yaml", "sum: 17", "sum: 0"),
        ),
        "'sum' holds a 0",
        "my-numeric.yaml:2",
    ),
    (
        "gives-away",
        edited(PUBLIC, "def test", "# think of 17 or 5.67\ndef test"),
        "answer to `mean` of `my-numeric`",
        "tests/public/first-lesson/test_mean.py",
    ),
]


@pytest.mark.parametrize(("kind", "spoil", "what", "where"), ERRORS, ids=[error[2] for error in ERRORS])
def test_an_error_in_answers_and_rubrics_is_named_with_its_place(
    whole: Draft, kind: str, spoil: Spoil, what: str, where: str
) -> None:
    """Each kind of error in an answer, a rubric or a public file is found, with its line"""
    spoil(whole)
    found = [one for one in whole.found(kind) if what in one.what and where in one.where]
    assert found, whole.report().findings
    assert all(problem.hint for problem in found)


def test_a_mistake_of_a_numeric_item_without_an_answer_is_named(whole: Draft) -> None:
    """A mistake that does not say what a student would write is named, and the run goes on"""
    whole.write("solutions/mistakes/my-numeric/empty.py", '"""Nothing?"""\n')
    found = whole.found("mistake-broken")
    assert any("`empty` has no answer()" in one.what and "empty.py" in one.where for one in found)


def test_numbers_of_an_item_of_its_own_are_no_secret(whole: Draft) -> None:
    """An item's own public check may hold its numbers, and small whole numbers give nothing away"""
    whole.edit(PUBLIC, "def test", "# 1, 2 and 3 are numbers\ndef test")
    assert whole.found("gives-away") == []


def test_examples_are_counted_as_found_missed_invented_and_absent(whole: Draft) -> None:
    """The confusion count of each idea says how often it was there and how often it was found"""
    whole.edit(TEXT, "answer: The sum increases.", "answer: The sum is what it is.")
    whole.edit(TEXT, "answer: Large numbers", "answer: Divided by the count, large numbers")
    counts = {one.concept: one for one in whole.report().confusions}
    found, missed = counts["sum"].found, counts["sum"].missed
    assert (found, missed, counts["sum"].invented, counts["sum"].absent) == (1, 1, 0, 1)
    assert (counts["count"].invented, counts["count"].absent) == (1, 1)


def test_a_package_that_course_yaml_names_may_be_imported(whole: Draft) -> None:
    """An item with a `packages:` list may import them; without it the sandbox lacks them"""
    whole.edit("solutions/my_code.py", "def my_code", "import yaml\n\n\ndef my_code")
    assert ["lacks `yaml`" in one.what for one in whole.found("missing-import")] == [True]
    whole.edit("course.yaml", "stub: my_code.py", "stub: my_code.py\n        packages: [yaml]")
    assert whole.found("missing-import") == []
    assert whole.found("reference") == []


def test_a_package_that_is_not_installed_is_named(whole: Draft) -> None:
    """A `packages:` list that names what is not here is the author's to mend, not a fault of the grader"""
    whole.edit("course.yaml", "stub: my_code.py", "stub: my_code.py\n        packages: [nothing_such]")
    assert ["`nothing_such` of `my-code`" in one.what for one in whole.found("missing-import")] == [True]


def test_what_cannot_be_judged_is_said(whole: Draft) -> None:
    """With a rubric that cannot be used nothing is judged, and the report says so"""
    whole.edit("solutions/my-choice.rubric.yaml", "  c:", "  e:")
    report = whole.report()
    assert report.matrices == []
    assert ["was not judged" in note for note in report.notes] == [True]
