"""You seem to make one output row per key. There is one output per query, so look at the range of your
loop or the size of your result array.
"""

import numpy as np

LOOK_FOR = (
    "zeros((len(K), ...), ...)",
    "zeros((K.shape[...], ...), ...)",
    "empty((len(K), ...), ...)",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    n_k = K.shape[-2]
    weights = softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))
    output = np.zeros((n_k, V.shape[-1]))
    for query in range(min(n_k, Q.shape[-2])):
        output[query] = weights[query] @ V
    return output
