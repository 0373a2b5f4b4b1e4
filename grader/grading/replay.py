"""Recorded calls, made again on one of the course's own modules. Trusted code only."""

from __future__ import annotations

import contextlib
import dis
import hashlib
import io
import pickle
import warnings
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import ModuleType
from typing import Any

import numpy as np

from grader.checks.calls import Call, frozen
from grader.grading.alike import ITS_OWN_WORDS, Outcome, alike, same_after, same_value, warned
from grader.grading.patience import OutOfPatience, patience
from grader.sandbox.api import Handle, Raised, Reply

Outcomes = tuple[Outcome | None, ...]
"""One for each call; ``None`` for a call to another file, which this one could not have answered."""
PLAIN = (bool, int, float, complex, str, bytes, list, tuple, dict, set, np.ndarray, np.generic, type(None))
REFERENCE = ""
"""A name that no mistake has."""
MOST_KEPT = 200
"""Runs of checks that are kept for an item: more than it has, for some ask about an earlier answer."""
LONGEST = 10.0
"""Seconds for one run's calls on one module; they take milliseconds."""
MOST_STUCK = 2
"""Modules that may take too long over one submission: what it answered may be what makes them slow."""


class Replays:
    """Answers of an item's modules by content of the calls: every student is asked the same, so once is enough.

    ``file`` is the one that each module stands in for. A module that takes too long over some calls is not asked
    again about these, nor about others of the same submission; the next one finds it as if nothing had been.
    """

    def __init__(self, file: str, reference: ModuleType, mistakes: Mapping[str, ModuleType]) -> None:
        self._file = file
        self._modules = {REFERENCE: reference, **mistakes}
        self._kept: OrderedDict[bytes, dict[str, Outcomes]] = OrderedDict()
        self._stuck: set[str] = set()

    def begin(self) -> None:
        """Turn to the next submission."""
        self._stuck.clear()

    def of(self, calls: Sequence[Call]) -> Replayed:
        """The calls of one run of a check, ready to be made."""
        asked = _fingerprint(calls)
        kept = self._kept.setdefault(asked, {})
        self._kept.move_to_end(asked)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return Replayed(self, calls, kept)

    def given_up(self, name: str) -> bool:
        """Whether the module called ``name`` is not to be asked, as long as this submission is looked at."""
        return name in self._stuck or len(self._stuck) >= MOST_STUCK

    def outcomes(self, name: str, calls: Sequence[Call]) -> Outcomes:
        """What the module called ``name`` does, every time anew."""
        try:
            with patience(LONGEST):
                return replay(self._modules[name], self._file, calls)
        except OutOfPatience:
            self._stuck.add(name)
            return (None,) * len(calls)


class Replayed:
    """Calls, made on a module when its answers are wanted: most mistakes are out of the question soon."""

    def __init__(self, replays: Replays, calls: Sequence[Call], kept: dict[str, Outcomes]) -> None:
        self._replays = replays
        self._calls = calls
        self._kept = kept

    @property
    def reference(self) -> Outcomes:
        """What the reference does."""
        if REFERENCE not in self._kept:
            if self._replays.given_up(REFERENCE):
                return (None,) * len(self._calls)
            self._kept[REFERENCE] = self._replays.outcomes(REFERENCE, self._calls)
        return self._kept[REFERENCE]

    def mistake(self, name: str) -> Outcomes:
        """What a mistake does. Where that is what the reference does, it is the same object."""
        if name not in self._kept:
            if self._replays.given_up(name):
                return (None,) * len(self._calls)
            outcomes = self._replays.outcomes(name, self._calls)
            self._kept[name] = _shared(outcomes, self.reference, self._calls)
        return self._kept[name]


class Mistakes(Mapping[str, Outcomes]):
    """What each mistake does in all runs of a check, by name; made when it is asked for.

    Where that is what the reference does in every call, it is the same object.
    """

    def __init__(self, names: Iterable[str], runs: Sequence[Replayed]) -> None:
        self._names = tuple(names)
        self._runs = runs
        self._made: dict[str, Outcomes] = {}
        self.reference = _joined([run.reference for run in runs])

    def __getitem__(self, name: str) -> Outcomes:
        if len(self._runs) == 1:  # most checks; it is kept there
            return self._runs[0].mistake(name)
        if name not in self._made:
            wrong = [run.mistake(name) for run in self._runs]
            shown = any(one is not run.reference for one, run in zip(wrong, self._runs, strict=True))
            self._made[name] = _joined(wrong) if shown else self.reference
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _joined(runs: Sequence[Outcomes]) -> Outcomes:
    """One after another; those of a single run as they are, the very same object."""
    return runs[0] if len(runs) == 1 else tuple(chain.from_iterable(runs))


def _shared(wrong: Outcomes, right: Outcomes, calls: Sequence[Call]) -> Outcomes:
    """``wrong`` with the outcomes of ``right`` that are the same: they need not be compared or kept again."""
    shared = tuple(
        other if one is not None and other is not None and _alike(one, other, call) else one
        for one, other, call in zip(wrong, right, calls, strict=True)
    )
    return right if all(one is other for one, other in zip(shared, right, strict=True)) else shared


def _alike(one: Outcome, other: Outcome, call: Call) -> bool:
    return same_value(one, other) and same_after(one, other, call) and warned(one) == warned(other)


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
                # As a reply says it: the arguments are told only when they changed.
                after = None if alike(after, tuple(call.args)) else after
        except Exception as error:  # noqa: BLE001
            return _raised(error, target), None
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


def _raised(error: Exception, target: Any) -> Raised:
    """What the sandbox would say of ``error``; the words of a ``raise`` of the mistake's own do not count."""
    name = next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins")
    text = str(error) if name == type(error).__name__ else f"{type(error).__name__}: {error}"
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is not None and _is_raise(trace.tb_frame.f_code.co_code[trace.tb_lasti]):
        module = target.__name__ if isinstance(target, ModuleType) else type(target).__module__
        if trace.tb_frame.f_globals.get("__name__") == module:
            text = ITS_OWN_WORDS
    return Raised(name, text)


def _is_raise(instruction: int) -> bool:
    return dis.opname[instruction] == "RAISE_VARARGS"


def _fingerprint(calls: Sequence[Call]) -> bytes:
    """Of what was asked, not of what was answered, except for which answers were objects."""
    asked = [
        (call.owner, call.name, call.args, dict(call.kwargs), _object_id(call.outcome)) for call in calls
    ]
    arrays: list[pickle.PickleBuffer] = []
    digest = hashlib.sha256(pickle.dumps(asked, protocol=5, buffer_callback=arrays.append))
    for array in arrays:
        digest.update(array.raw())
    return digest.digest()


def _object_id(outcome: Outcome) -> int | None:
    if isinstance(outcome, Reply) and isinstance(outcome.value, Handle):
        return outcome.value.id
    return None
