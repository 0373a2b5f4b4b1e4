"""You seem to leave the scale in: the weights you call unscaled are those of plain attention. Take the
division by √d_k out, or multiply K by √d_k so that the two cancel.
"""

import numpy as np
from attention import attention

LOOK_FOR = (
    "attention(Q, K, ...)",
    "_ / sqrt(_)",
    "_ / _ ** 0.5",
)


def unscaled_weights(Q, K):
    return attention(Q, K, np.eye(len(K)))


def spread(weights):
    return np.mean(np.max(weights, axis=1))


def compare(Q, K, d_small):
    sizes = [(Q[:, :d_small], K[:, :d_small]), (Q, K)]
    unscaled = [spread(unscaled_weights(queries, keys)) for queries, keys in sizes]
    scaled = [spread(attention(queries, keys, np.eye(len(keys)))) for queries, keys in sizes]
    return np.array([unscaled, scaled])
