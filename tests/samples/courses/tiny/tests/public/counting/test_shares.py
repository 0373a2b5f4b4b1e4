"""Public checks for the shares."""

import numpy as np

from grader.checks import assert_close, check


@check(points=1, feedback="What do the shares of 2.0 and 6.0 add up to?")
def test_two_shares(student):
    """2 and 6 are a quarter and three quarters of 8"""
    assert_close(student.shares(np.array([2.0, 6.0])), [0.25, 0.75], what="shares([2.0, 6.0])")
