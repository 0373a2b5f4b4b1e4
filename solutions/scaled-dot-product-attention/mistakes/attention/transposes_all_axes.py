"""Your attention is right for one sequence. For a batch, K.T turns every axis around, the batch
included; np.swapaxes(K, -1, -2) swaps only the last two.
"""

import numpy as np

LOOK_FOR = ("_.T", "transpose(_)")


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    return softmax(Q @ K.T / np.sqrt(K.shape[-1])) @ V
