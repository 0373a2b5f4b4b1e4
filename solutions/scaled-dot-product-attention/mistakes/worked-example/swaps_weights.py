"""You seem to have the two weights the wrong way round. The first weight belongs to k1, whose score is
the larger one.
"""


def answer():
    return {
        "leans_to": "v1",
        "scores": [1, 0],
        "scaled_scores": [0.7071, 0],
        "weights": [0.3302, 0.6698],
        "output": [3.302, 13.395],
    }
