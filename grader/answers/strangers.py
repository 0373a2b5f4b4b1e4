"""Names in an answer file that nothing asks for, and the asked-for names that they may stand for."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from grader.answers.model import Unreadable
from grader.course import yaml12
from grader.course.nearmiss import near

MAX_NAME = 40
MAX_STRANGERS = 20


def find(document: yaml12.Document, wanted: Collection[str]) -> Mapping[str, Unreadable]:
    """Why a name is unclear: one that is asked for but misspelt in the file, or one that nobody knows.

    A misspelt name is reported under the name that is asked for, so that its check says so; the words hold
    the line instead of what the student wrote.
    """
    value = document.value
    assert isinstance(value, dict)
    absent = [name for name in wanted if name not in value]
    unclear = {}
    for stranger in [name for name in value if name not in wanted][:MAX_STRANGERS]:
        line = document.line([stranger])
        meant = near(stranger[:MAX_NAME], absent)
        if meant:
            absent.remove(meant)
            unclear[meant] = Unreadable(
                "the name on this line is not quite the one that is asked for",
                line,
                f"Write it as `{meant}`.",
            )
        else:
            known = ", ".join(f"`{name}`" for name in wanted)
            unclear[stranger[:MAX_NAME]] = Unreadable(
                "nothing asks for an answer of this name", line, f"The names are {known}."
            )
    return unclear
