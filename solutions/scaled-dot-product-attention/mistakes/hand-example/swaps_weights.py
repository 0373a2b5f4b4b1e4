"""You seem to have the right weights in the wrong order. The first weight belongs to the first key: the
larger the score, the larger the weight.
"""

import numpy as np


def answer(given):
    Q, K = np.array(given["Q"]), np.array(given["K"])
    exp = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    return {"weights": (exp / exp.sum(axis=1, keepdims=True))[:, ::-1]}
