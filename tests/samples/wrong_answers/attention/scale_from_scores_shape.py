import numpy as np


def attention(Q, K, V):
    scores = np.inner(np.asarray(Q, dtype=float), np.asarray(K, dtype=float))
    dim = scores.shape[-1]
    scores = scores * dim ** -0.5
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.dot(e / e.sum(axis=-1, keepdims=True), np.asarray(V))
