"""You seem to add a little random noise, so the same call gives another answer each time. Attention
has nothing random in it: look for a call into np.random.
"""

import numpy as np

LOOK_FOR = (
    "random(...)",
    "rand(...)",
    "randn(...)",
    "normal(...)",
    "standard_normal(...)",
    "uniform(...)",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    scores = scores + 1e-9 * np.random.random(scores.shape)
    return softmax(scores) @ V
