"""You seem to return the entropy of the weights, a good measure of spread but not the one that is
asked for. Take the largest weight of each row and average those.
"""

import numpy as np
from attention import attention

LOOK_FOR = (
    "log(...)",
    "log2(...)",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def unscaled_weights(Q, K):
    return softmax(Q @ K.T)


def spread(weights):
    return np.mean(-np.sum(weights * np.log(weights + 1e-12), axis=1))


def compare(Q, K, d_small):
    sizes = [(Q[:, :d_small], K[:, :d_small]), (Q, K)]
    unscaled = [spread(unscaled_weights(queries, keys)) for queries, keys in sizes]
    scaled = [spread(attention(queries, keys, np.eye(len(keys)))) for queries, keys in sizes]
    return np.array([unscaled, scaled])
