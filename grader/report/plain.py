"""Text in an encoding that lacks some of its characters: the nearest thing that can be shown.

A character may become several (√ is sqrt), so text is made plain before it is laid out in lines.
"""

from __future__ import annotations

import codecs
import re
import unicodedata

_NEAREST = {
    "√": "sqrt", "ᵀ": "^T", "·": "*", "×": "x", "−": "-", "–": "-", "—": "-", "…": "...", "→": "->",
    "←": "<-", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "•": "*", "“": '"', "”": '"', "‘": "'", "’": "'",
    "±": "+/-", "∞": "inf", "─": "-", "│": "|", "█": "#", "░": ".", "∑": "sum", "Σ": "sum", "∈": "in", "α": "alpha",
    "β": "beta", "σ": "sigma", "μ": "mu", "▶": ">", "▼": "v", **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
}  # fmt: skip
ERRORS = "grade-plain"
"""Name of a codec error handler with which no print ever raises."""


_ROOT = re.compile(r"√(\w+)")


def plain(text: str, encoding: str) -> str:
    """``text`` as it will read in ``encoding``."""
    if "√" in text and not _has_root(encoding):
        text = _ROOT.sub(r"sqrt(\1)", text)
    return text.encode(encoding, ERRORS).decode(encoding)


def _has_root(encoding: str) -> bool:
    try:
        return bool("√".encode(encoding))
    except UnicodeEncodeError:
        return False


def _plainer(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    text = "".join(map(_nearest, error.object[error.start : error.end]))
    return text, error.end


def _nearest(char: str) -> str:
    if char in _NEAREST:
        return _NEAREST[char]
    simple = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
    return simple or "?"


codecs.register_error(ERRORS, _plainer)
