"""Which mistakes the calls of checks speak for. Pure: outcomes in, names out.

A mistake explains a failed check when it reproduces every call of it and the reference differs from the
student in at least one. It is out of the question when some call would have shown it and did not: there the
mistake differs from the reference and the student agrees with the reference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from grader.checks.calls import Call
from grader.grading.alike import Outcome, changed, same_after, same_value, warned
from grader.grading.replay import Outcomes


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One check's calls: as the student, the reference and each mistake answered them."""

    check: str
    passed: bool
    calls: tuple[Call, ...]
    reference: Outcomes
    mistakes: Mapping[str, Outcomes]


def explanations(exhibits: Sequence[Exhibit], names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Mistake -> the failed checks that it explains, for the mistakes to name."""
    possible = [
        name
        for name in names
        if not any(_contradicted(exhibit, exhibit.mistakes[name]) for exhibit in exhibits)
    ]
    failed = [exhibit for exhibit in exhibits if not exhibit.passed]
    explained = {
        name: {each.check for each in failed if _reproduced(each, each.mistakes[name])} for name in possible
    }
    chosen = chosen_names(explained)
    for exhibit in failed:
        if not any(exhibit.check in checks for checks in explained.values()):
            for name in _together(exhibit, possible):
                chosen.setdefault(name, set()).add(exhibit.check)
    order = [exhibit.check for exhibit in failed]
    return {name: tuple(sorted(checks, key=order.index)) for name, checks in sorted(chosen.items()) if checks}


def chosen_names(explained: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """As few mistakes as explain everything that can be: the largest first, equals together."""
    chosen: dict[str, set[str]] = {}
    open_checks = set().union(*explained.values()) if explained else set()
    while open_checks:
        ranked = sorted(explained, key=lambda name: (-len(explained[name] & open_checks), name))
        best = explained[ranked[0]]
        chosen.update({name: checks for name, checks in explained.items() if checks == best})
        open_checks -= best
    return chosen


def _reproduced(exhibit: Exhibit, mistake: Outcomes) -> bool:
    telling = False
    for call, right, wrong in zip(exhibit.calls, exhibit.reference, mistake, strict=True):
        if right is None or wrong is None:
            continue
        did = call.outcome
        if not _same(did, wrong, call):
            return False
        if not _same(did, right, call):
            telling = True
        elif warned(did) != warned(right):
            # A warning is a difference only where nothing else is: results come first.
            if warned(did) != warned(wrong):
                return False
            telling = True
    return telling


def _contradicted(exhibit: Exhibit, mistake: Outcomes) -> bool:
    for call, right, wrong in zip(exhibit.calls, exhibit.reference, mistake, strict=True):
        if right is None or wrong is None:
            continue
        if _same(call.outcome, right, call) and not _same(call.outcome, wrong, call):
            return True
    return False


def _same(left: Outcome, right: Outcome, call: Call) -> bool:
    return same_value(left, right) and same_after(left, right, call)


def _together(exhibit: Exhibit, names: Sequence[str]) -> tuple[str, ...]:
    """Two mistakes at once: one gives the values, the other changes the arguments."""
    for by_value, by_change in permutations(names, 2):
        values, changes = exhibit.mistakes[by_value], exhibit.mistakes[by_change]
        shows_value = shows_change = False
        for call, right, one, other in zip(exhibit.calls, exhibit.reference, values, changes, strict=True):
            if right is None or one is None or other is None:
                continue
            changed_here = any(changed(call.outcome, call))
            if not same_value(call.outcome, one) or changed_here != any(changed(other, call)):
                break
            shows_value |= not same_value(one, right)
            shows_change |= changed_here
        else:
            if shows_value and shows_change:
                return by_value, by_change
    return ()
