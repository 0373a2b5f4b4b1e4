import numpy as np
from attention import attention


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def unscaled_weights(Q, K):
    return softmax(Q @ K.T / np.sqrt(Q.shape[1]))


def spread(weights):
    return float(np.mean(np.max(weights, axis=1)))


def compare(Q, K, d_small):
    rows = [[], []]
    for d in (d_small, Q.shape[1]):
        rows[0].append(spread(unscaled_weights(Q[:, :d], K[:, :d])))
        rows[1].append(spread(attention(Q[:, :d], K[:, :d], np.eye(len(K)))))
    return np.array(rows)
