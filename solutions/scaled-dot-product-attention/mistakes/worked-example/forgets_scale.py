"""You seem to go from the scores straight to the softmax. Divide both scores by √d_k, here √2, in
between.
"""


def answer():
    return {
        "leans_to": "v1",
        "scores": [1, 0],
        "scaled_scores": [1, 0],
        "weights": [0.7311, 0.2689],
        "output": [7.311, 5.379],
    }
