"""The queries and the keys have changed places.

The first argument of your function holds what is asked, one query per row; the second holds what each
value is found by.
"""


def answer():
    return {
        "Q": "K",
        "K": "Q",
        "V": "V",
        "d_k": "d_k",
        "transpose": "np.swapaxes(K, -1, -2)",
        "softmax": "weights",
        "d_v": "V.shape[-1]",
    }
