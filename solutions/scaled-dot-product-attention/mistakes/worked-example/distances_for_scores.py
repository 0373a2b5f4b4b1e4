"""You seem to measure how far the query is from each key, so the best match has the smallest number. A
score is a dot product: multiply component by component and add.
"""


def answer():
    return {
        "leans_to": "v1",
        "scores": [0, 1.4142],
        "scaled_scores": [0, 1],
        "weights": [0.2689, 0.7311],
        "output": [2.689, 14.621],
    }
