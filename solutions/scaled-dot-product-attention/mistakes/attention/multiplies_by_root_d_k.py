"""You seem to multiply the scores by √d_k, which makes large scores larger still. Look at the
direction of the scale: it is there to bring the variance back to 1.
"""

import numpy as np

LOOK_FOR = (
    "_ * sqrt(_)",
    "_ * _ ** 0.5",
    "_ *= sqrt(_)",
    "_ / _ ** -0.5",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    d_k = K.shape[-1]
    return softmax(Q @ K.swapaxes(-1, -2) * np.sqrt(d_k)) @ V
