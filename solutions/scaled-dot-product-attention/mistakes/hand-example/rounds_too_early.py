"""You seem to have rounded the weights to one decimal and gone on from there, so the later digits of
the output mean little. Keep two or three decimals until the end.
"""


def answer():
    return {
        "Q": [[1, 0, 1, 0]],
        "K": [[2, 1, 1, 0], [1, 0, 0, 3], [0, 2, 0, 1]],
        "V": [[10, 0], [0, 40], [80, 20]],
        "weights": [[0.6, 0.2, 0.1]],
        "output": [[14.0, 10.0]],
    }
