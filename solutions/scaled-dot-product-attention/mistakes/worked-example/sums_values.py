"""You seem to add the two values as they are. The output is a blend: each value counts only as much as
its weight.
"""


def answer():
    return {
        "leans_to": "v1",
        "scores": [1, 0],
        "scaled_scores": [0.7071, 0],
        "weights": [0.6698, 0.3302],
        "output": [10, 20],
    }
