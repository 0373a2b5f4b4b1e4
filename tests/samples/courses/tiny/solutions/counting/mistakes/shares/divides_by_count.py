"""You divide by how many values there are, not by their sum. What should all shares add up to?"""

import numpy as np


def shares(values):
    numbers = np.asarray(values, dtype=float)
    return numbers / len(numbers)
