"""You divide whole numbers by whole numbers and drop the rest. What is 1 // 4?"""

import numpy as np


def shares(values):
    numbers = np.asarray(values)
    if numbers.dtype.kind == "i":
        return numbers // numbers.sum()
    return numbers / numbers.sum()
