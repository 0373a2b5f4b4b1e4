import numpy as np


def attention(Q, K, V):
    Q = np.asarray(Q, dtype=np.float64)
    K = np.asarray(K, dtype=np.float64)
    V = np.asarray(V, dtype=np.float64)
    # one big table of products, then the average over the last axis
    table = Q[:, None, :] * K[None, :, :]
    s = table.mean(axis=2)
    s -= s.max(axis=1)[:, None]
    w = np.exp(s)
    w /= w.sum(axis=1)[:, None]
    return w @ V
