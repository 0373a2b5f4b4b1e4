"""You seem to have added the values up as they are. Multiply each value by its weight first."""

import numpy as np


def answer(given):
    total = np.sum(given["V"], axis=0)
    return {"output": np.tile(total, (len(given["Q"]), 1))}
