"""Text made harmless for the place where it will be read.

Titles, messages and names may hold anything a student could type. Each function here makes a text safe for
one kind of reader and leaves ordinary text as it is; what it takes out stays visible as an escape such as
``\\x1b``.
HTML is not here: pages are drawn by Jinja2 with autoescape on, from text that went through ``terminal``.

All of them are linear in the text's length; shorten first what may be long.
"""

from __future__ import annotations

import re
from decimal import Decimal

# C0 without tab and newline, DEL and C1, bidirectional controls and marks, line and paragraph separator:
# whatever moves a cursor, ends a line or reorders what is read.
_UNSAFE = (
    *range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0),
    0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF,
)  # fmt: skip
_ESCAPES = {code: f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" for code in _UNSAFE}
_NOT_XML = {0xFFFE: "\\ufffe", 0xFFFF: "\\uffff"}
_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
_FORMULA_STARTS = "=+-@\t\r\n＝＋－＠"
_MARKDOWN = re.compile(r"[\\`*_{}\[\]()#+\-.!|~$:=^]")
_CUT_BEFORE = re.compile(
    r"\n\[\.\.\. truncated: (?:[0-9]{1,15} of )?([0-9,]{1,15} (?:bytes|characters)) (?:in all|left out) \.\.\.\]\n"
)
"""What the sandbox and ``shorten`` leave where they cut, and of how much: the size to tell when it is cut again."""
_COMMAND = re.compile(r"^([^\S\n]*)::", re.MULTILINE)
_OLD_COMMAND = re.compile(r"##(?=\w*\[)")


def terminal(text: str) -> str:
    """``text`` without anything that moves a cursor, colours, hides or reorders; ``\\n`` and ``\\t`` stay.

    Windows line ends become ``\\n``. Lone surrogates are escaped too, so the result always encodes to UTF-8.
    """
    safe = text.replace("\r\n", "\n").translate(_ESCAPES)
    return safe.encode("utf-8", "backslashreplace").decode("utf-8")


def one_line(text: str) -> str:
    """``terminal`` with every run of white space as one space: for titles and table cells."""
    return " ".join(terminal(text).split())


def located(text: str, file: str, line: int | None) -> str:
    """``text`` and, where it is known, the place to look at: ``Look at mean.py:12.``"""
    return text if line is None else f"{text} Look at {file}:{line}."


def shorten(text: str, limit: int) -> str:
    """``text`` in at most ``limit`` characters: its beginning and end, a note of the full size between them.

    Cuts at line ends where that loses less than half of what may be kept. A ``limit`` smaller than the note
    gives the note alone, cut.
    """
    if len(text) <= limit:
        return text
    before = _CUT_BEFORE.search(text)
    note = f"\n[... truncated: {before[1] if before else f'{len(text):,} characters'} in all ...]\n"
    room = limit - len(note)
    if room < 2:
        return note.strip()[: max(limit, 0)]
    head, tail = text[: room - room // 2], text[-(room // 2) :]
    line_end, line_start = head.rfind("\n"), tail.find("\n")
    if line_end > len(head) // 2:
        head = head[:line_end]
    if 0 <= line_start < len(tail) // 2:
        tail = tail[line_start + 1 :]
    return head + note + tail


def xml(text: str) -> str:
    """``text`` in characters that XML 1.0 allows (section 2.2). A serialiser escapes ``<`` and ``&``."""
    return terminal(text).translate(_NOT_XML)


def csv_cell(value: str | int | Decimal | None) -> str:
    """A cell that no spreadsheet takes for a formula; a number stays a number, ``None`` is empty.

    A text that starts like a formula gets ``'`` before it, by the rule of OWASP's "CSV injection". The csv
    module must still quote it: a separator or a quote inside could otherwise begin a cell of its own.
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        return f"{value:f}" if isinstance(value, Decimal) else str(value)
    if _NUMBER.fullmatch(value):
        return value
    start = value.lstrip(" \xa0\u3000")[:1]
    text = terminal(value)
    return "'" + text if start and start in _FORMULA_STARTS else text


def markdown(text: str) -> str:
    """``text`` on one line of Markdown, shown as it is: no markup, HTML, link, table cell or mention."""
    plain = one_line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    # A backslash does not stop a mention; the zero-width space does.
    return _MARKDOWN.sub(r"\\\g<0>", plain).replace("@", "@&#8203;")


def markdown_block(text: str) -> str:
    """``text`` as a fenced code block whose fence is longer than any run of backticks in it."""
    body = terminal(text)
    runs = (len(run) for run in re.findall("`+", body))
    fence = "`" * max(3, 1 + max(runs, default=0))
    return f"{fence}text\n{body}\n{fence}"


def github_command(text: str) -> str:
    """``text`` as the data of a GitHub workflow command, ``::error::<here>``."""
    shown = _OLD_COMMAND.sub("# #", terminal(text))
    return shown.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def github_property(text: str) -> str:
    """``text`` as a property of a GitHub workflow command, ``::error title=<here>::``."""
    return github_command(text).replace(":", "%3A").replace(",", "%2C")


def log_line(text: str) -> str:
    """``text`` for a CI log: no line of it is a command to GitHub (``::``, ``##[``), Azure or TeamCity.

    GitLab's section marks need an escape character and a carriage return, which ``terminal`` takes out.
    """
    return _OLD_COMMAND.sub("# #", _COMMAND.sub(r"\1: :", terminal(text)))
