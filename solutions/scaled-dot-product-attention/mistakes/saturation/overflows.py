"""You seem to hand unscaled scores to exp as they are, and without the scale they soon pass 700, where
exp overflows. Subtract each row's largest score first, or let your own attention do the work.
"""

import numpy as np
from attention import attention

LOOK_FOR = ("exp(_)",)


def unscaled_weights(Q, K):
    exp = np.exp(Q @ K.T)
    return exp / exp.sum(axis=1, keepdims=True)


def spread(weights):
    return np.mean(np.max(weights, axis=1))


def compare(Q, K, d_small):
    sizes = [(Q[:, :d_small], K[:, :d_small]), (Q, K)]
    unscaled = [spread(unscaled_weights(queries, keys)) for queries, keys in sizes]
    scaled = [spread(attention(queries, keys, np.eye(len(keys)))) for queries, keys in sizes]
    return np.array([unscaled, scaled])
