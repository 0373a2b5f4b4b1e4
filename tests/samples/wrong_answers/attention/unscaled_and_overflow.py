import numpy as np


def softmax(x):
    return np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    return softmax(np.array(Q) @ np.array(K).T) @ np.array(V)
