import numpy as np
from attention import attention


def unscaled_weights(Q, K):
    return attention(Q, K, np.eye(len(K)))


def spread(weights):
    return np.max(weights, axis=-1).mean()


def compare(Q, K, d_small):
    I = np.eye(len(K))
    q, k = Q[:, :d_small], K[:, :d_small]
    return np.array([
        [spread(unscaled_weights(q, k)), spread(unscaled_weights(Q, K))],
        [spread(attention(q, k, I)), spread(attention(Q, K, I))],
    ])
