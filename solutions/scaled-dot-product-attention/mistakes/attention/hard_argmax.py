"""You seem to pick the value of the best key and drop all others. That is a hard lookup; attention
blends all values, each by its weight.
"""

import numpy as np

LOOK_FOR = ("argmax(_, ...)",)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    return V[scores.argmax(axis=-1)]
