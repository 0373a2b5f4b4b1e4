import numpy as np
from attention import attention


def unscaled_weights(Q, K):
    s = np.dot(Q, K.T)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def spread(weights):
    return sum(row.max() for row in weights) / len(weights)


def compare(Q, K, d_small):
    scaled, unscaled = [], []
    for d in [d_small, Q.shape[1]]:
        scaled.append(spread(attention(Q[:, :d], K[:, :d], np.eye(len(K)))))
        unscaled.append(spread(unscaled_weights(Q[:, :d], K[:, :d])))
    return np.array([scaled, unscaled])
