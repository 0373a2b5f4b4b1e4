"""The mean of some numbers."""


def mean(numbers):
    """Return the arithmetic mean of a list of numbers."""
    # YOUR CODE HERE
    raise NotImplementedError()
