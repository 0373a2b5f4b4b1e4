import numpy as np


def attention(Q, K, V):
    out = np.zeros((len(Q), len(V[0])))
    acc = np.zeros(len(V[0]))
    for i, q in enumerate(Q):
        s = np.array([np.dot(q, k) for k in K]) / np.sqrt(len(q))
        e = np.exp(s - s.max())
        acc += e / e.sum() @ np.array(V)
        out[i] = acc
    return out
