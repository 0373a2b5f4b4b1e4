import numpy as np


def attention(Q, K, V):
    rows = []
    for q in Q:
        scores = np.array([np.dot(q, k) for k in K]) / len(q) ** 0.5
        scores = np.exp(scores - scores.max())
        rows.append(scores / scores.sum() @ np.array(V))
    if len(rows) == 1:
        return rows[0]
    return np.array(rows)
