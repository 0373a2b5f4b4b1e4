"""The mean of some numbers."""


def mean(numbers):
    """Return the arithmetic mean of a list of numbers."""
    ### BEGIN SOLUTION
    return sum(numbers) / len(numbers)
    ### END SOLUTION
