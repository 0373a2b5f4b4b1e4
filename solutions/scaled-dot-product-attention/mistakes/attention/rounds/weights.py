"""It is the weights that are rounded."""

import numpy as np


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    return np.round(softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])), 2) @ V
