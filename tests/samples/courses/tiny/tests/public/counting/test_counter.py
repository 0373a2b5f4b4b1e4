"""Public checks for the counter."""

from grader.checks import assert_equal, check


@check(points=1, feedback="Follow one call of add on paper.")
def test_counts_from_start(student):
    """A counter that starts at 3 is at 7 after adding 4"""
    assert_equal(student.Counter(3).add(4), 7, what="the total")
