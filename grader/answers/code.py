"""A module of the student's. Nothing on this side of the boundary parses it, let alone runs it."""

from __future__ import annotations

from grader.answers.model import CodeAnswer


def read(text: str, stub: str, reference: str | None, name: str) -> CodeAnswer:
    """``text`` as UTF-8 bytes with ``\\n`` line ends and no byte-order mark."""
    return CodeAnswer(text.encode())
