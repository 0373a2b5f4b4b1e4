"""Public checks for the bonus."""

from grader.checks import assert_equal, check


@check(points=0)
def test_stem(student):
    """Counting and counted have one stem"""
    assert_equal([student.stem("counting"), student.stem("counted")], ["count", "count"])
