import numpy as np


def attention(Q, K, V):
    res = []
    for q in Q:
        best, where = -float("inf"), 0
        for j, k in enumerate(K):
            s = sum(x * y for x, y in zip(q, k))
            if s > best:
                best, where = s, j
        res.append(list(V[where]))
    return np.array(res, dtype=float)
