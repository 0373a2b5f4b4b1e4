from math import exp, sqrt

import numpy as np


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def attention(Q, K, V):
    width = len(V[0])
    result = []
    for q in Q:
        raw = [dot(q, k) / sqrt(width) for k in K]
        top = max(raw)
        e = [exp(r - top) for r in raw]
        w = [x / sum(e) for x in e]
        result.append([dot(w, column) for column in zip(*V)])
    return np.array(result)
