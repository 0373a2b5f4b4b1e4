"""What can go wrong, and the exit code that each kind of fault ends with.

::

    GraderError                 2   bad input of any kind
    ├── UsageError              2   the command line asks for something that is not there
    ├── CourseError             2   course.yaml or a file of the course is wrong; may name several problems
    ├── SubmissionError         1   a submission that cannot be read at all
    └── GraderFault             3   ours, never the student's
        └── SandboxUnavailable  3   no sandbox of the asked strength starts here

A message says what is wrong, where, and what to do next. The command line prints it and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong in a file: what, where, and what to do next."""

    what: str
    where: str = ""
    """``course.yaml:12`` or a file name, relative to the course; empty where no place is to blame."""
    hint: str = ""
    """What to do next, with the near miss where there is one."""

    def __str__(self) -> str:
        head = f"{self.where}: {self.what}" if self.where else self.what
        return f"{head}\n  {self.hint}" if self.hint else head


class GraderError(Exception):
    """Base of every error that is shown to a user as a sentence instead of a traceback."""

    exit_code: ClassVar[int] = 2

    def __init__(self, what: str, *, where: str = "", hint: str = "") -> None:
        self.problems: tuple[Problem, ...] = (Problem(what, where, hint),)
        super().__init__(what)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class UsageError(GraderError):
    """The command line names an item, lesson, student or file that does not exist."""


class CourseError(GraderError):
    """course.yaml, a reference, a rubric or a check file is wrong. May carry several problems at once."""

    @classmethod
    def of(cls, problems: Sequence[Problem]) -> CourseError:
        """All of ``problems`` in one error, in their order. There must be at least one."""
        error = cls(problems[0].what)
        error.problems = tuple(problems)
        return error


class SubmissionError(GraderError):
    """A submission as a whole cannot be read (a broken archive, an unsafe path)."""

    exit_code = 1


class GraderFault(GraderError):
    """Something of ours failed; the student is not to blame and no score is changed."""

    exit_code = 3


class SandboxUnavailable(GraderFault):
    """No sandbox of the wanted strength could be started on this machine."""
