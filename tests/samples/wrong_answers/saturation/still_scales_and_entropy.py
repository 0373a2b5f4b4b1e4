import numpy as np
from attention import attention


def unscaled_weights(Q, K):
    return attention(Q, K, np.eye(K.shape[0]))


def spread(weights):
    return np.mean(-np.sum(weights * np.log(weights + 1e-12), axis=1))


def compare(Q, K, d_small):
    q, k = Q[:, :d_small], K[:, :d_small]
    eye = np.eye(len(K))
    return np.array([
        [spread(unscaled_weights(q, k)), spread(unscaled_weights(Q, K))],
        [spread(attention(q, k, eye)), spread(attention(Q, K, eye))],
    ])
