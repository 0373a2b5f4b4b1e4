import numpy as np


def attend(q, K):
    s = np.array([np.dot(q, k) for k in K]) / np.sqrt(len(q))
    e = np.exp(s - np.max(s))
    return e / np.sum(e)


def attention(Q, K, V):
    return np.array([attend(q, K) for q in Q])
