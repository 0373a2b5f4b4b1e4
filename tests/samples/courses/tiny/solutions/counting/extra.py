"""A bonus."""


def twice(number):
    """``number`` two times."""
    ### BEGIN SOLUTION
    return 2 * number
    ### END SOLUTION
