"""What choice and text answers share: Markdown without its comments, every line where it was."""

from __future__ import annotations

import re

COMMENT = re.compile(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)


def without_comments(text: str) -> str:
    """``text`` with HTML comments taken out; their line breaks stay, so lines keep their numbers."""
    return COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)


def squeezed(text: str) -> str:
    """``text`` for comparing: one space between words, case and marks of emphasis do not matter."""
    return " ".join(re.sub(r"[*`]", "", text).casefold().split())
