"""You change the array that you were given. Its owner may still need it."""

import numpy as np


def shares(values):
    if isinstance(values, np.ndarray) and values.dtype.kind == "f":
        values /= values.sum()
        return values
    numbers = np.asarray(values, dtype=float)
    return numbers / numbers.sum()
