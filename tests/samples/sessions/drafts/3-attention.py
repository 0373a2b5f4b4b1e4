import numpy as np


def attention(Q, K, V):
    Q, K, V = np.asarray(Q, dtype=float), np.asarray(K, dtype=float), np.asarray(V, dtype=float)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-1])
    shifted = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    weights = shifted / np.sum(shifted, axis=-1, keepdims=True)
    return weights @ V
