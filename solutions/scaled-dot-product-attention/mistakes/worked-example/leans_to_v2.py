"""You seem to go by the size of the numbers in the values, since 20 is more than 10. Which value the
output leans to is decided by the weights alone: compare the query with the keys.
"""


def answer():
    return {
        "leans_to": "v2",
        "scores": [1, 0],
        "scaled_scores": [0.7071, 0],
        "weights": [0.6698, 0.3302],
        "output": [6.698, 6.605],
    }
