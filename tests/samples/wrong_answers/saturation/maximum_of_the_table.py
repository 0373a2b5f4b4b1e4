import numpy as np
from attention import attention


def unscaled_weights(Q, K):
    s = Q @ K.T
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def spread(weights):
    return np.max(weights)


def compare(Q, K, d_small):
    q, k = Q[:, :d_small], K[:, :d_small]
    eye = np.eye(len(K))
    return np.array([
        [spread(unscaled_weights(q, k)), spread(unscaled_weights(Q, K))],
        [spread(attention(q, k, eye)), spread(attention(Q, K, eye))],
    ])
