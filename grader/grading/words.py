"""What students read. Of a hidden check: no expected value, nothing that their code could have written."""

from __future__ import annotations

import builtins
from collections.abc import Mapping

from grader.answers.model import Absent, Missing, NotStarted, Refused, Unreadable
from grader.checks.builtin.model import Verdict
from grader.checks.failure import CheckFailed
from grader.checks.host import Measured
from grader.checks.spec import Broken, Ran
from grader.course.model import Item
from grader.records import Visibility
from grader.sandbox.api import (
    Crashed,
    OutOfMemory,
    OutputLimit,
    Raised,
    StudentFault,
    TimedOut,
    Unsendable,
    Where,
)

LONGEST = 600
"""Characters of a student's own words that a message may hold."""


def absent(item: Item, answer: Absent) -> str:
    """Why there is no answer to judge, and what to do."""
    match answer:
        case Missing(near=near) if near:
            return f"There is no {item.stub}, but there is {near}: rename it to {item.stub}."
        case Missing():
            return f"There is no {item.stub}."
        case NotStarted():
            return f"Not started: fill in {item.stub}."
        case Refused(why):
            return f"{item.stub} was not opened: {why}"
        case Unreadable(what, line, hint):
            place = f"{item.stub}:{line}" if line else item.stub
            return f"{place}: {what}" + (f" {hint}" if hint else "")


def whole(item: Item, measured: Measured, files: Mapping[str, bytes]) -> str:
    """What happened to the item as a whole; empty when its checks say it all."""
    if measured.broken is not None:
        return (
            f"The checks of this item could not run, which is not your fault ({_for_staff(measured.broken)})."
        )
    if measured.load_failure is not None:
        # Nothing of any check was known to this process yet, so its words are safe to show.
        return fault(measured.load_failure, files, Visibility.PUBLIC)
    return ""


def check_message(ran: Ran, files: Mapping[str, bytes]) -> str:
    """What happened in one check."""
    ending, public = ran.ending, ran.spec.visibility is Visibility.PUBLIC
    match ending:
        case None:
            return ""
        case Verdict(message=message):
            return message
        case Broken():
            return f"This check could not do its work, which is not your fault ({_for_staff(ending)})."
        case StudentFault():
            return fault(ending, files, ran.spec.visibility)
        case CheckFailed():
            said = ending.details if public else ending.safe
        case _:
            said = (str(ending) or ran.statement) if public else ""
    case_id = ran.case.removeprefix(ran.spec.id)
    return clipped(f"{case_id} {said}" if public and case_id else said)


def fault(what: StudentFault, files: Mapping[str, bytes], visibility: Visibility) -> str:
    """What student code did instead of answering."""
    public = visibility is Visibility.PUBLIC
    match what:
        case Raised():
            return _raised(what, files, public)
        case Unsendable():
            kind = f" (a {clipped(what.type_name, 60)})" if public and what.type_name else ""
            return f"Your code returned something that cannot be graded{kind}: {what.why}."
        case TimedOut():
            return f"No answer within {what.seconds:g} s. Is there a loop that does not end?"
        case OutOfMemory():
            return "Your code needed more memory than it may use."
        case OutputLimit():
            return "Your code printed more than it may. Is there a print in a loop?"
        case Crashed():
            return f"Your code did not get to an answer: {what.how}."
    return "Your code did not answer."


def _raised(what: Raised, files: Mapping[str, bytes], public: bool) -> str:
    place = own_place(what.where, files)
    name = what.name if _is_builtin(what.name) else "an exception"
    where = f" in {place.file}, line {place.line}" if place else ""
    said = f": {clipped(what.text)}" if public and what.text else ""
    if what.loading:
        return f"Your file did not load: {name}{where}{said}"
    return f"Your code raised {name}{where}{said}"


def own_place(where: tuple[Where, ...], files: Mapping[str, bytes]) -> Where | None:
    """The innermost place that really exists in the student's files: a child may claim anything."""
    for place in reversed(where):
        content = files.get(place.file)
        if content is not None and 1 <= place.line <= content.count(b"\n") + 1:
            return place
    return None


def clipped(text: str, longest: int = LONGEST) -> str:
    """``text``, shortened."""
    return text if len(text) <= longest else text[:longest] + " ..."


def _is_builtin(name: str) -> bool:
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, BaseException)


def _for_staff(broken: Broken) -> str:
    return f"{broken.where}: {broken.what}" if broken.where else broken.what
