"""These are the keys already turned over, and K itself holds one key per row.

The paper writes the turn as a symbol of its own; K is what your function is given.
"""


def answer():
    return {
        "Q": "Q",
        "K": "np.swapaxes(K, -1, -2)",
        "V": "V",
        "d_k": "d_k",
        "transpose": "np.swapaxes(K, -1, -2)",
        "softmax": "weights",
        "d_v": "V.shape[-1]",
    }
