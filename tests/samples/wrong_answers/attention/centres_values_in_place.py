import numpy as np


def attention(Q, K, V):
    Q, K, V = (np.asarray(x, dtype=np.float64) for x in (Q, K, V))
    V -= V.mean(axis=0)
    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) @ V
