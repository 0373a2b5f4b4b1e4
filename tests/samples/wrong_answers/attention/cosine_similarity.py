import numpy as np


def attention(Q, K, V):
    Q, K, V = np.asarray(Q, float), np.asarray(K, float), np.asarray(V, float)
    qn = Q / (np.linalg.norm(Q, axis=1, keepdims=True) + 1e-9)
    kn = K / (np.linalg.norm(K, axis=1, keepdims=True) + 1e-9)
    s = qn @ kn.T
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ V
