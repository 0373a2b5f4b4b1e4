"""You seem to leave the scores as they are. Look for the division by √d_k between the first matrix
product and the softmax.
"""

import numpy as np

LOOK_FOR = (
    "_ @ _.T",
    "_ @ swapaxes(_, ...)",
    "_ @ transpose(_, ...)",
    "dot(_, _.T)",
    "dot(_, transpose(_, ...))",
    "matmul(_, _.T)",
    "matmul(_, swapaxes(_, ...))",
    "_ * _.T",
    "einsum(_, Q, K)",
    "dot(q, k)",
    "dot(Q[...], K[...])",
    "_ @ q",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    return softmax(Q @ K.swapaxes(-1, -2)) @ V
