"""What was seen -> what it is worth, in words that each reader may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from grader.answers.model import Absent, Missing, NotStarted, Refused, Unreadable
from grader.checks.builtin.model import Verdict
from grader.checks.host import Measured
from grader.checks.spec import Broken, Ending, Ran, Spec
from grader.course.model import Edition, Item
from grader.grading import words
from grader.grading.score import total_weight
from grader.records import CheckResult, ItemResult, Status, rounded, share, worst
from grader.sandbox.api import StudentFault


def item_result(
    measured: Measured, files: Mapping[str, bytes], *, edition: Edition, due: bool, needs_later: int
) -> ItemResult:
    """The result of one item; ``files`` are the submission's, to tell the student's own lines from claims."""
    item, answer = measured.item, measured.answer
    if isinstance(answer, Absent):
        return _result(item, due, _absent(answer), words.absent(item, answer), needs_later=needs_later)
    total = total_weight(item, measured.specs, edition)
    checks: list[CheckResult] = []
    earned = Decimal(0)
    for spec in measured.specs:
        runs = [ran for ran in measured.ran if ran.spec == spec]
        result, part = check_result(item, spec, runs, total, files, printed=bool(measured.output.strip()))
        checks.append(result)
        earned += spec.weight * part
    status = _status(measured, checks, edition, needs_later)
    return _result(
        item,
        due,
        status,
        words.whole(item, measured, files),
        score=rounded(share(item.points, earned, total)),
        provisional=any(isinstance(ran.ending, Verdict) and ran.ending.provisional for ran in measured.ran),
        needs_later=needs_later,
        output=measured.output,
        checks=tuple(checks),
    )


def check_result(
    item: Item,
    spec: Spec,
    runs: Sequence[Ran],
    total: Decimal,
    files: Mapping[str, bytes],
    *,
    printed: bool = False,
) -> tuple[CheckResult, Decimal]:
    """The result of a check from the runs of all its cases, and the part of its weight earned (0 to 1)."""
    telling = _telling(runs)
    ending = telling.ending
    status = status_of(ending)
    part = _part(ending)
    max_score = share(item.points, spec.weight, total)
    message, next_look = words.of_check(telling, item, files, printed=printed)
    result = CheckResult(
        id=spec.id,
        title=spec.title,
        visibility=spec.visibility,
        status=status,
        score=rounded(max_score * part),
        max_score=rounded(max_score),
        message=message,
        feedback=next_look,
        seconds=round(sum(ran.seconds for ran in runs), 6),
    )
    return result, part


def status_of(ending: Ending) -> Status:
    """What an ending says."""
    match ending:
        case None:
            return Status.PASSED
        case Verdict(status=status):
            return status
        case StudentFault():
            return ending.status
        case Broken():
            return Status.GRADER_ERROR
        case _:
            return Status.FAILED


def _telling(runs: Sequence[Ran]) -> Ran:
    """The case that explains the check: one that broke off, else the first that failed, else the first."""
    failed = [ran for ran in runs if status_of(ran.ending) is not Status.PASSED]
    broken = [ran for ran in failed if isinstance(ran.ending, Broken)]
    return (broken or failed or list(runs))[0]


def _part(ending: Ending) -> Decimal:
    if isinstance(ending, Verdict) and ending.share is not None:
        return ending.share
    return Decimal(status_of(ending) is Status.PASSED)


def _status(measured: Measured, checks: Sequence[CheckResult], edition: Edition, needs_later: int) -> Status:
    if measured.broken is not None:
        return Status.GRADER_ERROR
    weighty = {spec.id for spec in measured.specs if spec.weight}
    counted = [check for check in checks if check.id in weighty or check.status is Status.GRADER_ERROR]
    # A field left blank in a file that was begun is a gap in it, not an untouched stub.
    seen = worst(
        Status.FAILED if check.status is Status.NOT_STARTED else check.status for check in counted or checks
    )
    if seen is Status.PASSED and edition is Edition.CLASS and (needs_later or not checks):
        return Status.RECORDED
    provisional = any(isinstance(ran.ending, Verdict) and ran.ending.provisional for ran in measured.ran)
    return Status.NEEDS_REVIEW if seen is Status.PASSED and provisional else seen


def _absent(answer: Absent) -> Status:
    match answer:
        case Missing():
            return Status.MISSING
        case NotStarted():
            return Status.NOT_STARTED
        case Refused():
            return Status.REFUSED
        case Unreadable():
            return Status.ERROR


def _result(
    item: Item,
    due: bool,
    status: Status,
    message: str,
    *,
    score: Decimal = Decimal(0),
    provisional: bool = False,
    needs_later: int = 0,
    output: str = "",
    checks: tuple[CheckResult, ...] = (),
) -> ItemResult:
    return ItemResult(
        id=item.id,
        kind=str(item.kind),
        title=item.title,
        due=due,
        status=status,
        score=score,
        max_score=rounded(item.points),
        provisional=provisional,
        needs_later=needs_later,
        message=message,
        output=output,
        checks=checks,
    )
