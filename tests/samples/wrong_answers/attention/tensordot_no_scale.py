import numpy as np


def attention(queries, keys, values):
    s = np.tensordot(np.asarray(queries, float), np.asarray(keys, float), axes=([-1], [-1]))
    m = s.max(axis=-1, keepdims=True)
    p = np.exp(s - m) / np.exp(s - m).sum(axis=-1, keepdims=True)
    return np.tensordot(p, np.asarray(values, float), axes=1)
