"""What a course author uses to write checks.

A check is a pytest function in ``tests/public/<lesson>/`` or ``tests/hidden/<lesson>/`` that carries
:func:`check` and asks for fixtures: ``student``, ``students``, ``answer``, ``reference``, ``references``,
``source``, ``rng``. It runs in the trusted process; student code runs in a sandbox, and only plain values
come back.
"""

from __future__ import annotations

from grader.checks.compare import (
    assert_close,
    assert_equal,
    assert_inputs_unchanged,
    assert_no_warnings,
    assert_shape,
    raises,
)
from grader.checks.failure import CheckFailed, Difference
from grader.checks.mark import check

__all__ = [
    "CheckFailed",
    "Difference",
    "assert_close",
    "assert_equal",
    "assert_inputs_unchanged",
    "assert_no_warnings",
    "assert_shape",
    "check",
    "raises",
]
