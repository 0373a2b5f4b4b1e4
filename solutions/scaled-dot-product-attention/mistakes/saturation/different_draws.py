"""You seem to draw new numbers for the small size, so two things change at once and luck gets into the
comparison. Use the first d_small columns of the Q and K that you are given.
"""

import numpy as np
from attention import attention

LOOK_FOR = (
    "default_rng(...)",
    "standard_normal(...)",
    "randn(...)",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def unscaled_weights(Q, K):
    return softmax(Q @ K.T)


def spread(weights):
    return np.mean(np.max(weights, axis=1))


def compare(Q, K, d_small):
    rng = np.random.default_rng(1)
    small = rng.standard_normal((len(Q), d_small)), rng.standard_normal((len(K), d_small))
    sizes = [small, (Q, K)]
    unscaled = [spread(unscaled_weights(queries, keys)) for queries, keys in sizes]
    scaled = [spread(attention(queries, keys, np.eye(len(keys)))) for queries, keys in sizes]
    return np.array([unscaled, scaled])
