"""Names beside keys in a YAML answer file: ``K: keys``, ``transpose: keys.T``."""

from __future__ import annotations

from grader.answers import number, strangers, yamlfile
from grader.answers.model import MappingAnswer, NotStarted, Unreadable

MAX_ENTRY = 500
"""Characters of one name or expression."""


def read(text: str, stub: str, reference: str | None, name: str) -> MappingAnswer | NotStarted | Unreadable:
    """The entries in ``text``, as written. Entries that are left as the stub has them count as blank.

    Raises ``CourseError`` when the stub or the reference cannot be read.
    """
    handed_out = yamlfile.names(stub, name)
    wanted = yamlfile.names(reference, name) if reference else handed_out
    document = yamlfile.read(text, name)
    if document is None:
        return NotStarted(unread=yamlfile.NOTHING)
    if isinstance(document, Unreadable):
        return document
    given = document.value
    assert isinstance(given, dict)
    entries: dict[str, str] = {}
    unclear = dict(strangers.find(document, wanted))
    lines = {key: document.line([key]) for key in wanted if key in given}
    for key, raw in given.items():
        if key not in wanted or key in unclear:
            continue
        if not isinstance(raw, str):
            unclear[key] = Unreadable(
                "this reads as a list or a map", lines[key], "Put quotes around an expression with brackets."
            )
        elif len(raw) > MAX_ENTRY:
            unclear[key] = Unreadable("this is too long for a name", lines[key], "Write only the expression.")
        elif not number.is_blank(raw):
            entries[key] = raw.strip()
    if not unclear and all(given[key] == handed_out.get(key) for key in entries):
        return NotStarted(unread=yamlfile.NOTHING)
    blank = tuple(key for key in wanted if key not in entries and key not in unclear)
    return MappingAnswer(entries, blank, unclear, lines)
