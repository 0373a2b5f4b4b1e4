"""You seem to divide the scores by their sum. Softmax takes e to the power of each score first, and divides
those by their sum.
"""

import numpy as np


def answer(given):
    Q, K = np.array(given["Q"]), np.array(given["K"])
    scores = Q @ K.T / np.sqrt(K.shape[1])
    return {"weights": scores / scores.sum(axis=1, keepdims=True)}
