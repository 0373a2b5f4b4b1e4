"""You seem to divide by the root of how many keys there are. Look at which axis of K you measure: the
rows count keys, the columns are d_k.
"""

import numpy as np

LOOK_FOR = (
    "_ / sqrt(_)",
    "_ / _ ** 0.5",
    "_ /= sqrt(_)",
    "_ * _ ** -0.5",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    n_k = K.shape[-2]
    return softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(n_k)) @ V
