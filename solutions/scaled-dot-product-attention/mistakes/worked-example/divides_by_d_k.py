"""You seem to divide the scores by d_k = 2. The scale is the square root of d_k, about 1.41."""


def answer():
    return {
        "leans_to": "v1",
        "scores": [1, 0],
        "scaled_scores": [0.5, 0],
        "weights": [0.6225, 0.3775],
        "output": [6.225, 7.551],
    }
