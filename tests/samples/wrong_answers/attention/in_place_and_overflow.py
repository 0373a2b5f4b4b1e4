import numpy as np


def attention(Q, K, V):
    Q = np.asarray(Q, float)
    Q /= np.sqrt(Q.shape[1])
    w = np.exp(Q @ np.asarray(K, float).T)
    w /= w.sum(axis=1, keepdims=True)
    return w @ np.asarray(V, float)
