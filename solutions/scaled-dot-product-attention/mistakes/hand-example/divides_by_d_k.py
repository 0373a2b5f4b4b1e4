"""You seem to divide the scores by d_k itself. It is the root of d_k that brings them back to size."""

import numpy as np


def answer(given):
    Q, K = np.array(given["Q"]), np.array(given["K"])
    exp = np.exp(Q @ K.T / K.shape[1])
    return {"weights": exp / exp.sum(axis=1, keepdims=True)}
