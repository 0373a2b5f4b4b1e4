"""With math.exp, which raises an error where NumPy gives infinity."""

import math

import numpy as np


def attention(Q, K, V):
    output = []
    for q in Q:
        exp = [math.exp(np.dot(q, k) / math.sqrt(len(q))) for k in K]
        output.append(sum(e * np.asarray(v, dtype=float) for e, v in zip(exp, V, strict=True)) / sum(exp))
    return np.array(output)
