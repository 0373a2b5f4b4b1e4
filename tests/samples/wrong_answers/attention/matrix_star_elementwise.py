import numpy as np


def attention(Q, K, V):
    Q, K, V = np.matrix(Q, dtype=float), np.matrix(K, dtype=float), np.matrix(V, dtype=float)
    scores = Q * K.T
    scores = np.exp(scores - scores.max(axis=1))
    return np.asarray(scores / scores.sum(axis=1) * V)
