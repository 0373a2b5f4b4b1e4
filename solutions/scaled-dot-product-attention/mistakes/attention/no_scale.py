"""You seem to leave the scores as they are. Look for the division by √d_k between the first matrix
product and the softmax.
"""

import numpy as np


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    return softmax(Q @ K.swapaxes(-1, -2)) @ V
