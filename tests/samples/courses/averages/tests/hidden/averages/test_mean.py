"""Checks whose details students do not see."""

from grader.checks import assert_close, check


@check(points=2, feedback="Does your function still work for numbers below zero?")
def test_negative_numbers(student):
    """Negative numbers have a mean too"""
    assert_close(student.mean([-4.0, -2.0]), -3.0)
