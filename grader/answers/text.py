"""A written answer: what stands under the heading "Your answer" of a Markdown file."""

from __future__ import annotations

import re

from grader.answers.markdown import COMMENT, squeezed, without_comments
from grader.answers.model import NotStarted, TextAnswer, Unreadable

MAX_TEXT = 10_000
"""Characters. Far beyond any answer in words; keeps judging fast whatever is handed in."""

_HEADING = re.compile(r"^#{1,6}\s+your answer\b.*$", re.IGNORECASE | re.MULTILINE)
_QUESTION = "This repeats the question. Answer it in words of your own."
_A_SENTENCE = 5
"""Words. Anything shorter may be an answer that the question happens to mention."""
_SOLUTION_MARK = re.compile(r"#*\s*(BEGIN|END) SOLUTION")


def read(text: str, stub: str, reference: str | None, name: str) -> TextAnswer | NotStarted | Unreadable:
    """What the student wrote, without comments and without the stub's own lines.

    Text outside the place for it counts when that place is empty, and so does text that somebody wrote
    inside a comment of their own: nobody loses an answer to a bracket.
    """
    prompts = {squeezed(line) for line in stub.split("\n")} | {
        squeezed(each) for each in COMMENT.findall(stub)
    }
    for candidate in (without_comments(_under_heading(text)), without_comments(text), _uncommented(text)):
        written = "\n".join(line for line in candidate.split("\n") if not _is_prompt(line, prompts)).strip()
        if len(written) > MAX_TEXT:
            return Unreadable(f"this answer is longer than {MAX_TEXT:,} characters", None, "Shorten it.")
        if written:
            return NotStarted(unread=_QUESTION) if _repeats(written, stub) else TextAnswer(written)
    return NotStarted(unread="Nothing stands below the question yet.")


def _under_heading(text: str) -> str:
    """What follows the last heading "Your answer"; nothing when there is none."""
    headings = list(_HEADING.finditer(text))
    return text[headings[-1].end() :] if headings else ""


def _uncommented(text: str) -> str:
    """``text`` with the marks of its comments taken off and their words kept."""
    return COMMENT.sub(lambda match: f"\n{match[1]}\n", text)


def _repeats(written: str, stub: str) -> bool:
    """Whether ``written`` is a sentence or more and every sentence of it stands in the stub."""
    asked = squeezed(stub)
    sentences = [squeezed(each) for each in re.split(r"(?<=[.?!:])\s+", written)]
    return len(written.split()) >= _A_SENTENCE and all(each in asked for each in sentences)


def _is_prompt(line: str, prompts: set[str]) -> bool:
    """A line that the stub had, a mark of the course author's, or a heading."""
    return bool(
        squeezed(line) in prompts
        or not line.strip()
        or _SOLUTION_MARK.fullmatch(line.strip())
        or _HEADING.fullmatch(line)
    )
