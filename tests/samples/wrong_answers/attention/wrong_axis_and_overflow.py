import numpy as np


def attention(Q, K, V):
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    e = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    return e / sum(e) @ V
