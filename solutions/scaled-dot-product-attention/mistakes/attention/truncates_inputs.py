"""You seem to turn Q, K and V into whole numbers, which cuts their decimals off. Look for int where
you make the arrays, and use float.
"""

import numpy as np

LOOK_FOR = (
    "asarray(_, dtype=int)",
    "array(_, dtype=int)",
    "asarray(_, int)",
    "array(_, int)",
    "astype(_, int)",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=int) for rows in (Q, K, V))
    return softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])) @ V
