"""You seem to have added the values up as they are. Multiply each value by its weight first."""


def answer():
    return {
        "Q": [[1, 0, 1, 0]],
        "K": [[2, 1, 1, 0], [1, 0, 0, 3], [0, 2, 0, 1]],
        "V": [[1, 0], [0, 2], [4, 4]],
        "weights": [[0.629, 0.231, 0.14]],
        "output": [[5, 6]],
    }
