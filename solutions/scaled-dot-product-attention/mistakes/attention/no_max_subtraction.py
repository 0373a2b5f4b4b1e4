"""You seem to hand the scores to exp as they are, and exp overflows a little above 700. Subtract each
row's largest score before exp: the weights stay the same and the overflow is gone.
"""

import numpy as np

LOOK_FOR = (
    "exp(_)",
    "np.e ** _",
)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    exp = np.exp(scores)
    weights = exp / exp.sum(axis=-1, keepdims=True)
    return weights @ V
