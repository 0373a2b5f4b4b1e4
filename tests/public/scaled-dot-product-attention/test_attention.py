"""Public checks for the attention item: what it takes and gives back, and one small example."""

import numpy as np

from grader.checks import assert_close, assert_shape, check


@check(
    points=0.5,
    feedback="Write (n_q, d_k), (n_k, d_k) and (n_k, d_v) beside Q, K and V, and follow the shapes.",
)
def test_output_shape(student, rng):
    """Four queries and three keys give four output rows, each as wide as a value"""
    Q, K, V = rng.normal(size=(4, 2)), rng.normal(size=(3, 2)), rng.normal(size=(3, 5))
    assert_shape(student.attention(Q, K, V), (4, 5))


@check(points=1, feedback="Take the four steps with pencil and paper for these numbers; √d_k is 2 here.")
def test_small_example(student):
    """A small example comes out as it does by hand"""
    query = np.array([[1.0, 1.0, 1.0, 1.0]])
    keys = np.array(
        [[3.0, 1.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0], [0.0, 1.0, 0.0, -1.0], [0.0, 0.0, -1.0, -1.0]]
    )
    values = 4 * np.eye(4)
    # scores 4, 2, 0, -2; scaled 2, 1, 0, -1; exp 7.389, 2.718, 1, 0.368, which add up to 11.475
    output = student.attention(query, keys, values)
    assert_close(output, [[2.576, 0.948, 0.349, 0.128]], atol=0.001)
