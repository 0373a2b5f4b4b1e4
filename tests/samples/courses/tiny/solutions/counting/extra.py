"""A bonus."""

from Stemmer import Stemmer


def stem(word):
    """What is left of an English ``word`` without its ending."""
    ### BEGIN SOLUTION
    return Stemmer("english").stemWord(word)
    ### END SOLUTION
