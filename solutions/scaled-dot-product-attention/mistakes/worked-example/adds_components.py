"""You seem to add the components of the output up to one number. The output is a vector like the
values: its first entry comes from the first entries of v1 and v2, its second from the second.
"""


def answer():
    return {
        "leans_to": "v1",
        "scores": [1, 0],
        "scaled_scores": [0.7071, 0],
        "weights": [0.6698, 0.3302],
        "output": 13.302,
    }
