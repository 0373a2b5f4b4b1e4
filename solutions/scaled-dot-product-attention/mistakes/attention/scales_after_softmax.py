"""You seem to divide by √d_k after the softmax, so the weights no longer sum to 1. The scale belongs
to the scores: look at what you do before exp.
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
    return softmax(Q @ K.swapaxes(-1, -2)) / np.sqrt(K.shape[-1]) @ V
