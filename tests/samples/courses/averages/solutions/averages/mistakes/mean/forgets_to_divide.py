"""Your function returns the sum. A mean is the sum divided by how many numbers there are."""


def mean(numbers):
    return sum(numbers)
