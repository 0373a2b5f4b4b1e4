"""You seem to keep the keys in a dictionary, where two equal keys become one and a value is lost. Let
the position tie a key to its value: row j of K belongs to row j of V.
"""

import numpy as np

LOOK_FOR = (
    "dict(...)",
    "{_: _ for _ in _}",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    lookup = {tuple(key): value for key, value in zip(K, V, strict=True)}
    keys, values = np.array(list(lookup)), np.array(list(lookup.values()))
    return softmax(Q @ keys.T / np.sqrt(K.shape[1])) @ values
