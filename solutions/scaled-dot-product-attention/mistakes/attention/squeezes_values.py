"""You seem to flatten V when it has a single column or a single row, so the output loses an axis or
does not come at all. V keeps its two axes, however short they are.
"""

import numpy as np

LOOK_FOR = (
    "squeeze(V, ...)",
    "flatten(V)",
    "ravel(V)",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    return softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])) @ V.squeeze()
