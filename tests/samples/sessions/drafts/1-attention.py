import numpy as np


def attention(Q, K, V):
    scores = np.matmul(Q, np.transpose(K))
    weights = np.exp(scores) / np.sum(np.exp(scores), axis=1, keepdims=True)
    return np.matmul(weights, V)
