"""You seem to drop axes of length 1 from the result, so one query gives a flat vector. Look for
squeeze, flatten or an index [0]: one query in means one row out.
"""

import numpy as np

LOOK_FOR = (
    "squeeze(_, ...)",
    "return _[0]",
    "return _[0] if _ else _",
    "return flatten(_)",
    "return ravel(_)",
)


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    Q, K, V = (np.asarray(rows, dtype=float) for rows in (Q, K, V))
    output = softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])) @ V
    return output.squeeze()
