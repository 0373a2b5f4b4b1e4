"""With the √64 = 8 of the paper's model."""

import numpy as np

LOOK_FOR = (
    "_ / 8",
    "_ / sqrt(64)",
    "_ / 64 ** 0.5",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    return softmax(Q @ K.swapaxes(-1, -2) / 8) @ V
