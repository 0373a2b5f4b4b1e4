import math

import numpy as np


def attention(Q, K, V):
    out = []
    for q in Q:
        e = [math.exp(sum(a * b for a, b in zip(q, k)) / len(q)) for k in K]
        z = sum(e)
        out.append([sum(e[j] / z * V[j][c] for j in range(len(K))) for c in range(len(V[0]))])
    return np.array(out)
