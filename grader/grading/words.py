"""What students read. Of a hidden check: no expected value, nothing that their code could have written."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from grader.answers.model import Absent, Missing, NotStarted, Refused, Unreadable
from grader.checks.builtin.model import Verdict
from grader.checks.calls import Call
from grader.checks.failure import CheckFailed, Difference
from grader.checks.host import Measured
from grader.checks.spec import Broken, Ran
from grader.course.model import Item, Kind
from grader.grading.faults import MAIN_BLOCK, Told, clipped, in_main_block, told
from grader.records import Status, Visibility
from grader.sandbox.api import Raised, StudentFault

NOT_RUN = "This check did not run, since the file did not load."
PRINTED = "`print` shows a value on the screen and forgets it; `return` hands it over."
_NOT_TEXT = (".docx", ".doc", ".odt", ".rtf", ".pdf", ".pages", ".png", ".jpg")
"""Ends of the names of files that do not become an answer by being renamed."""
_NEXT = {
    Difference.ABSENT: "Keep the names of the stub: the checks call your code by them.",
    Difference.ALMOST: "Keep the names of the stub: the checks call your code by them.",
    Difference.NOTHING: "Look at the last line of your function: is it a `return`?",
    Difference.CONTAINER: "np.asarray makes an array of a list. Of several results, return the one asked for.",
}
"""What to look at next where the author's own hint, written for wrong numbers, would lead astray."""


_CAME_BACK = (Difference.NOTHING, Difference.CONTAINER, Difference.TYPE)
"""Where a file with several functions needs to be told which of them gave that back."""
_WITH_ARGUMENTS = (Difference.VALUES, Difference.NOT_FINITE)
"""Where a student wants to make the same call."""
_MOST_NUMBERS, _MOST_DECIMALS = 16, 3
"""Of an argument that is shown: one that somebody chose, not one that was drawn."""


def absent(item: Item, answer: Absent) -> str:
    """Why there is no answer to judge, and what to do."""
    match answer:
        case Missing(near=near) if near.endswith(".ipynb"):
            return (
                f"There is no {item.stub}, but there is {near}: copy your function from it into {item.stub}."
            )
        case Missing(near=near) if near.lower().endswith(_NOT_TEXT):
            return f"There is no {item.stub}, but there is {near}: copy your answer from it into {item.stub}."
        case Missing(near=near) if near:
            return f"There is no {item.stub}, but there is {near}. If it is your answer, rename it to {item.stub}."
        case Missing():
            return f"There is no {item.stub}."
        case NotStarted(near, unread):
            beside = f"What you wrote in {near} is not graded: if it is your answer, put it into {item.stub}."
            said = [f"Not started: fill in {item.stub}.", unread, beside if near else ""]
            return "\n".join(filter(None, said))
        case Refused(why):
            return f"{item.stub} was not opened: {why.rstrip('.')}."
        case Unreadable(what, line, hint):
            place = f"{item.stub}, line {line}" if line else item.stub
            again = f" Or start again: `grade reset {item.id}`." if item.kind is Kind.CHOICE else ""
            return f"{place}: {what}." + (f" {hint}" if hint else "") + again


def whole(item: Item, measured: Measured, files: Mapping[str, bytes]) -> str:
    """What happened to the item as a whole; empty when its checks say it all."""
    if measured.broken is not None:
        return (
            f"The checks of this item could not run, which is not your fault ({_for_staff(measured.broken)})."
        )
    if measured.load_failure is not None and item.kind is Kind.CODE:
        # Nothing of any check was known to this process yet, so its words are safe to show.
        return "\n".join(filter(None, told(measured.load_failure, item, files, public=True)))
    return ""


def of_check(ran: Ran, item: Item, files: Mapping[str, bytes], *, printed: bool) -> tuple[str, str]:
    """What happened in one check, and what to look at next: the author's word, or ours where it fits better.

    ``printed`` says whether the student's code printed anything.
    """
    ending, public = ran.ending, ran.spec.visibility is Visibility.PUBLIC
    next_look = ran.spec.feedback
    match ending:
        case None:
            return "", ""
        case Verdict(status=status, message=message):
            return message, "" if status in (Status.PASSED, Status.ERROR) else next_look
        case Broken():
            where = _for_staff(ending)
            return f"This check could not do its work, which is not your fault ({where}).", ""
        case Raised(loading=True) if item.kind is Kind.CODE:
            return NOT_RUN, ""
        case StudentFault():
            what, ours = told(ending, item, files, public=public, called=_called(ran.calls))
            return what, ours or next_look
        case CheckFailed():
            said, ours = _of_difference(ending, item, files, ran.calls, public=public, printed=printed)
            next_look = ours or next_look
        case _:
            said = (str(ending) or ran.statement) if public else ""
    case_id = ran.case.removeprefix(ran.spec.id)
    return clipped(f"{case_id} {said}" if public and case_id else said), next_look


def _of_difference(
    failed: CheckFailed,
    item: Item,
    files: Mapping[str, bytes],
    calls: tuple[Call, ...],
    *,
    public: bool,
    printed: bool,
) -> Told:
    said = failed.details if public else failed.safe
    if failed.difference in _CAME_BACK and calls and files.get(item.stub, b"").count(b"\ndef ") > 1:
        name, plain = f"`{calls[-1].name}`", "the result "
        said = f"{plain}of {name} {said.removeprefix(plain)}" if said.startswith(plain) else f"{name}: {said}"
    if public and failed.difference in _WITH_ARGUMENTS and len(calls) == 1:
        headline, *rest = said.split("\n")
        said = "\n".join((headline, *given(calls[0]), *rest))
    ours = _NEXT.get(failed.difference, "")
    if failed.difference is Difference.NOTHING and printed:
        ours = PRINTED
    elif failed.difference is Difference.ABSENT and in_main_block("def", item, files):
        ours = MAIN_BLOCK
    return Told(said, ours)


def given(call: Call) -> list[str]:
    """The arguments of ``call`` as lines that can be copied into Python; none where they are long or drawn."""
    arrays = [np.asarray(value) for value in (*(call.args or ()), *call.kwargs.values())]
    if any(array.dtype.kind not in "iuf" or array.size > _MOST_NUMBERS for array in arrays):
        return []
    if any((array.round(_MOST_DECIMALS) != array).any() for array in arrays):
        return []
    shown = [re.sub(r"\b(\d+)\.0\b", r"\1", str(array.tolist())) for array in arrays]
    return [f"{'' if place else 'given':<8} {text}" for place, text in enumerate(shown)]


def _called(calls: tuple[Call, ...]) -> str:
    """How the last call was made, without any value in it."""
    if not calls or calls[-1].args is None:
        return ""
    count = len(calls[-1].args) + len(calls[-1].kwargs)
    return f"`{calls[-1].name}` is called with {count} argument{'' if count == 1 else 's'}"


def _for_staff(broken: Broken) -> str:
    return f"{broken.where}: {broken.what}" if broken.where else broken.what
