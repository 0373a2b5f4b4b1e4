"""The table of ``csv`` with the byte-order mark by which Excel knows UTF-8; others would read it as a letter."""

from __future__ import annotations

from collections.abc import Sequence

from grader.records import Attempt
from grader.report import csv
from grader.report.rows import Context


def write(attempts: Sequence[Attempt], context: Context) -> str:
    """As ``csv.write``; its first character is U+FEFF."""
    return "\ufeff" + csv.write(attempts, context)
