"""You seem to have handed in the worked example again. Change the query, the keys and the values, and
the working becomes your own.
"""


def answer():
    return {
        "Q": [[1, 0]],
        "K": [[1, 0], [0, 1]],
        "V": [[10, 0], [0, 20]],
        "weights": [[0.67, 0.33]],
        "output": [[6.698, 6.605]],
    }
