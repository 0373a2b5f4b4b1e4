import numpy as np


def attention(Q, K, V):
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    best = (Q @ K.T / np.sqrt(K.shape[1])).argmax(axis=1)
    return V[best]
