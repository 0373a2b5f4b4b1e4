import numpy as np
from attention import attention


def unscaled_weights(Q, K):
    s = Q @ K.T
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def spread(weights):
    p = np.clip(weights, 1e-12, 1)
    return -(p * np.log(p)).sum(axis=1).mean()


def compare(Q, K, d_small):
    eye = np.eye(len(K))
    q, k = Q[:, :d_small], K[:, :d_small]
    return np.array([
        [spread(unscaled_weights(q, k)), spread(unscaled_weights(Q, K))],
        [spread(attention(q, k, eye)), spread(attention(Q, K, eye))],
    ])
