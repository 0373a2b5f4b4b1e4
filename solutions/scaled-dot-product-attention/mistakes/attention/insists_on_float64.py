"""You seem to turn away every number type but one, and float32 is what most models use. Convert what
comes in instead of refusing it.
"""

import numpy as np


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows) for rows in (Q, K, V))
    if any(rows.dtype.kind == "f" and rows.dtype != float for rows in (Q, K, V)):
        raise TypeError("Q, K and V must be float arrays")
    return softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])) @ V
