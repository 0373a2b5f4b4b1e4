"""Checks whose details students see."""

from grader.checks import assert_close, check


@check(points=1, feedback="What do you divide the sum by?")
def test_three_numbers(student):
    """The mean of 1, 2 and 6 is 3"""
    assert_close(student.mean([1, 2, 6]), 3.0)
