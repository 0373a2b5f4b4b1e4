"""Parts of a whole."""

import numpy as np


def shares(values):
    """``values`` (n,) as parts of their sum."""
    ### BEGIN SOLUTION
    numbers = np.asarray(values, dtype=float)
    return numbers / numbers.sum()
    ### END SOLUTION
