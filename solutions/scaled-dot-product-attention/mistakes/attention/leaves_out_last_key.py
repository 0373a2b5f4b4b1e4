"""You seem to leave out the last key and its value. Look at where your loop ends: range(n) counts up to
n - 1 by itself.
"""

import numpy as np

LOOK_FOR = ("range(len(_) - 1)", "_[:-1]", "_[..., :-1, :]")


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    K, V = K[..., :-1, :], V[..., :-1, :]
    if K.shape[-2] == 0:
        return np.zeros((*Q.shape[:-1], V.shape[-1]))
    return softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])) @ V
