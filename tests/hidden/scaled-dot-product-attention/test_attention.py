"""Hidden checks for the attention item.

Scores stay moderate unless a check is about large ones: a softmax that has saturated looks the same with and
without the scale. The sizes n_q, n_k, d_k and d_v differ wherever one of them could be taken for another.
Most checks compare two answers of the student's own, so that one slip costs one check and not all of them.
"""

import numpy as np
import pytest

from grader.checks import (
    assert_close,
    assert_equal,
    assert_inputs_unchanged,
    assert_no_warnings,
    assert_shape,
    check,
)

LIBRARIES = {"torch", "tensorflow", "keras", "jax", "flax", "mlx", "transformers", "xformers", "flash_attn"}


def expected_attention(Q, K, V):
    """softmax(Q Kᵀ / √d_k) V from the definition, for scores that exp can bear; (n_q, d_v)."""
    exp = np.exp(Q @ K.T / np.sqrt(Q.shape[1]))
    return exp / exp.sum(axis=1, keepdims=True) @ V


def draw(rng, n_q=3, n_k=5, d_k=4, d_v=2):
    """Standard normal Q (n_q, d_k), K (n_k, d_k) and V (n_k, d_v)."""
    return rng.normal(size=(n_q, d_k)), rng.normal(size=(n_k, d_k)), rng.normal(size=(n_k, d_v))


def outputs(student, Q, K, V):
    """The student's outputs, (n_q, d_v), fit to be compared with each other: right shape, finite, not all one number.

    Without the last, a function that returns zeros would agree with itself in every comparison.
    """
    output = student.attention(Q, K, V)
    assert_shape(output, (len(Q), V.shape[1]))
    assert np.isfinite(output).all(), "the result is not finite"
    assert output.size == 1 or np.ptp(output) > 0, "every number of the result is the same"
    return output


@check(points=0.5, feedback="Redo the worked example by hand, then compare each step with your code.")
def test_worked_example(student):
    """The worked example comes out as it does by hand"""
    output = student.attention(np.array([[1.0, 0.0]]), np.eye(2), np.diag([10.0, 20.0]))
    assert_close(output, [[6.70, 6.60]], atol=0.01)


@check(points=1, feedback="Which axis does your softmax sum over? Each query shares out 1 over the keys.")
def test_weights_sum_to_one(student, rng):
    """The weights of each query are not negative and sum to 1"""
    Q, K, _ = draw(rng)
    weights = outputs(student, Q, K, np.eye(len(K)))
    assert np.min(weights) >= 0
    assert_close(np.sum(weights, axis=1), np.ones(len(Q)))


@check(points=0.5, feedback="Does a query's row of scores or weights depend on other queries in your code?")
def test_queries_do_not_disturb_each_other(student, rng):
    """Asking more queries leaves the first answer as it was"""
    Q, K, V = draw(rng)
    assert_close(outputs(student, Q, K, V)[:1], outputs(student, Q[:1], K, V))


@check(points=0.5, feedback="Row i of the output answers row i of Q. Follow your query index to the end.")
def test_reordered_queries(student, rng):
    """Reordering the queries reorders the outputs in the same way"""
    Q, K, V = draw(rng)
    order = [2, 0, 1]
    assert_close(outputs(student, Q[order], K, V), outputs(student, Q, K, V)[order])


@check(points=0.5, feedback="Weights come from Q and K alone. Does the width of V get into yours?")
def test_value_columns_stand_alone(student, rng):
    """Adding columns to the values leaves the other output columns as they were"""
    Q, K, V = draw(rng, d_v=5)
    assert_close(outputs(student, Q, K, V)[:, :2], outputs(student, Q, K, V[:, :2]))


@check(points=0.5, feedback="Weight j belongs to row j of V. Does your code keep keys and values in step?")
def test_reordered_keys(student, rng):
    """Reordering keys and values together changes nothing"""
    Q, K, V = draw(rng)
    order = [3, 0, 4, 2, 1]
    assert_close(outputs(student, Q, K[order], V[order]), outputs(student, Q, K, V))


@check(points=1, feedback="Look at the number under the root: d_k is the length of one query or one key.")
@pytest.mark.parametrize("sizes", [(2, 3, 5, 4), (4, 6, 3, 2)])
def test_scale_is_root_d_k(student, rng, sizes):
    """Scores are divided by √d_k, whatever the other sizes are"""
    Q, K, V = draw(rng, *sizes)
    assert_close(student.attention(Q, K, V), expected_attention(Q, K, V))


@check(points=0.5, feedback="A size of 1 is still an axis. Print your shapes for one query, key or column.")
@pytest.mark.parametrize("sizes", [(1, 3, 2, 4), (3, 1, 2, 4), (3, 4, 1, 2), (3, 4, 2, 1), (1, 1, 1, 1)])
def test_sizes_of_one(student, rng, sizes):
    """One query, one key, one dimension or one value column keeps its axis"""
    outputs(student, *draw(rng, *sizes))


@check(points=0.5, feedback="If all keys are alike, no query can prefer one. What are the weights then?")
def test_equal_keys_give_the_mean(student, rng):
    """Equal keys give the plain mean of the values"""
    Q, K, V = draw(rng)
    K[:] = K[0]
    assert_close(student.attention(Q, K, V), np.tile(V.mean(axis=0), (len(Q), 1)))


@check(points=0.5, feedback="A score that towers above the rest has a weight near 1. Is it so in your code?")
def test_overwhelming_key_is_a_hard_lookup(student, rng):
    """One overwhelming key gives its value, almost exactly"""
    _, _, V = draw(rng, n_k=3)
    query = np.array([[8.0, 0.0, 0.0, 0.0]])
    keys = np.outer([7.5, 12.5, -5.0], [1.0, 0.0, 0.0, 0.0])  # scaled scores 30, 50 and -20
    assert_close(student.attention(query, keys, V), V[1:2])


@check(points=0.5, feedback="exp(1000) does not fit in a float. What may you subtract from a row of scores?")
def test_large_scores(student):
    """Scores in the thousands give no NaN, no infinity and no warning"""
    keys, values = np.array([[1.0], [1.0], [-1.0]]), np.array([[2.0], [4.0], [9.0]])
    assert_close(student.attention(np.array([[3000.0]]), keys, values), [[3.0]])
    assert_no_warnings(student)


@check(
    points=0.5,
    feedback="One number for the whole matrix is not enough: each query has its own largest score.",
)
def test_each_row_is_stable(student):
    """A query with scores near -1000 is safe beside one with scores near 1000"""
    queries, keys = np.array([[1000.0], [-1000.0]]), np.array([[1.0], [1.0]])
    assert_close(student.attention(queries, keys, np.array([[2.0], [4.0]])), [[3.0], [3.0]])
    assert_no_warnings(student)


@check(points=0.25, feedback="Does an operator such as /= act on an argument? The arrays are the caller's.")
def test_inputs_are_not_modified(student, rng):
    """Q, K and V are left as they came in"""
    student.attention(*draw(rng))
    assert_inputs_unchanged(student)


@check(points=0.25, feedback="Where does your code make an array, and is its type good for decimals?")
def test_integers(student, rng):
    """Whole numbers give the same result as floats"""
    Q, K, V = (np.rint(2 * array) for array in draw(rng))
    assert_close(student.attention(Q.astype(int), K.astype(int), V.astype(int)), outputs(student, Q, K, V))


@check(points=0.25, feedback="A list has no .shape and no .T. What turns any sequence into an array?")
def test_lists(student, rng):
    """Plain lists work like arrays"""
    Q, K, V = draw(rng)
    assert_close(student.attention(Q.tolist(), K.tolist(), V.tolist()), outputs(student, Q, K, V))


@check(points=0.25, feedback="Does your code treat one number type differently? float32 is welcome too.")
def test_float32(student, rng):
    """float32 arrays work, and the result is float32 or float64"""
    Q, K, V = (array.astype(np.float32) for array in draw(rng))
    want = outputs(student, Q.astype(float), K.astype(float), V.astype(float))
    assert_close(student.attention(Q, K, V), want, atol=1e-5)


@check(points=0.25, feedback="Is anything in your code random, or remembered from call to call?")
def test_same_call_same_result(student, rng):
    """The same call twice gives exactly the same result"""
    arrays = draw(rng)
    assert_equal(outputs(student, *arrays), outputs(student, *arrays))


@check(points=0.25, feedback="Build it from matrix products, a scale and a softmax of your own making.")
def test_no_attention_library(source):
    """No library does the attention for you"""
    nodes = list(walk(source()))
    assert any(node["node"] == "Return" for node in nodes), "nothing is returned yet"
    imports = [node for node in nodes if node["node"] in ("Import", "ImportFrom")]
    names = [node.get("module") or alias["name"] for node in imports for alias in node["names"]]
    assert not {name.partition(".")[0] for name in names} & LIBRARIES


@check(points=0, feedback="With K.T a batch would be turned around too. What swaps only the last two axes?")
def test_leading_batch_dimensions(student, rng):
    """Bonus: a whole batch in one call, with any number of leading axes"""
    Q, K, V = rng.normal(size=(2, 3, 4, 5)), rng.normal(size=(2, 3, 6, 5)), rng.normal(size=(2, 3, 6, 7))
    want = [[outputs(student, Q[i, j], K[i, j], V[i, j]) for j in range(3)] for i in range(2)]
    assert_close(student.attention(Q, K, V), want)


def walk(tree):
    """Every node of a plain syntax tree, in no particular order."""
    waiting = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if "node" in part:
                yield part
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
