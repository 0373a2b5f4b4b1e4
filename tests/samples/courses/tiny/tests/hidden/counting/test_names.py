"""Hidden checks for the names."""

from grader.checks import check


@check(points=1, feedback="Look at the line that begins with def.")
def test_parameter(answer, source):
    """The name of the parameter is that in your file"""
    functions = [node for node in source(item="shares")["body"] if node["node"] == "FunctionDef"]
    parameters = [arg["arg"] for function in functions for arg in function["args"]["args"]]
    assert answer.entries.get("values") in parameters
