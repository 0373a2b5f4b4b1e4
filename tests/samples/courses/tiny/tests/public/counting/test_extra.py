"""Public checks for the bonus."""

from grader.checks import assert_equal, check


@check(points=0)
def test_twice(student):
    """Twice 4 is 8"""
    assert_equal(student.twice(4), 8)
