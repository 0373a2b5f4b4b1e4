"""You seem to take the values for the keys and the keys for the values. Look at the order of your
arguments: Q, K, V.
"""

import numpy as np

LOOK_FOR = ()  # the order stands in the head of the function or in a call: no pattern is sure


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    return softmax(Q @ V.swapaxes(-1, -2) / np.sqrt(V.shape[-1])) @ K
