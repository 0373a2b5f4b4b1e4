"""You seem to sort the scores on the way, so the weights no longer stand over the values they belong
to. Weight number j has to meet row j of V: look for a sort.
"""

import numpy as np

LOOK_FOR = (
    "sort(_, ...)",
    "sorted(_, ...)",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    best_first = -np.sort(-scores, axis=-1)
    return softmax(best_first) @ V
