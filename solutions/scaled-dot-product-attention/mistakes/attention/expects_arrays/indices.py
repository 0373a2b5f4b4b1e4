"""Asks a list for a column, which only an array has."""

import numpy as np


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    output = np.zeros((len(Q), len(V[0])))
    for row, q in enumerate(Q):
        weights = softmax(np.array([np.dot(q, k) for k in K]) / np.sqrt(len(q)))
        for column in range(len(V[0])):
            output[row, column] = weights @ V[:, column]
    return output
