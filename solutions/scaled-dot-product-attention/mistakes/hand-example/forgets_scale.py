"""You seem to go from the dot products straight to the softmax. Divide every score by √d_k in between."""


def answer():
    return {
        "Q": [[1, 0, 1, 0]],
        "K": [[2, 1, 1, 0], [1, 0, 0, 3], [0, 2, 0, 1]],
        "V": [[1, 0], [0, 2], [4, 4]],
        "weights": [[0.844, 0.114, 0.042]],
        "output": [[1.012, 0.396]],
    }
