"""You seem to have taken keys that all fit the query equally well, so the output is just the mean of
the values. Let the query prefer one of them.
"""


def answer():
    return {
        "Q": [[1, 0]],
        "K": [[1, 1], [1, 1], [1, 1]],
        "V": [[3, 0], [0, 3], [3, 3]],
        "weights": [[0.333, 0.333, 0.333]],
        "output": [[2.0, 2.0]],
    }
