"""What a mistake of a numeric item writes: its module's ``answer()``, or ``answer(given)``.

The second form is for items whose numbers the student chooses: ``given`` holds the fields of the student's
answer as numbers, words and (nested) lists, and ``answer`` returns the fields that the mistake gets wrong.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Mapping
from decimal import Decimal
from types import ModuleType
from typing import Any

import numpy as np

from grader.answers.model import Value


def takes_given(mistake: ModuleType) -> bool:
    """Whether the mistake works on the student's own numbers."""
    return bool(inspect.signature(mistake.answer).parameters)


def written(mistake: ModuleType, given: Mapping[str, Value]) -> dict[str, Any]:
    """The fields that ``mistake`` writes, in the types that a student's file is read into.

    Raises whatever the mistake raises: the student's numbers need not fit together. Raises ``ValueError``
    when they lead it to something that is not finite, which nobody can have written.
    """
    with np.errstate(all="ignore"):
        fields = mistake.answer(_as_given(given)) if takes_given(mistake) else mistake.answer()
    return {field: _as_read(value) for field, value in fields.items()}


def _as_given(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {field: _as_given(each) for field, each in value.items()}
    if isinstance(value, tuple):
        return [_as_given(each) for each in value]
    return value if isinstance(value, str) else float(value)


def _as_read(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return tuple(_as_read(each) for each in value)
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("not finite")
    return Decimal(repr(value)) if isinstance(value, float) else value
