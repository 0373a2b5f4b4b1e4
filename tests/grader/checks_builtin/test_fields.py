"""Numbers, words and names are compared with the reference; what is wrong is said without giving it away."""

from __future__ import annotations

from decimal import Decimal

import pytest

from grader.checks.builtin.numeric import difference
from grader.course.model import Tolerance
from grader.errors import CourseError
from grader.records import Status

from .conftest import MakeCourse, checks, judge


def test_one_check_for_each_answer_and_none_for_what_is_given(make_course: MakeCourse) -> None:
    """Without points in the rubric the item's points are shared evenly, to the last decimal"""
    made = checks(make_course(), "weigh")
    assert {id_: check.weight for id_, check in made.items()} == {
        "test_first": 1,
        "test_salt": 1,
        "test_herbs": 1,
    }
    uneven = checks(make_course(weigh_rubric=""), "weigh")
    assert sum(check.weight for check in uneven.values()) == 3


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("salt: 0.7071", Status.PASSED),
        ("salt: 0.71", Status.PASSED),
        ("salt: 0,71", Status.PASSED),
        ("salt: 1/√2", Status.PASSED),
        ("salt: 0.72", Status.FAILED),
        ("salt: −0.71", Status.FAILED),
        ("salt: nan", Status.ERROR),
        ("salt: inf", Status.ERROR),
        ("salt: 71%", Status.ERROR),
        ("salt: [0.71]", Status.FAILED),
        ("salt:", Status.NOT_STARTED),
        ("herbs: [0.67, 0.33]", Status.PASSED),
        ("herbs: 0,67; 0,33", Status.PASSED),
        ("herbs: [2/3, 1/3]", Status.PASSED),
        ("herbs: [0.33, 0.67]", Status.FAILED),
        ("herbs: [0.67, 0.33, 0]", Status.FAILED),
        ("herbs: [0,67, 0,33]", Status.ERROR),
        ("herbs: [nan, 0.33]", Status.ERROR),
        ("herb: [0.67, 0.33]", Status.ERROR),
        ("salt: 0.7", Status.ERROR),
        ("herbs: [0.7, 0.3]", Status.ERROR),
        ("herbs: [0.6, 0.4]", Status.FAILED),
        ("first: no salt, it is too much", Status.ERROR),
        ("first: some pepper and no more", Status.ERROR),
        ("first: no SALT", Status.PASSED),
        ("first: Nosalt", Status.PASSED),
        ("first: salt", Status.FAILED),
        ("first: false", Status.FAILED),
    ],
)
def test_verdicts_on_one_answer(line: str, status: Status, make_course: MakeCourse) -> None:
    """Right, wrong, unreadable and not answered are four things; the words give nothing away"""
    other = "salt: 5" if not line.startswith("salt") else "first: x"
    verdicts = judge(make_course(), "weigh", f"{other}\n{line}\n")
    field = "herbs" if line.startswith("herb") else line.partition(":")[0]
    verdict = verdicts[f"test_{field}"]
    assert verdict.status is status
    assert "0.7" not in verdict.message
    assert "0.6" not in verdict.message
    assert bool(verdict.message) == (status is not Status.PASSED)
    assert not verdict.provisional


def test_words_about_shape_and_place(make_course: MakeCourse) -> None:
    """How many numbers were asked for, and which of them to look at again"""
    course = make_course()
    said = lambda text: judge(course, "weigh", f"salt: 1\n{text}\n")["test_herbs"].message  # noqa: E731
    assert said("herbs: [1, 2, 3]") == "line 2: `herbs` is a list of 3 where a list of 2 is asked for."
    assert said("herbs: 1") == "line 2: `herbs` is one number where a list of 2 is asked for."
    assert said("herbs: [[1, 2]]") == "line 2: `herbs` is 1 row of 2 where a list of 2 is asked for."
    assert said("herbs: [0.67, 9]") == "line 2: `herbs` is not right yet: look at number 2 of 2."
    assert said("herbs: [9, 9]") == "line 2: `herbs` is not right yet."
    assert "line 2" in said("herbs: [9, hm]")


@pytest.mark.parametrize(
    ("got", "want", "atol", "rtol", "same"),
    [
        ("8", "8", "0", "0", True),
        ("8.0", "8", "0", "0", True),
        ("8.0001", "8", "0", "0", False),
        ("0", "0", "0", "0.01", True),
        ("0.0001", "0", "0", "0.01", False),
        ("0.71", "0.70", "0.01", "0", True),
        ("0.7100001", "0.70", "0.01", "0", False),
        ("101", "100", "0", "0.01", True),
        ("-99", "-100", "0", "0.01", True),
    ],
)
def test_tolerance_is_exact(got: str, want: str, atol: str, rtol: str, same: bool) -> None:
    """On its very edge too, around zero, and without any tolerance"""
    tolerance = Tolerance(atol=Decimal(atol), rtol=Decimal(rtol))
    assert (difference("x", Decimal(got), Decimal(want), tolerance) == "") is same


def test_the_rubric_of_a_field_overrides(make_course: MakeCourse) -> None:
    """Points, title, feedback and tolerance of one field"""
    course = make_course(
        weigh_rubric="""\
fields:
  pot: {given: true}
  first: {points: 0.5}
  salt: {points: 0.5, title: The salt, feedback: Use the scales., tolerance: {atol: 1}}
  herbs: {points: 2}
"""
    )
    salt = checks(course, "weigh")["test_salt"]
    assert (salt.title, salt.feedback, salt.weight) == ("The salt", "Use the scales.", Decimal("0.5"))
    assert judge(course, "weigh", "salt: 1.7\n")["test_salt"].status is Status.PASSED


@pytest.mark.parametrize(
    ("rubric", "words"),
    [
        ("fields: {slat: {points: 1}}\n", ["weigh.rubric.yaml:1", "slat", "salt"]),
        ("fields:\n  salt: {point: 1}\n", ["weigh.rubric.yaml:2", "point", "points"]),
        ("feilds: {}\n", ["weigh.rubric.yaml:1", "fields"]),
        ("fields: {salt: {points: x}}\n", ["weigh.rubric.yaml:1", "a number"]),
        ("fields: [salt]\n", ["weigh.rubric.yaml:1", "map"]),
        ("fields: {pot: {given: true}, salt: {points: 1}}\n", ["first", "Give points to all"]),
        (
            "fields: {pot: {given: true}, first: {points: 1}, salt: {points: 1}, herbs: {points: 2}}\n",
            ["add up to 4", "3"],
        ),
    ],
)
def test_a_wrong_rubric_is_a_course_error_with_its_line(
    rubric: str, words: list[str], make_course: MakeCourse
) -> None:
    """Unknown names with the near miss, wrong types, points that do not add up"""
    with pytest.raises(CourseError) as caught:
        checks(make_course(weigh_rubric=rubric), "weigh")
    for word in words:
        assert word in str(caught.value)


def test_mapping_entries_are_compared_without_spaces(make_course: MakeCourse) -> None:
    """Capitals matter in code; an item without points still has checks that weigh something"""
    course = make_course()
    right = judge(course, "names", "pot: Kettle\nlid: kettle.top(1)\n")
    assert (right["test_pot"].status, right["test_lid"].status) == (Status.FAILED, Status.PASSED)
    assert judge(course, "names", "pot: [kettle]\n")["test_pot"].status is Status.ERROR
    assert judge(course, "names", "pot: kettle\n")["test_lid"].status is Status.NOT_STARTED
    assert all(check.weight > 0 for check in checks(course, "names").values())
