"""YAML's own complaints in words that say what to do."""

from __future__ import annotations

import re

import msgspec
import yaml

_BRACKETS = "Check its commas and its end, or put quotes around text that holds brackets."
_INDENTATION = (
    "the indentation does not fit the lines above",
    "Line it up with its neighbours, with spaces.",
)
_WORDS: tuple[tuple[str, tuple[str, str]], ...] = (
    (
        "mapping values are not allowed",
        (
            "a ':' where none can stand",
            "Quote text that holds ': '; look for a missing space after ':' and at the indentation.",
        ),
    ),
    ("exceeded", ("nested too deeply", "Write it flatter.")),
    ("document start", ("text after the end of the document", "Keep one document: delete '...' or '%'.")),
    ("cannot start any token", ("a value cannot start with this character", "Put quotes around it.")),
    ("could not find expected ':'", ("a key without its ':'", "Write it as 'key: value'.")),
    (
        "found unexpected end of stream",
        ("a quotation mark is never closed", "Close it, with the same mark that opens it."),
    ),
    (
        "unknown escape character",
        (
            "a backslash in double quotes that means nothing",
            "Use single quotes around text with backslashes.",
        ),
    ),
    (
        "alphabetic or numeric character",
        ("'&' and '*' references are not read here", "Put quotes around text with & or *."),
    ),
    ("node content", ("a bracket closes here that was never opened", "Delete it, or quote the text.")),
    ("block end", _INDENTATION),
    ("expected '-' indicator", _INDENTATION),
    ("did not find expected key", _INDENTATION),
)


class Trouble(msgspec.Struct, frozen=True):
    """Why a text is not YAML, where, and what to do."""

    what: str
    line: int
    hint: str


def explain(error: yaml.YAMLError, text: str) -> Trouble:
    """What ``error`` says about ``text``. The wording of both of PyYAML's parsers is known."""
    mark, begun = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or "this is not YAML"
    lines = text.split("\n")
    line = min(mark.line if mark else 0, len(lines) - 1)
    if re.match(" *\t", lines[line]):
        return Trouble(
            "this line is indented with a tab", line + 1, "Indent with spaces; YAML knows no tabs."
        )
    if "exceeded" not in problem and "flow" in (getattr(error, "context", None) or ""):
        line = begun.line if begun else line
        return Trouble("a '[' or '{' that is not closed properly", line + 1, _BRACKETS)
    if begun and "simple key" in (getattr(error, "context", None) or ""):
        line = begun.line  # where the name stands; the complaint comes where the next one begins
    for sign, (what, hint) in _WORDS:
        if sign in problem:
            return Trouble(what, line + 1, hint)
    return Trouble(
        f"this is not YAML: {problem}", line + 1, "Check the quotes and the indentation of this line."
    )
