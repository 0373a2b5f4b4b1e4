import numpy as np


def attention(Q, K, V):
    out = np.zeros((len(Q), len(V[0])))
    for i in range(len(Q)):
        s = np.array([np.dot(Q[i], K[j]) for j in range(len(K) - 1)]) / np.sqrt(len(K[0]))
        e = np.exp(s - max(s, default=0))
        for j in range(len(K) - 1):
            out[i] += e[j] / e.sum() * np.array(V[j])
    return out
