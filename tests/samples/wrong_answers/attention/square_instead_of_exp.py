import numpy as np


def attention(Q, K, V):
    Q, K, V = np.array(Q, float), np.array(K, float), np.array(V, float)
    s = (Q @ K.T / np.sqrt(K.shape[1])) ** 2
    return s / s.sum(-1, keepdims=True) @ V
