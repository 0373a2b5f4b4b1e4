"""You seem to answer the first query again and again, so every output row is the same. Look at the
index of Q inside your loop.
"""

import numpy as np

LOOK_FOR = (
    "_ @ Q[0]",
    "dot(Q[0], _)",
    "dot(_, Q[0])",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    output = np.zeros((len(Q), V.shape[1]))
    for row in range(len(Q)):
        output[row] = softmax(K @ Q[0] / np.sqrt(K.shape[1])) @ V
    return output
