"""You seem to hand back the weights, one step too early. The output is what the weights make of the
values: one more matrix product.
"""

import numpy as np

LOOK_FOR = ("return _",)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)
