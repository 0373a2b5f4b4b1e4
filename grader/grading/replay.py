"""Recorded calls, made again on one of the course's own modules. Trusted code only."""

from __future__ import annotations

import contextlib
import hashlib
import io
import pickle
import warnings
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from grader.checks.calls import Call, frozen
from grader.grading.alike import Outcome
from grader.sandbox.api import Handle, Raised, Reply

Outcomes = tuple[Outcome | None, ...]
"""One for each call; ``None`` for a call to another file, which this one could not have answered."""
PLAIN = (bool, int, float, complex, str, bytes, list, tuple, dict, set, np.ndarray, np.generic, type(None))
MOST_KEPT = 1000


class Replays:
    """Outcomes by module and content of the calls: every student is asked the same, so once is enough."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, bytes], Outcomes] = OrderedDict()

    def outcomes(self, key: str, module: ModuleType, file: str, calls: Sequence[Call]) -> Outcomes:
        """What ``module`` does when it stands in for ``file``; ``key`` names its content."""
        full_key = key, _fingerprint(file, calls)
        if full_key in self._kept:
            self._kept.move_to_end(full_key)
            return self._kept[full_key]
        outcomes = replay(module, file, calls)
        self._kept[full_key] = outcomes
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return outcomes


def replay(module: ModuleType, file: str, calls: Sequence[Call]) -> Outcomes:
    """The same calls on ``module``, in order: what an object became by one call, the next one finds."""
    objects: dict[int, Any] = {}
    outcomes: list[Outcome | None] = []
    for call in calls:
        if isinstance(call.owner, Handle):
            target = objects.get(call.owner.id)
        else:
            target = module if call.owner == file else None
        if target is None:
            outcomes.append(None)
            continue
        outcome, made = _once(target, call, objects)
        answered = call.outcome.value if isinstance(call.outcome, Reply) else None
        if isinstance(answered, Handle) and made is not None:
            objects[answered.id] = made
        outcomes.append(outcome)
    return tuple(outcomes)


def _once(target: Any, call: Call, objects: Mapping[int, Any]) -> tuple[Outcome, Any]:
    """The outcome, and the object when the value is one that would have stayed in the sandbox."""
    quiet = io.StringIO()
    with warnings.catch_warnings(record=True) as shown, contextlib.redirect_stdout(quiet):
        warnings.simplefilter("always")
        try:
            found = getattr(target, call.name)
            if call.args is None:
                value, after = found, None
            else:
                args = [_with_objects(frozen(arg), objects) for arg in call.args]
                kwargs = {name: _with_objects(frozen(arg), objects) for name, arg in call.kwargs.items()}
                value = frozen(found(*args, **kwargs))
                after = tuple(
                    sent if isinstance(sent, Handle) else arg
                    for sent, arg in zip(call.args, args, strict=True)
                )
        except Exception as error:  # noqa: BLE001
            return Raised(_builtin_name(error), ""), None
    categories = tuple(sorted({warning.category.__name__ for warning in shown}))
    if isinstance(value, PLAIN):
        return Reply(value, after, categories), None
    return Reply(Handle(-1, type(value).__name__), after, categories), value


def _with_objects(value: Any, objects: Mapping[int, Any]) -> Any:
    if isinstance(value, Handle):
        return objects.get(value.id, value)
    if type(value) in (list, tuple):
        return type(value)([_with_objects(element, objects) for element in value])
    return value


def _builtin_name(error: Exception) -> str:
    return next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins")


def _fingerprint(file: str, calls: Sequence[Call]) -> bytes:
    """Of what was asked, not of what was answered, except for which answers were objects."""
    asked = [
        (call.owner, call.name, call.args, dict(call.kwargs), _object_id(call.outcome)) for call in calls
    ]
    return hashlib.sha256(pickle.dumps((file, asked))).digest()


def _object_id(outcome: Outcome) -> int | None:
    if isinstance(outcome, Reply) and isinstance(outcome.value, Handle):
        return outcome.value.id
    return None
