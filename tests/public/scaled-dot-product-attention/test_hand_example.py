"""Public checks for the hand-example item: is it an example to learn from?"""

import numpy as np

from grader.checks import check

MOST = 4
"""Keys, and columns of Q and K: more is not by hand any more."""
WORKED_KEYS = [[1.0, 0.0], [0.0, 1.0]]
WORKED_VALUES = [[10.0, 0.0], [0.0, 20.0]]


def matrix(answer, field):
    """A field of the answer as an array of rows; a plain list counts as one row."""
    if reason := answer.unclear.get(field):
        raise AssertionError(f"{field}: {reason.what}. {reason.hint}")
    assert field in answer.values, f"{field} is not filled in yet"
    try:
        rows = np.array(answer.values[field], dtype=float)
    except (TypeError, ValueError):
        rows = np.empty(0)
    assert rows.size, f"{field} is not a list of rows of equal length"
    return np.atleast_2d(rows)


@check(points=0.5, feedback="Rows of Q and K are equally wide, and K and V have equally many rows.")
def test_sizes_fit(answer):
    """Q, K, V, the weights and the output fit together and stay small"""
    Q, K, V, weights, output = (matrix(answer, field) for field in ("Q", "K", "V", "weights", "output"))
    assert all(rows.ndim == 2 for rows in (Q, K, V, weights, output)), "a matrix is nested too deeply"
    assert Q.shape[1] == K.shape[1], f"a query has {Q.shape[1]} numbers and a key has {K.shape[1]}"
    assert len(K) == len(V), f"each key has one value, but K has {len(K)} rows and V {len(V)}"
    assert len(K) <= MOST, f"{len(K)} keys are a lot to do by hand; take at most {MOST}"
    assert K.shape[1] <= MOST, f"d_k = {K.shape[1]} is a lot to do by hand; take at most {MOST}"
    assert weights.shape == (len(Q), len(K)), "the weights need one row for each query, one number per key"
    assert output.shape == (len(Q), V.shape[1]), "the output needs one row for each query, as wide as a value"


@check(points=0.25, feedback="You have done those numbers already. Change the keys and the values.")
def test_not_the_worked_example(answer):
    """It is an example of your own, not the worked one again"""
    given = {tuple(map(tuple, pair)) for pair in zip(matrix(answer, "K"), matrix(answer, "V"), strict=False)}
    worked = {tuple(map(tuple, pair)) for pair in zip(WORKED_KEYS, WORKED_VALUES, strict=True)}
    assert given != worked, "these are the keys and values of the worked example"


@check(
    points=0.25, feedback="Let the query like one key better than another, but not so much that it wins all."
)
def test_weights_say_something(answer):
    """The weights are neither all equal nor all on one key"""
    for row in matrix(answer, "weights"):
        assert row.size > 1, "with a single key the weight is always 1; take two or more keys"
        assert np.ptp(row) > 0.01, "all weights of a query are equal: this is the plain mean of the values"
        assert row.max() < 0.99, "one weight is nearly 1: this is a hard lookup"
