"""This is √d_k, the whole divisor, and not d_k.

The paper writes the root as an operation of its own: d_k is the number under it.
"""


def answer():
    return {
        "Q": "Q",
        "K": "K",
        "V": "V",
        "d_k": "np.sqrt(d_k)",
        "transpose": "np.swapaxes(K, -1, -2)",
        "softmax": "weights",
        "d_v": "V.shape[-1]",
    }
