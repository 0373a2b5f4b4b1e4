"""Checks that need no code from a course author."""

from grader.checks.builtin.make import checks_for
from grader.checks.builtin.model import BuiltinCheck, Verdict

__all__ = ["BuiltinCheck", "Verdict", "checks_for"]
