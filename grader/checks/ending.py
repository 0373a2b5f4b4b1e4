"""What a check's exception means."""

from __future__ import annotations

import linecache
from pathlib import Path

import pytest

from grader.checks.items import ValueReturned
from grader.checks.spec import Broken, Ending, broken
from grader.errors import GraderFault
from grader.sandbox.api import StudentFault

CERTAINLY_OURS = frozenset(
    {"GraderFault", "SandboxUnavailable", "Skipped", "XFailed", "ValueReturned", "Exit"}
)


def ending_of(error: BaseException, root: Path) -> Ending:
    """``error`` without its traceback, which would keep arrays alive; Broken when it is no verdict."""
    if isinstance(error, pytest.fail.Exception) and not isinstance(error, pytest.xfail.Exception):
        return AssertionError(error.msg or "")
    if isinstance(error, StudentFault | AssertionError):
        error.__cause__ = error.__context__ = None
        return error.with_traceback(None)
    if isinstance(error, GraderFault | ValueReturned | pytest.skip.Exception | pytest.xfail.Exception):
        return Broken(type(error).__name__, broken(error, root).where)
    return broken(error, root)


def unexpected(ending: Ending) -> bool:
    """Whether the check's own code stumbled, maybe over a value that the student's work gave."""
    return isinstance(ending, Broken) and ending.what not in CERTAINLY_OURS


def statement_of(error: BaseException, file: Path) -> str:
    """The line of ``file`` whose bare ``assert`` failed; empty when the assertion has words of its own."""
    if type(error) is not AssertionError or str(error):
        return ""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(file):
            line = trace.tb_lineno
        trace = trace.tb_next
    return linecache.getline(str(file), line).strip()
