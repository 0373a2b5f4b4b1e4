"""You seem to scale Q in place, so the caller's own array is different afterwards. Look for an
operator such as /= on an argument, and make a new array instead.
"""

import numpy as np

LOOK_FOR = (
    "Q /= _",
    "Q *= _",
    "q /= _",
    "q *= _",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    Q /= np.sqrt(K.shape[-1])
    return softmax(Q @ K.swapaxes(-1, -2)) @ V
