"""Hidden checks for an example of one's own."""

from grader.checks import assert_close, check


@check(points=1, feedback="Work it out once more by hand.", needs="shares")
def test_agrees_with_own_code(answer, references, students):
    """Your numbers agree with your own code"""
    values = [float(value) for value in answer.values["values"]]
    written = [float(value) for value in answer.values["shares"]]
    assert_close(written, references["shares"].shares(values), atol=0.01, allow="list")
    assert_close(students["shares"].shares(values), written, atol=0.01)
