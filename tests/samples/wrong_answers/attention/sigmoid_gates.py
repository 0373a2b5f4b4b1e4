import numpy as np


def attention(Q, K, V):
    Q, K, V = np.asarray(Q, float), np.asarray(K, float), np.asarray(V, float)
    s = Q @ K.T / np.sqrt(Q.shape[1])
    g = 1 / (1 + np.exp(-np.clip(s, -500, 500)))
    return g @ V
