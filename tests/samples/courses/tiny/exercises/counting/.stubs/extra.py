"""A bonus."""

from Stemmer import Stemmer


def stem(word):
    """What is left of an English ``word`` without its ending."""
    # YOUR CODE HERE
    raise NotImplementedError
