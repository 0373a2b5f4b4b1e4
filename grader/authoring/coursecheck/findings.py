"""What a course check found, and what an author has accepted.

An author who has looked at a finding and means it writes why, in a comment on its line or just above::

    # accept mutant-keyword: the input is always two-dimensional here

The finding is then listed with that reason and no longer counts. An acceptance that accepts nothing is a
finding itself, so that the comments stay true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from grader.course.model import Course
from grader.errors import Problem


class Kind(StrEnum):
    """Kinds of findings. The ids are stable: they stand in acceptances and in JSON."""

    COURSE_FILE = "course-file"
    """course.yaml cannot be used, or a file that it promises is not there."""
    DOUBTFUL = "doubtful"
    """course.yaml says something that its author probably did not mean."""
    RUBRIC = "rubric"
    """A reference or rubric from which no check can be made."""
    RUBRIC_EXAMPLE = "rubric-example"
    """A rubric finds other ideas in an example answer than its author does."""
    NO_EXAMPLES = "no-examples"
    """A rubric without an example answer: nothing shows that it works."""
    CHECK_FILE = "check-file"
    """A check file that is refused, or points that do not add up."""
    REFERENCE = "reference"
    """A reference that does not earn full marks."""
    STUB = "stub"
    """An untouched stub that earns points, or does not count as not started."""
    STUB_DRIFT = "stub-drift"
    """A stub that is not what its reference gives."""
    NO_MISTAKES = "no-mistakes"
    """An item whose own checks are never shown a wrong answer."""
    MISTAKE_BROKEN = "mistake-broken"
    """A mistake that does not load or has no words for the student."""
    MISTAKE_PASSES = "mistake-passes"
    """A mistake that no check catches."""
    MISTAKE_FORM = "mistake-form"
    """A form of a mistake that is not recognised as that mistake."""
    LOOK_FOR = "look-for"
    """What a mistake says to look for is no pattern, or does not lead to one line of its own file."""
    SAME_MISTAKES = "same-mistakes"
    """Mistakes that no check tells apart."""
    IDLE_CHECK = "idle-check"
    """A check that is never the only or first reason for which a mistake fails."""
    VACUOUS_CHECK = "vacuous-check"
    """A check that passes on every mistake."""
    MUTANT_OPERATOR = "mutant-operator"
    MUTANT_CONSTANT = "mutant-constant"
    MUTANT_AXIS = "mutant-axis"
    MUTANT_COMPARISON = "mutant-comparison"
    MUTANT_CALL = "mutant-call"
    MUTANT_KEYWORD = "mutant-keyword"
    MUTANT_STATEMENT = "mutant-statement"
    """The mutant kinds: the reference with one small change, and every check still passes."""
    FLAKY_CHECK = "flaky-check"
    """A check that fails the reference for some seeds."""
    SLOW_CHECK = "slow-check"
    ORDER_DEPENDENT = "order-dependent"
    """A verdict that depends on which submissions were judged before."""
    SHAPE_BLIND = "shape-blind"
    """A comparison that broadcasts: a wrong shape passes."""
    NAN_EXPECTED = "nan-expected"
    MISSING_IMPORT = "missing-import"
    """An import that is not there where the file runs."""
    UNKNOWN_NAME = "unknown-name"
    """A check asks for a name that the stub does not have."""
    MODULE_STATE = "module-state"
    """A check file that changes its own module's variables."""
    GIVES_AWAY = "gives-away"
    """A public check holds another item's answer."""
    STALE_ACCEPTANCE = "stale-acceptance"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing for the author to look at."""

    kind: Kind
    problem: Problem
    lesson: str = ""
    item: str = ""
    diff: str = ""
    """Of a mutant: the change, as a unified diff."""
    accepted: str = ""
    """The author's reason, when it is accepted."""


_ACCEPT = re.compile(r"#\s*accept\s+(?P<kind>[a-z-]+)\s*:\s*(?P<reason>.*\S)\s*$")


@dataclass(frozen=True, slots=True)
class _Acceptance:
    kind: str
    reason: str
    where: str
    covers: frozenset[str]
    """``file:line`` of the comment and of the line that it stands above."""


def settled(course: Course, findings: Iterable[Finding], ran: Iterable[Kind]) -> list[Finding]:
    """``findings`` with what the author accepts, and one for every acceptance that accepts nothing.

    Of the kinds that did not take part in this run nothing is known, so their acceptances are left alone.
    """
    acceptances = [one for path in _files(course) for one in _acceptances(path, course.root)]
    used: set[str] = set()
    result = []
    for finding in findings:
        match = next((one for one in acceptances if _fits(one, finding)), None)
        if match is not None:
            used.add(match.where)
            finding = replace(finding, accepted=match.reason)
        result.append(finding)
    known, asked = {str(kind) for kind in Kind}, {str(kind) for kind in ran}
    for one in acceptances:
        if one.where not in used and (one.kind in asked or one.kind not in known):
            result.append(_stale(one, known))
    return result


def _fits(acceptance: _Acceptance, finding: Finding) -> bool:
    return acceptance.kind == finding.kind and finding.problem.where in acceptance.covers


def _stale(acceptance: _Acceptance, known: Iterable[str]) -> Finding:
    from grader.course.nearmiss import did_you_mean

    if acceptance.kind in known:
        what, hint = f"nothing here is a {acceptance.kind} any more", "Delete the comment."
    else:
        what, hint = (
            f"there is no finding '{acceptance.kind}'",
            (
                did_you_mean(acceptance.kind, known)
                or "A finding's kind stands beside its place in the report."
            ),
        )
    return Finding(Kind.STALE_ACCEPTANCE, Problem(what, acceptance.where, hint))


def _files(course: Course) -> Iterator[Path]:
    yield course.root / "course.yaml"
    for folder in ("solutions", "tests/public", "tests/hidden"):
        for path in sorted((course.root / folder).rglob("*")):
            if path.suffix in (".py", ".yaml", ".yml") and "__pycache__" not in path.parts:
                yield path


def _acceptances(path: Path, root: Path) -> Iterator[_Acceptance]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return
    name = path.relative_to(root).as_posix()
    for number, line in enumerate(lines, start=1):
        match = _ACCEPT.search(line)
        if match:
            covered = {number, _next_code(lines, number)}
            places = frozenset(f"{name}:{each}" for each in covered)
            yield _Acceptance(match["kind"], match["reason"], f"{name}:{number}", places)


def _next_code(lines: Sequence[str], number: int) -> int:
    """The line that a comment on its own line stands above: other comments may stand between."""
    if not lines[number - 1].lstrip().startswith("#"):
        return number
    below = number + 1
    while below <= len(lines) and lines[below - 1].lstrip().startswith("#"):
        below += 1
    return below
