"""A counter."""

from steps import step


class Counter:
    """Counts up from ``start``."""

    def __init__(self, start):
        # YOUR CODE HERE
        raise NotImplementedError

    def add(self, number):
        """Add ``number`` and return the total."""
        # YOUR CODE HERE
        raise NotImplementedError
