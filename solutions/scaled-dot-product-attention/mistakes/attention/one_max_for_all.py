"""You seem to subtract the largest score of the whole matrix, so a query whose scores are all far
below it is left with 0 / 0. Look at your max: give it the same axis and keepdims as the sum.
"""

import numpy as np

LOOK_FOR = (
    "_ - max(_)",
    "_ - amax(_)",
    "_ -= max(_)",
)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    exp = np.exp(scores - scores.max())
    weights = exp / exp.sum(axis=-1, keepdims=True)
    return weights @ V
