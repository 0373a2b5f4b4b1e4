"""You seem to divide by the root of the width of V. A score is a dot product of a query and a key, so
the length that counts is theirs, the last axis of Q or K.
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
    d_v = V.shape[-1]
    return softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(d_v)) @ V
