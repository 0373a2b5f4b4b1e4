import numpy as np


def attention(Q, K, V):
    Q, K, V = np.asarray(Q, float), np.asarray(K, float), np.asarray(V, float)
    d_k = len(K)
    scores = np.matmul(Q, K.T) / np.sqrt(d_k)
    scores -= scores.max(axis=1, keepdims=True)
    w = np.exp(scores)
    w /= w.sum(axis=1, keepdims=True)
    return np.matmul(w, V)
