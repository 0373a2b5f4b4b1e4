"""With np.dot, which says in other words that the shapes do not fit."""

import numpy as np


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    return np.dot(softmax(np.dot(Q, K) / np.sqrt(K.shape[-1])), V)
