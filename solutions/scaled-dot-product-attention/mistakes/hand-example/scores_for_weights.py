"""You seem to have written the scaled scores where the weights belong. The weights are what the
softmax makes of them: each row sums to 1.
"""


def answer():
    return {
        "Q": [[1, 0, 1, 0]],
        "K": [[2, 1, 1, 0], [1, 0, 0, 3], [0, 2, 0, 1]],
        "V": [[1, 0], [0, 2], [4, 4]],
        "weights": [[1.5, 0.5, 0.0]],
        "output": [[1.19, 1.023]],
    }
