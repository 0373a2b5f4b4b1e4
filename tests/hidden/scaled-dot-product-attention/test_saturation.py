"""Hidden checks for the saturation item: what the student's own weights show as d_k grows.

Q and K are standard normal. With 8 keys the mean largest weight at d_k = 512 is about 0.96 without the scale
and 0.37 with it; there are enough queries that every draw comes close to that, and the bounds leave room: in
thousands of draws, none fell outside. Where two answers must simply be equal, a few queries do.
"""

import numpy as np

from grader.checks import assert_close, assert_shape, check

SMALL, LARGE = 8, 512
QUERIES, FEW, KEYS = 24, 5, 8


def draw(rng, queries=QUERIES):
    """One draw of Q (queries, LARGE) and K (KEYS, LARGE)."""
    return rng.normal(size=(queries, LARGE)), rng.normal(size=(KEYS, LARGE))


def unscaled_weights(student, Q, K):
    """The student's unscaled weights, (n_q, n_k), all finite."""
    weights = student.unscaled_weights(Q, K)
    assert_shape(weights, (len(Q), len(K)))
    assert np.isfinite(weights).all(), "the weights are not finite"
    return weights


def comparison(student, Q, K, d_small=SMALL):
    """The student's comparison, (2, 2): rows unscaled and scaled, columns small and large d_k."""
    spreads = student.compare(Q, K, d_small)
    assert_shape(spreads, (2, 2))
    assert np.isfinite(spreads).all(), "the comparison is not finite"
    return spreads


def score_variance(weights):
    """Variance of the scores behind softmax weights: log-weights are scores up to a constant per row."""
    return np.log(np.maximum(weights, 1e-300)).var(axis=1, ddof=1).mean()


def gradient_norm(weights):
    """Mean Frobenius norm of the softmax Jacobian J = diag(w) - w wᵀ over the rows w of the weights.

    In closed form |J|² = Σw² - 2Σw³ + (Σw²)², not below 0 but for rounding.
    """
    squares, cubes = np.sum(weights**2, axis=1), np.sum(weights**3, axis=1)
    return np.mean(np.sqrt(np.maximum(squares - 2 * cubes + squares**2, 0)))


@check(points=0.25, feedback="First the largest weight of each query, then the mean of those.")
def test_spread_averages_over_queries(student):
    """The spread is a mean over the queries, from 1/n for a fair share to 1 for one-hot"""
    assert_close(student.spread(np.array([[0.5, 0.5], [0.1, 0.9], [0.8, 0.2]])), 2.2 / 3)
    assert_close(student.spread(np.full((3, 5), 0.2)), 0.2)
    assert_close(student.spread(np.eye(4)), 1.0)


@check(
    points=0.5,
    feedback="A dot product sums d_k terms. Is anything in your scores kept from growing with them?",
)
def test_score_variance_grows_with_d_k(student, rng):
    """The variance of the scores behind your unscaled weights grows in step with d_k"""
    Q, K = draw(rng)
    small = score_variance(unscaled_weights(student, Q[:, :SMALL], K[:, :SMALL]))
    large = score_variance(unscaled_weights(student, Q, K))
    in_step = small * LARGE / SMALL
    assert in_step / 3 < large < in_step * 3


@check(points=0.5, feedback="At a small d_k the unscaled softmax still learns. Do your rows each sum to 1?")
def test_gradient_collapses(student, rng):
    """The gradient of the unscaled softmax is healthy at a small d_k and nearly flat at a large one"""
    Q, K = draw(rng)
    assert gradient_norm(unscaled_weights(student, Q[:, :SMALL], K[:, :SMALL])) > 0.15
    assert gradient_norm(unscaled_weights(student, Q, K)) < 0.2


@check(
    points=0.5,
    feedback="Are the unscaled spreads the first row, small d_k first? Is small made of columns, Q[:, :d_small]?",
)
def test_unscaled_saturates(student, rng):
    """Without the scale, the largest weight comes close to 1 at a large d_k"""
    (small, large), _ = comparison(student, *draw(rng), d_small=2)
    assert small < 0.7
    assert large > 0.8


@check(
    points=0.5,
    feedback="Is each size scaled by the root of its own d_k, the small one by √d_small? Are all columns drawn once?",
)
def test_scaled_stays_steady(student, rng):
    """With the scale, the largest weight stays about the same whatever d_k is"""
    _, (small, large) = comparison(student, *draw(rng))
    assert abs(large - small) < 0.2
    assert large < 0.6


@check(points=0.5, feedback="The small size is the first d_small columns of the Q and K that you are given.")
def test_compare_uses_one_draw(student, rng):
    """Both sizes come from the same Q and K, and go through your own two functions"""
    Q, K = draw(rng, FEW)
    small, large = unscaled_weights(student, Q[:, :SMALL], K[:, :SMALL]), unscaled_weights(student, Q, K)
    assert_close(comparison(student, Q, K)[0], [np.max(each, axis=1).mean() for each in (small, large)])


@check(
    points=0.25,
    needs="attention",
    feedback="attention(Q, √d_k·K, I) undoes its own scale, also when the scores run into the thousands.",
)
def test_agrees_with_own_attention(student, students, rng):
    """The unscaled weights are those of your own attention with its scale undone, for large scores too"""
    Q, K = draw(rng, FEW)
    for size in (1, 100):
        weights = students["attention"].attention(Q, np.sqrt(LARGE) * size * K, np.eye(KEYS))
        assert_shape(weights, (FEW, KEYS))
        assert np.isfinite(weights).all(), "the weights of attention are not finite"
        assert_close(student.unscaled_weights(Q, size * K), weights)
