"""You seem to divide by one sum over the whole score matrix, so all queries together share a total of
1. Look at your sum: it needs an axis, and keepdims, so that every row gets its own.
"""

import numpy as np

LOOK_FOR = ("_ / sum(_)",)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    exp = np.exp(scores - scores.max())
    return exp / exp.sum() @ V
