"""A choice is judged by its reference; a wrong pick is answered with why."""

from __future__ import annotations

import pytest

from grader.checks.builtin import checks_for
from grader.course import load
from grader.errors import CourseError
from grader.records import Status

from .conftest import MakeCourse, checks, judge


def test_right_wrong_and_too_many(make_course: MakeCourse) -> None:
    """The right box alone passes; the rubric's reason comes with a wrong one"""
    course = make_course()
    said = lambda text: judge(course, "pick", text)["test_choice"]  # noqa: E731
    assert said("- [x] b) herbs\n").status is Status.PASSED
    assert said("- [x] a) salt\n").message == "Salt alone is thin."
    assert "again" in said("- [x] c) nothing\n").message
    both = said("- [x] a) salt\n- [x] b) herbs\n")
    assert (both.status, both.message) == (Status.FAILED, "Tick one box; 2 are ticked.")


def test_several_right_boxes(make_course: MakeCourse) -> None:
    """All of them, and no other; what is missing is not named"""
    course = make_course(pick="- [x] a) salt\n- [x] b) herbs\n- [ ] c) nothing\n", pick_rubric="")
    said = lambda text: judge(course, "pick", text)["test_choice"]  # noqa: E731
    assert said("- [x] a) salt\n- [x] b) herbs\n").status is Status.PASSED
    assert "missing" in said("- [x] a) salt\n").message
    assert said("- [x] a) salt\n- [x] c) nothing\n").status is Status.FAILED


def test_reasons_are_for_options_that_exist(make_course: MakeCourse) -> None:
    """A reason for an option that is not there, or one that is no text"""
    with pytest.raises(CourseError, match="'e'"):
        checks(make_course(pick_rubric="why: {e: gone}\n"), "pick")
    with pytest.raises(CourseError, match="text"):
        checks(make_course(pick_rubric="why: {a: 1}\n"), "pick")


def test_items_with_a_check_file_and_class_copies_have_no_built_in_checks(make_course: MakeCourse) -> None:
    """The author's own checks replace them; without references nothing can be judged here"""
    course = make_course()
    lesson = course.lesson("soup")
    own = course.root / "tests" / "public" / "soup" / "test_pick.py"
    own.parent.mkdir(parents=True)
    own.touch()
    assert checks_for(course, lesson, lesson.item("pick")) == ()
    own.unlink()
    assert len(checks_for(course, lesson, lesson.item("pick"))) == 1
    for path in sorted((course.root / "solutions").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    (course.root / "solutions").rmdir()
    released = load.load(course.root)
    assert all(checks_for(released, lesson, item) == () for item in lesson.items)
