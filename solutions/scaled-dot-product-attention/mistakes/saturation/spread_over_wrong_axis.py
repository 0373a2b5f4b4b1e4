"""You seem to take the largest weight that each key gets. The measure asks it of each query: one
largest weight per row, so look at the axis of your max.
"""

import numpy as np
from attention import attention

LOOK_FOR = (
    "max(_, ..., axis=0)",
    "max(_, 0)",
    "amax(_, ..., axis=0)",
    "amax(_, 0)",
    "zip(*_)",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def unscaled_weights(Q, K):
    return softmax(Q @ K.T)


def spread(weights):
    return np.mean(np.max(weights, axis=0))


def compare(Q, K, d_small):
    sizes = [(Q[:, :d_small], K[:, :d_small]), (Q, K)]
    unscaled = [spread(unscaled_weights(queries, keys)) for queries, keys in sizes]
    scaled = [spread(attention(queries, keys, np.eye(len(keys)))) for queries, keys in sizes]
    return np.array([unscaled, scaled])
