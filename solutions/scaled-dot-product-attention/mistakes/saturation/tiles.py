"""You seem to get the large size by repeating the columns of the small one. Repeated terms rise and
fall together, so scores grow with d_k instead of √d_k and even the scaled weights saturate: take
columns that were drawn on their own.
"""

import numpy as np
from attention import attention

LOOK_FOR = (
    "tile(...)",
    "repeat(...)",
    "concatenate(...)",
    "hstack(...)",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def unscaled_weights(Q, K):
    return softmax(Q @ K.T)


def spread(weights):
    return np.mean(np.max(weights, axis=1))


def compare(Q, K, d_small):
    copies = Q.shape[1] // d_small
    queries, keys = Q[:, :d_small], K[:, :d_small]
    sizes = [(queries, keys), (np.tile(queries, copies), np.tile(keys, copies))]
    unscaled = [spread(unscaled_weights(Q, K)) for Q, K in sizes]
    scaled = [spread(attention(Q, K, np.eye(len(K)))) for Q, K in sizes]
    return np.array([unscaled, scaled])
