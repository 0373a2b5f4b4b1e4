"""Public checks for the saturation item: each function on an example small enough to check by hand."""

import numpy as np

from grader.checks import assert_close, check


@check(
    points=0.5,
    feedback="Which number in this row is the largest? With a single row there is nothing to average.",
)
def test_spread_of_one_row(student):
    """The spread of one row is its largest weight"""
    assert_close(student.spread(np.array([[0.2, 0.5, 0.3]])), 0.5)


@check(
    points=0.5,
    feedback="Work out the three dot products and take their softmax, with no division in between.",
)
def test_unscaled_weights_by_hand(student):
    """For three unit vectors, the weights are the softmax of the bare dot products"""
    queries, keys = np.array([[0.6, 0.8]]), np.array([[0.6, 0.8], [0.8, -0.6], [-0.6, -0.8]])
    # scores 1, 0, -1; exp 2.718, 1, 0.368, which add up to 4.086
    assert_close(student.unscaled_weights(queries, keys), [[0.665, 0.245, 0.090]], atol=0.001)
