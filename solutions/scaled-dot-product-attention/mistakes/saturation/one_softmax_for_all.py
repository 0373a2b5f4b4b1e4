"""You seem to take one softmax over the whole score matrix, so the weights of a single query no longer
sum to 1. Give your sum an axis, and keepdims.
"""

import numpy as np
from attention import attention

LOOK_FOR = ("_ / sum(_)",)


def unscaled_weights(Q, K):
    scores = Q @ K.T
    exp = np.exp(scores - scores.max())
    return exp / exp.sum()


def spread(weights):
    return np.mean(np.max(weights, axis=1))


def compare(Q, K, d_small):
    sizes = [(Q[:, :d_small], K[:, :d_small]), (Q, K)]
    unscaled = [spread(unscaled_weights(queries, keys)) for queries, keys in sizes]
    scaled = [spread(attention(queries, keys, np.eye(len(keys)))) for queries, keys in sizes]
    return np.array([unscaled, scaled])
