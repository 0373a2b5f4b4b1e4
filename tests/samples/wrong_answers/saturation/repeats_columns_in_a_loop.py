import numpy as np
from attention import attention


def unscaled_weights(Q, K):
    return attention(Q, K * np.sqrt(K.shape[1]), np.identity(K.shape[0]))


def spread(weights):
    return np.mean([max(row) for row in weights])


def compare(Q, K, d_small):
    table = np.zeros((2, 2))
    small_q, small_k = Q[:, :d_small], K[:, :d_small]
    big_q = np.concatenate([small_q] * (Q.shape[1] // d_small), axis=1)
    big_k = np.concatenate([small_k] * (K.shape[1] // d_small), axis=1)
    for col, (q, k) in enumerate([(small_q, small_k), (big_q, big_k)]):
        table[0, col] = spread(unscaled_weights(q, k))
        table[1, col] = spread(attention(q, k, np.eye(len(k))))
    return table
