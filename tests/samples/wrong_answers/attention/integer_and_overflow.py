import numpy as np


def attention(Q, K, V):
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    out = np.empty((len(Q), V.shape[1]), V.dtype)
    for i, q in enumerate(Q):
        e = np.exp(K @ q / np.sqrt(len(q)))
        out[i] = (e / e.sum()) @ V
    return out
