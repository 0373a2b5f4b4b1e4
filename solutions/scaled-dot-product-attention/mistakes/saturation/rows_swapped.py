"""You seem to have the two rows of the comparison the wrong way round. Unscaled comes first, scaled
second.
"""

import numpy as np
from attention import attention

LOOK_FOR = ("array([scaled, unscaled], ...)",)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def unscaled_weights(Q, K):
    return softmax(Q @ K.T)


def spread(weights):
    return np.mean(np.max(weights, axis=1))


def compare(Q, K, d_small):
    sizes = [(Q[:, :d_small], K[:, :d_small]), (Q, K)]
    unscaled = [spread(unscaled_weights(queries, keys)) for queries, keys in sizes]
    scaled = [spread(attention(queries, keys, np.eye(len(keys)))) for queries, keys in sizes]
    return np.array([scaled, unscaled])
