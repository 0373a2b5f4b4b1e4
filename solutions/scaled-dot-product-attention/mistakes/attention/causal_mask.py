"""You seem to hide later keys from earlier queries, as a language model does. That mask comes in a
later lesson: here every query may look at every key.
"""

import numpy as np

LOOK_FOR = (
    "tri(...)",
    "tril(...)",
    "triu(...)",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    n_q, n_k = Q.shape[-2], K.shape[-2]
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    visible = np.tri(n_q, n_k, n_k - n_q, dtype=bool)
    return softmax(np.where(visible, scores, -1e9)) @ V
