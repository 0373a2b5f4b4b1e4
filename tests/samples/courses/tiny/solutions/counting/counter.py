"""A counter."""

from steps import step


class Counter:
    """Counts up from ``start``."""

    def __init__(self, start):
        ### BEGIN SOLUTION
        self.total = start
        ### END SOLUTION

    def add(self, number):
        """Add ``number`` and return the total."""
        ### BEGIN SOLUTION
        self.total += step(number)
        return self.total
        ### END SOLUTION
