"""Which mistakes the calls of checks speak for. Pure: outcomes in, names out.

A mistake explains a failed check when it reproduces every call of it and the reference differs from the
student in at least one. It is out of the question when some call would have shown it and did not: there the
mistake differs from the reference and the student agrees with the reference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

import msgspec

from grader.checks.calls import Call
from grader.grading.alike import Outcome, changed, same_after, same_form, same_numbers, same_value, warned
from grader.grading.replay import Outcomes
from grader.sandbox.api import Raised


class Exhibit(msgspec.Struct, frozen=True):
    """One check's calls: as the student, the reference and each mistake answered them."""

    check: str
    passed: bool
    calls: tuple[Call, ...]
    reference: Outcomes
    mistakes: Mapping[str, Outcomes]

    def as_reference(self) -> tuple[bool, ...]:
        """Of each call, whether the student did what the reference does."""
        return tuple(
            right is not None and _same(call.outcome, right, call)
            for call, right in zip(self.calls, self.reference, strict=True)
        )


def explanations(exhibits: Sequence[Exhibit], names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Mistake -> the failed checks that it explains, for the mistakes to name."""
    # Asked once for each check, not once more for each of many mistakes.
    right = {exhibit.check: exhibit.as_reference() for exhibit in exhibits}
    possible = [
        name
        for name in names
        if not any(
            # Most checks do not show most mistakes at all.
            wrong is not exhibit.reference and _contradicted(exhibit, wrong, right[exhibit.check])
            for exhibit in exhibits
            for wrong in (exhibit.mistakes[name],)
        )
    ]
    failed = [exhibit for exhibit in exhibits if not exhibit.passed]
    explained = {name: _explained(failed, name, right) for name in possible}
    alone = set().union(*explained.values())
    pairs = {each.check: _together(each, possible) for each in failed if each.check not in alone}
    chosen = _believable(explained, failed, {check for check, names in pairs.items() if names})
    for check, both in pairs.items():
        for name in both:
            chosen.setdefault(name, set()).add(check)
    order = [exhibit.check for exhibit in failed]
    return {name: tuple(sorted(checks, key=order.index)) for name, checks in sorted(chosen.items()) if checks}


def _believable(
    explained: Mapping[str, set[str]], failed: Sequence[Exhibit], by_two: set[str]
) -> dict[str, set[str]]:
    """The chosen without those that are right by chance; ``by_two`` are checks that two together explain.

    Such a mistake explains one simple check, and not the others that it would fail as well. There the student
    fails in another way: if no mistake explains it, something is wrong that nobody knows yet; if another one
    does, it does without this one. (A mistake may hide a second one, so a few such checks prove nothing.)
    """
    candidates = dict(explained)
    while True:
        chosen = chosen_names(candidates)
        known = set().union(*chosen.values())
        doubtful = set()
        for name, checks in chosen.items():
            against = _answered_otherwise(failed, name, checks) - by_two
            if len(against - known) > len(checks) or len(against & known) >= len(checks):
                doubtful.add(name)
        if not doubtful:
            return chosen
        candidates = {name: checks for name, checks in candidates.items() if name not in doubtful}


def _answered_otherwise(failed: Sequence[Exhibit], name: str, explained: set[str]) -> set[str]:
    """The failed checks in which the mistake would have shown, and the student's answer is yet another.

    Only the functions that the explained checks call are looked at: what another one makes of their results
    may have a flaw of its own.
    """
    functions = {call.name for exhibit in failed if exhibit.check in explained for call in exhibit.calls}
    return {
        exhibit.check
        for exhibit in failed
        for call, right, wrong in zip(exhibit.calls, exhibit.reference, exhibit.mistakes[name], strict=True)
        if right is not None and wrong is not None and call.name in functions
        if not _same(wrong, right, call) and not _same(call.outcome, wrong, call)
    }


def chosen_names(explained: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """As few mistakes as explain everything that can be: the largest first, equals together.

    Where two explain as much of what is left, it is the one that claims less besides.
    """
    chosen: dict[str, set[str]] = {}
    open_checks = set().union(*explained.values()) if explained else set()
    while open_checks:
        ranked = sorted(
            explained, key=lambda name: (-len(explained[name] & open_checks), len(explained[name]), name)
        )
        best = explained[ranked[0]]
        chosen.update({name: checks for name, checks in explained.items() if checks == best})
        open_checks -= best
    return chosen


def _explained(failed: Sequence[Exhibit], name: str, right: Mapping[str, Sequence[bool]]) -> set[str]:
    """The failed checks that the mistake called ``name`` reproduces."""
    elsewhere = _raised_elsewhere(failed, name)
    return {
        each.check for each in failed if _reproduced(each, each.mistakes[name], right[each.check], elsewhere)
    }


def _raised_elsewhere(exhibits: Sequence[Exhibit], name: str) -> frozenset[str]:
    """Exceptions that the student's code also raised where this mistake does not: it is not what raises them."""
    return frozenset(
        call.outcome.name
        for exhibit in exhibits
        for call, wrong in zip(exhibit.calls, exhibit.mistakes[name], strict=True)
        if isinstance(call.outcome, Raised) and wrong is not None and not _same(call.outcome, wrong, call)
    )


def _reproduced(
    exhibit: Exhibit, mistake: Outcomes, as_reference: Sequence[bool], elsewhere: frozenset[str]
) -> bool:
    telling = False
    for call, right, wrong, agrees in zip(
        exhibit.calls, exhibit.reference, mistake, as_reference, strict=True
    ):
        if right is None or wrong is None:
            continue
        did = call.outcome
        # One outcome that stands for both was compared already.
        if not (agrees if wrong is right else _same(did, wrong, call)):
            return False
        if not agrees:
            telling |= not (isinstance(did, Raised) and did.name in elsewhere)
        elif warned(did) != warned(right):
            # A warning is a difference only where nothing else is: results come first.
            if warned(did) != warned(wrong):
                return False
            telling = True
    return telling


def _contradicted(exhibit: Exhibit, mistake: Outcomes, as_reference: Sequence[bool]) -> bool:
    return any(
        agrees and wrong is not None and wrong is not right and not _same(call.outcome, wrong, call)
        for call, right, wrong, agrees in zip(
            exhibit.calls, exhibit.reference, mistake, as_reference, strict=True
        )
    )


def _same(left: Outcome, right: Outcome, call: Call) -> bool:
    if left is right:
        return True
    return same_value(left, right) and same_after(left, right, call)


def _together(exhibit: Exhibit, names: Sequence[str]) -> tuple[str, ...]:
    """Two mistakes at once: one gives the numbers, the other their shape or what became of the arguments."""
    numbers = [name for name in names if _gives_numbers(exhibit, name)]
    for by_value, by_change in product(numbers, names):
        values, changes = exhibit.mistakes[by_value], exhibit.mistakes[by_change]
        shows_value = shows_change = False
        for call, right, one, other in zip(exhibit.calls, exhibit.reference, values, changes, strict=True):
            if right is None or one is None or other is None:
                continue
            did = call.outcome
            reshaped, changed_here = not same_value(did, one), any(changed(did, call))
            if changed_here != any(changed(other, call)) or (reshaped and not same_form(did, other)):
                break
            shows_value |= not (same_value(one, right) or same_numbers(one, right))
            shows_change |= changed_here or reshaped
        else:
            if shows_value and shows_change and by_value != by_change:
                return by_value, by_change
    return ()


def _gives_numbers(exhibit: Exhibit, name: str) -> bool:
    """Whether the mistake gives the student's numbers in every call."""
    return all(
        wrong is None or same_value(call.outcome, wrong) or same_numbers(call.outcome, wrong)
        for call, wrong in zip(exhibit.calls, exhibit.mistakes[name], strict=True)
    )
