"""You seem to divide the scores by d_k itself. The variance of a score is d_k, so its size is the
square root of that: look at what you divide by.
"""

import numpy as np

LOOK_FOR = (
    "_ / _.shape[...]",
    "_ / len(_)",
    "_ / shape(_)[...]",
    "_ /= _.shape[...]",
    "_ /= len(_)",
    "mean(_, axis=2)",
    "mean(_, axis=-1)",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    d_k = K.shape[-1]
    return softmax(Q @ K.swapaxes(-1, -2) / d_k) @ V
