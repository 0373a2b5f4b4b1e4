import numpy as np


def attention(Q, K, V):
    e = np.exp(np.dot(Q, np.transpose(K)) / np.sqrt(np.shape(K)[1]))
    return np.dot(e / np.sum(e), V)
