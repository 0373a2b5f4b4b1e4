import numpy as np


def attention(Q, K, V):
    n, d = len(K), len(K[0])
    out = np.zeros((n, len(V[0])))
    for i in range(n):
        s = np.array([np.dot(Q[i], K[j]) for j in range(n)]) / np.sqrt(d)
        w = np.exp(s - s.max())
        w /= w.sum()
        for j in range(n):
            out[i] += w[j] * np.array(V[j])
    return out
