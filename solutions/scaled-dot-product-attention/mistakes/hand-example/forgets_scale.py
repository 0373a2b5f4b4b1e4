"""You seem to go from the dot products straight to the softmax. Divide every score by √d_k in between."""

import numpy as np


def answer(given):
    Q, K = np.array(given["Q"]), np.array(given["K"])
    exp = np.exp(Q @ K.T)
    return {"weights": exp / exp.sum(axis=1, keepdims=True)}
