import math
import numpy as np


def attention(Q, K, V):
    out = []
    for q in Q:
        scores = []
        for k in K:
            s = 0.0
            for a, b in zip(q, k):
                s += a * b
            scores.append(s)
        biggest = max(scores)
        exps = [math.exp(s - biggest) for s in scores]
        total = sum(exps)
        row = [0.0] * len(V[0])
        for e, v in zip(exps, V):
            for j in range(len(v)):
                row[j] += e / total * v[j]
        out.append(row)
    return np.array(out)
