"""You seem to divide each score by the sum of the scores. Softmax takes exp first, so that even a
score of 0 keeps some weight.
"""


def answer():
    return {
        "leans_to": "v1",
        "scores": [1, 0],
        "scaled_scores": [0.7071, 0],
        "weights": [1, 0],
        "output": [10, 0],
    }
