"""You seem to cut off large scores, perhaps to keep exp from overflowing, so keys that differ clearly
get the same weight. Subtract each row's largest score instead: that is safe and changes nothing.
"""

import numpy as np

LOOK_FOR = ("clip(...)",)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    return softmax(np.clip(scores, -10, 10)) @ V
