"""You seem to divide the scores by their sum and call that softmax. Without exp a score below zero
becomes a negative weight, so look for the missing exp.
"""

import numpy as np

LOOK_FOR = (
    "_ / sum(_, ...)",
    "_ /= sum(_, ...)",
)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    return scores / scores.sum(axis=-1, keepdims=True) @ V
