"""A helper that students receive."""


def step(number):
    return number
