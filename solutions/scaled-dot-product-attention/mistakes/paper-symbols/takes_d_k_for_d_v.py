"""This is the length of a key, and d_v is the width of a value; the two need not agree.

Ask V, or the output, for its number of columns.
"""


def answer():
    return {
        "Q": "Q",
        "K": "K",
        "V": "V",
        "d_k": "d_k",
        "transpose": "np.swapaxes(K, -1, -2)",
        "softmax": "weights",
        "d_v": "d_k",
    }
