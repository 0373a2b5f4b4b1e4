"""One file per item kind: read a student's file -> Answer; never executes it."""

from grader.answers.reader import Originals, read

__all__ = ["Originals", "read"]
