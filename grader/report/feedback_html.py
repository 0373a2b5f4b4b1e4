"""What one student may see of an attempt, as a page and as a record.

Shown of a hidden check: its title, whether it passed, the author's feedback and the message, which holds no
expected value. Not shown: its name, how long it took, what the code printed, and which sandbox ran it.
"""

from __future__ import annotations

import msgspec

from grader.records import Attempt, CheckResult, Diagnosis, ItemResult, Visibility
from grader.report import pages


def page(attempt: Attempt, course_title: str, lesson_title: str, name: str = "") -> str:
    """The feedback page. ``name`` is how the student is called, the id where it is empty."""
    return pages.template("attempt.html.j2").render(
        attempt=visible(attempt),
        course_title=course_title,
        title=lesson_title,
        name=name or attempt.student or "",
        staff=False,
    )


def visible(attempt: Attempt) -> Attempt:
    """``attempt`` without anything that its student may not see."""
    return msgspec.structs.replace(attempt, sandbox="", items=tuple(map(_item, attempt.items)))


def _item(item: ItemResult) -> ItemResult:
    names = {
        check.id: check.id if check.visibility is Visibility.PUBLIC else f"hidden_{number}"
        for number, check in enumerate(item.checks, 1)
    }
    return msgspec.structs.replace(
        item,
        output="",
        diagnoses=tuple(_diagnosis(found, names) for found in item.diagnoses),
        checks=tuple(_check(check, names[check.id]) for check in item.checks),
    )


def _check(check: CheckResult, name: str) -> CheckResult:
    return msgspec.structs.replace(check, id=name, seconds=None)


def _diagnosis(found: Diagnosis, names: dict[str, str]) -> Diagnosis:
    """In the author's words only: the mistake's name is a file of the course's secrets."""
    return msgspec.structs.replace(
        found, mistake="", explains=tuple(names[check] for check in found.explains if check in names)
    )
