import numpy as np


def attention(Q, K, V):
    scores = np.dot(Q, np.transpose(K)) / np.sqrt(d_k)
    weights = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    return weights @ V
