import numpy as np


def softmax(vector):
    e = np.exp(vector - np.max(vector))
    return e / np.sum(e)


def attention(Q, K, V):
    Q, K, V = np.array(Q), np.array(K), np.array(V)
    scaled = Q.dot(K.transpose()) / K.shape[1] ** 0.5
    w = softmax(scaled.flatten()).reshape(scaled.shape)
    return w.dot(V)
