"""Ids of built-in checks."""

from __future__ import annotations

import re


def check_id(name: str) -> str:
    """``test_scaled_scores`` for an answer called ``scaled scores``."""
    return "test_" + (re.sub(r"\W+", "_", name).strip("_") or "answer")
