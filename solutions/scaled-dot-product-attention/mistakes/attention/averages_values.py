"""You seem to give every value the same share, whatever the query asks. Look at where the weights come
in: a key that fits the query better should pull its value forward.
"""

import numpy as np

LOOK_FOR = (
    "mean(V, ...)",
    "full(...)",
    "_ / len(V)",
    "mean(_, ...)",
)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    weights = np.full((Q.shape[-2], K.shape[-2]), 1 / K.shape[-2])
    return weights @ V
