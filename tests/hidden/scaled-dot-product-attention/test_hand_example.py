"""Hidden checks for the hand-example item: is the arithmetic right to the digits that are given?"""

from decimal import Decimal

import numpy as np

from grader.checks import CheckFailed, assert_close, assert_shape, check

COARSEST, FINEST = 0.05, 0.0001
"""Whole numbers for everything are not enough, and nobody is held to more than four decimals."""
TWO_DECIMALS = 0.005
"""Error of a weight that was rounded to two decimals."""


def matrix(answer, field):
    """A field of the answer as an array of rows, (rows, columns)."""
    if reason := answer.unclear.get(field):
        raise AssertionError(f"{field}: {reason.what}. {reason.hint}")
    assert field in answer.values, f"{field} is not filled in yet"
    try:
        return np.atleast_2d(np.array(answer.values[field], dtype=float))
    except (TypeError, ValueError):
        raise AssertionError(f"{field} is not a list of rows of equal length") from None


def last_digits(value):
    """For each number one unit in the last digit that was written, within FINEST and COARSEST."""
    if isinstance(value, tuple):
        return np.array([last_digits(each) for each in value])
    written = 10.0 ** value.as_tuple().exponent if isinstance(value, Decimal) else 1.0
    return np.clip(written, FINEST, COARSEST)


def assert_right_to_the_digits(answer, field, want, slack=0.0, note=""):
    """Fail unless each number of ``field`` is within a unit of its last digit, plus ``slack``, of want.

    ``note`` is what a student reads of numbers that are not.
    """
    got, unit = matrix(answer, field), last_digits(answer.values[field]) + slack
    assert_shape(got, np.shape(want))
    try:
        assert_close(got / unit, want / unit, atol=1, rtol=0)
    except CheckFailed as failed:
        raise CheckFailed(failed.difference, note, note=note) from None


def right_weights(answer, references):
    """The weights that the student's Q and K give, (n_q, n_k)."""
    Q, K = matrix(answer, "Q"), matrix(answer, "K")
    assert Q.shape[1] == K.shape[1], "Q and K do not fit together"
    return references["attention"].attention(Q, K, np.eye(len(K)))


@check(
    points=0.75, feedback="Dot products of the query with each key, then the division by √d_k, then softmax."
)
def test_weights(answer, references):
    """The weights follow from your Q and K"""
    note = "your weights are not what your Q and K give"
    assert_right_to_the_digits(answer, "weights", right_weights(answer, references), note=note)


@check(points=0.75, feedback="Multiply each value by its weight and add up, one column of V at a time.")
def test_output(answer, references):
    """The output is the weighted sum of your values"""
    exact, written, V = right_weights(answer, references), matrix(answer, "weights"), matrix(answer, "V")
    assert exact.shape[1] == len(V), "K and V do not fit together"
    try:
        assert_right_to_the_digits(answer, "output", exact @ V)
    except CheckFailed:
        assert written.shape == exact.shape, "the weights do not fit Q and K"
        note = "your output is not what your weights and values give"
        assert_right_to_the_digits(
            answer, "output", written @ V, note=note
        )  # the weights were rounded on the way


@check(
    points=0.5,
    needs="attention",
    feedback="Where the checks of your weights and output pass, it is the code that errs: `grade attention`.",
)
def test_own_attention_agrees(answer, students):
    """Your own attention gives the same output for your Q, K and V"""
    Q, K, V = (matrix(answer, field) for field in ("Q", "K", "V"))
    own = students["attention"].attention(Q, K, V)
    assert_shape(own, (len(Q), V.shape[1]))
    assert np.isfinite(own).all(), "the result of your attention is not finite"
    slack = TWO_DECIMALS * np.abs(V).sum(axis=0).max()
    note = "your attention.py gives another output for your Q, K and V than the one you wrote"
    assert_right_to_the_digits(answer, "output", own, slack, note)
