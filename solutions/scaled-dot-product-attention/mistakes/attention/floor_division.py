"""You seem to divide with //, which drops everything behind the decimal point of each score. The scale
is an ordinary division, /.
"""

import numpy as np

LOOK_FOR = (
    "_ // _",
    "_ //= _",
    "floor_divide(...)",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    return softmax(Q @ K.swapaxes(-1, -2) // np.sqrt(K.shape[-1])) @ V
