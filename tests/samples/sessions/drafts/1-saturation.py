import numpy as np
from attention import attention


def unscaled_weights(Q, K):
    return attention(Q, np.sqrt(K.shape[1]) * K, np.eye(len(K)))


def spread(weights):
    return np.max(weights, axis=1).mean()


def compare(Q, K, d_small):
    pairs = [(Q[:, :d_small], K[:, :d_small]), (Q, K)]
    without = [spread(unscaled_weights(q, k)) for q, k in pairs]
    scaled = [spread(attention(q, k, np.eye(len(k)))) for q, k in pairs]
    return np.array([without, scaled])
