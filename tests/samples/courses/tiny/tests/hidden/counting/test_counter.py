"""Hidden checks for the counter."""

from grader.checks import assert_equal, check


@check(points=1, feedback="Where is the total kept between two calls?")
def test_remembers(student):
    """Adding twice adds up"""
    counter = student.Counter(10)
    counter.add(1)
    assert_equal(counter.add(2), 13)


@check(points=1, feedback="Two counters should not share their total.")
def test_counters_are_apart(student):
    """Two counters count on their own"""
    one, other = student.Counter(5), student.Counter(70)
    one.add(1)
    assert_equal(other.total, 70)
