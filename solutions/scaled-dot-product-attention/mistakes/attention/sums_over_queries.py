"""You seem to subtract each query's largest score, but then to divide by a sum over the queries. Both
belong to the same axis, the last one, so that each query shares out its own weight over the keys.
"""

import numpy as np

LOOK_FOR = (
    "sum(_, ..., axis=0)",
    "sum(_, 0, ...)",
    "sum(_, ..., axis=-2)",
    "sum(exp(_) for _ in _)",
    "_ / sum(_)",
)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-2, keepdims=True) @ V
