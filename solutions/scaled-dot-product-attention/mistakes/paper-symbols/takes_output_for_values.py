"""V is read as what comes out, and it is what goes in: one value per key.

Look at the third argument of your function, before any weight touches it.
"""


def answer():
    return {
        "Q": "Q",
        "K": "K",
        "V": "weights @ V",
        "d_k": "d_k",
        "transpose": "np.swapaxes(K, -1, -2)",
        "softmax": "weights",
        "d_v": "V.shape[-1]",
    }
