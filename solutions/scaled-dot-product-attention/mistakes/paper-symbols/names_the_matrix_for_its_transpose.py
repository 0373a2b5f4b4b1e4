"""The keys themselves stand here, and the superscript T is what turns them over.

Look for the part of your code after which one key is a column.
"""


def answer():
    return {
        "Q": "Q",
        "K": "K",
        "V": "V",
        "d_k": "d_k",
        "transpose": "K",
        "softmax": "weights",
        "d_v": "V.shape[-1]",
    }
