"""Parts of a whole."""

import numpy as np


def shares(values):
    """``values`` (n,) as parts of their sum."""
    # YOUR CODE HERE
    raise NotImplementedError
