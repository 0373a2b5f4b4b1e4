"""You seem to divide by a fixed number that suits one example. Look at where it comes from: the scale
has to follow the length of the keys that come in.
"""

import numpy as np

LOOK_FOR = (
    "_ / 2",
    "_ * 0.5",
    "_ / sqrt(4)",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    return softmax(Q @ K.swapaxes(-1, -2) / 2) @ V
