"""You seem to have chosen more keys than anyone wants to do by hand. Take two, three or four of them."""


def answer():
    return {
        "Q": [[1, 1]],
        "K": [[2, 0], [1, 1], [0, 1], [0, 0], [1, -1]],
        "V": [[1], [2], [0], [4], [3]],
        "weights": [[0.336, 0.336, 0.165, 0.082, 0.082]],
        "output": [[1.578]],
    }
