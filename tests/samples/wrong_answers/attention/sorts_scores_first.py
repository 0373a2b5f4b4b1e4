import numpy as np


def attention(Q, K, V):
    Q, K, V = np.asarray(Q, float), np.asarray(K, float), np.asarray(V, float)
    s = Q @ K.T / np.sqrt(K.shape[1])
    s = np.sort(s, axis=1)[:, ::-1]
    w = np.exp(s - s[:, :1])
    w = w / w.sum(axis=1, keepdims=True)
    return w @ V
