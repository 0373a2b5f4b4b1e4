"""Hidden checks for the shares."""

import numpy as np
import pytest

from grader.checks import assert_close, assert_inputs_unchanged, check


@check(points=1, feedback="What should the shares add up to?")
@pytest.mark.parametrize("count", [1, 2, 5])
def test_add_up(student, rng, count):
    """The shares add up to 1"""
    shares = student.shares(rng.uniform(1, 9, size=count))
    assert_close(np.sum(shares), 1.0)


@check(points=1, feedback="Whole numbers are numbers too.")
def test_whole_numbers(student):
    """Whole numbers work"""
    assert_close(student.shares([1, 4]), [0.2, 0.8])


@check(points=1, feedback="Does the caller still have their numbers afterwards?")
def test_input_stays(student):
    """The values that came in are not changed"""
    student.shares(np.array([3.0, 5.0, 8.0]))
    assert_inputs_unchanged(student)
