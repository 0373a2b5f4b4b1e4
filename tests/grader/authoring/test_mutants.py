"""Changed references: small, real, only in what students write, and each shown as a difference."""

from __future__ import annotations

import ast

import pytest

from grader.authoring.coursecheck.mutants import mutants

REFERENCE = '''"""A reference with a √ in it."""

GIVEN = 1 + 1


def f(x, y):
    """Not changed: 1 + 1."""
    ### BEGIN SOLUTION
    """√"""; z = {expression}
    ### END SOLUTION
'''


def changed(expression: str) -> set[str]:
    """The expression in every mutant."""
    found = mutants(REFERENCE.format(expression=expression), "f.py")
    return {mutant.source.partition("z = ")[2].partition("\n")[0] for mutant in found}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("x / y", {"x * y", "x"}),
        ("x + y", {"x - y", "x", "y"}),
        ("x @ y", {"x * y"}),
        ("x[-1]", {"x[0]"}),
        ("x[1]", {"x[2]"}),
        ("x.sum(axis=-1)", {"x.sum(axis=0)", "x.sum()", "x"}),
        ("abs(x)", {"x"}),
        ("x < y", {"x <= y"}),
        ("x is not None and y", {"x is None and y", "x is not None or y"}),
        ("not x", {"x"}),
        ("x.round(decimals=2)", {"x.round(decimals=3)", "x.round()", "x"}),
        ("True", {"False"}),
    ],
)
def test_an_expression_is_changed_in_each_of_the_known_ways(expression: str, expected: set[str]) -> None:
    """Operators, operands, constants, axes, comparisons, calls and arguments are changed one at a time"""
    assert changed(expression) == expected


def test_only_what_students_write_is_changed() -> None:
    """Lines outside of the solution marks, docstrings among them, stay as they are"""
    source = REFERENCE.format(expression="x / y")
    for mutant in mutants(source, "f.py"):
        assert mutant.source.partition("### BEGIN")[0] == source.partition("### BEGIN")[0]
        assert mutant.line == 9


def test_lines_that_only_have_an_effect_are_left_out_one_at_a_time() -> None:
    """A statement may be dropped, but not the first assignment of a name, which any check would notice"""
    found = mutants("def f(x):\n    y = x\n    x[0] = y\n    x += y\n    print(x)\n    return x\n", "f.py")
    assert {mutant.line for mutant in found if mutant.kind == "mutant-statement"} == {3, 4, 5}


def test_no_two_mutants_are_alike_and_each_parses() -> None:
    """Every mutant is a program of its own that differs from the reference"""
    source = REFERENCE.format(expression="x.mean(axis=0) + abs(x - y) ** 2")
    found = [ast.dump(ast.parse(mutant.source)) for mutant in mutants(source, "f.py")]
    assert len(set(found)) == len(found) > 6
    assert ast.dump(ast.parse(source)) not in found


def test_a_mutant_shows_its_difference() -> None:
    """The difference is a unified diff with the old line and the new one"""
    (mutant,) = mutants("def f(x, y):\n    return x @ y\n", "f.py")
    assert "-    return x @ y\n+    return x * y" in mutant.diff
    assert mutant.what == "`@` became `*`"


def test_a_reference_that_is_not_python_is_refused() -> None:
    """A reference that does not parse raises SyntaxError"""
    with pytest.raises(SyntaxError):
        mutants("def f(:\n", "f.py")
