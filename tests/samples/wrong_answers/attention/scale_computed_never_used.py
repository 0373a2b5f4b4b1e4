import numpy as np


def softmax(z):
    z = np.exp(z - np.max(z, axis=1, keepdims=True))
    return z / np.sum(z, axis=1, keepdims=True)


def attention(Q, K, V):
    Q = np.array(Q, dtype=float)
    K = np.array(K, dtype=float)
    V = np.array(V, dtype=float)
    d_k = Q.shape[1]
    scale = np.sqrt(d_k)
    scores = Q.dot(K.T)
    scaled = scores
    weights = softmax(scaled)
    return weights.dot(V)
