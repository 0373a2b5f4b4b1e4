"""You seem to store the result in an array that takes its type from the inputs, so whole numbers in
means whole numbers out. Look at what makes your result array, and give it a float type.
"""

import numpy as np

LOOK_FOR = (
    "zeros(_, dtype=_.dtype)",
    "zeros(_, _.dtype)",
    "empty(_, dtype=_.dtype)",
    "empty(_, _.dtype)",
    "zeros_like(_)",
    "empty_like(_)",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    output = np.zeros((Q.shape[-2], V.shape[-1]), dtype=V.dtype)
    output[:] = softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])) @ V
    return output
