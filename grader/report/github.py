"""GitHub Actions: annotations by workflow commands, the log between them, and the job summary.

Limits (docs.github.com, "Workflow commands" and "Usage limits"): 10 errors, 10 warnings and 10 notices a
step; 1 MiB of summary a step, over which nothing of it is shown. The last one counts what did not fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from grader.records import Attempt, Status
from grader.report.neutral import (
    github_command,
    github_property,
    log_line,
    markdown,
    markdown_block,
    one_line,
    shorten,
)
from grader.report.rows import WAITING, Context, Row, points, rows
from grader.report.style import WORDS

PER_LEVEL = 10
SUMMARY_BYTES = 1024 * 1024
MESSAGE_LIMIT = 2_000
"""Characters of one annotation; the log holds the rest."""

_WARNING = frozenset({Status.NOT_STARTED, Status.MISSING})
_ICONS = {Status.PASSED: ":white_check_mark:", Status.GRADER_ERROR: ":warning:"} | dict.fromkeys(
    (Status.NOT_STARTED, *WAITING), ":hourglass:"
)


def write(attempts: Sequence[Attempt], context: Context) -> str:
    """The lines for standard output: annotations, then everything in full where no command is obeyed.

    Raises ``ValueError`` when the context has no token and the log would be unprotected.
    """
    if len(context.token) < 16:
        raise ValueError("a log needs an unguessable token of at least 16 characters")
    open_rows = [
        (attempt, row)
        for attempt in attempts
        for row in rows(attempt, context)
        if row.status is not Status.PASSED
    ]
    lines = [_notice(attempts)]
    for level, room in (("error", PER_LEVEL), ("warning", PER_LEVEL), ("notice", PER_LEVEL - 1)):
        lines += _annotations(level, room, [(a, row) for a, row in open_rows if _level(row.status) == level])
    if open_rows:
        lines += _log(open_rows, context.token, several=len(attempts) > 1)
    return "\n".join(lines) + "\n"


def summary(attempts: Sequence[Attempt], context: Context) -> str:
    """Markdown for ``GITHUB_STEP_SUMMARY``: a student's checks, or for a class one line a submission."""
    room = SUMMARY_BYTES if context.room is None else min(context.room, SUMMARY_BYTES)
    parts = _of_student(attempts[0], context) if len(attempts) == 1 else _of_class(attempts)
    return _fitting(parts, room)


def _notice(attempts: Sequence[Attempt]) -> str:
    if len(attempts) != 1:
        return f"::notice title=Graded::{len(attempts)} submissions graded"
    (attempt,) = attempts
    score = points(attempt.score, attempt.max_score)
    return f"::notice title=Score::{github_command(one_line(attempt.lesson))}: {score}{_provisional(attempt)}"


def _level(status: Status) -> str:
    return "notice" if status in WAITING else "warning" if status in _WARNING else "error"


def _annotations(level: str, room: int, found: list[tuple[Attempt, Row]]) -> list[str]:
    shown = found if len(found) <= room else found[: room - 1]
    lines = [_annotation(level, attempt, row) for attempt, row in shown]
    if len(found) > len(shown):
        lines.append(f"::{level} title=And more::{len(found) - len(shown)} more; the log lists them all")
    return lines


def _annotation(level: str, attempt: Attempt, row: Row) -> str:
    where = [f"file={github_property(row.path)}"] if row.path else []
    if row.path and row.line:
        where.append(f"line={row.line}")
    title = row.label if row.status is not Status.GRADER_ERROR else f"{row.label} (the grader's fault)"
    where.append(f"title={github_property(title)}")
    text = row.text or WORDS[row.status]
    return f"::{level} {','.join(where)}::{github_command(shorten(text, MESSAGE_LIMIT))}"


def _log(found: list[tuple[Attempt, Row]], token: str, *, several: bool) -> list[str]:
    """What the annotations had no room for. The text is neutral already; the token is the second lock."""
    lines = ["::group::What each check says", f"::stop-commands::{token}"]
    for attempt, row in found:
        who = f"{one_line(attempt.student or attempt.submission)}: " if several else ""
        lines.append(log_line(f"{who}{row.label} [{WORDS[row.status]}] {points(row.score, row.max_score)}"))
        lines += [f"    {line}" for line in log_line(row.text).splitlines()]
    return [*lines, f"::{token}::", "::endgroup::"]


def _of_student(attempt: Attempt, context: Context) -> list[str]:
    listed = list(rows(attempt, context))
    score = points(attempt.score, attempt.max_score)
    parts = [
        f"### {markdown(attempt.lesson)}: {score}{_provisional(attempt)}\n\n",
        "| Check | Result | Points |\n| --- | --- | ---: |\n",
    ]
    for row in listed:
        earned = points(row.score, row.max_score) if row.max_score else ""
        parts.append(f"| {markdown(row.label)} | {_icon(row.status)} | {earned} |\n")
    for row in listed:
        if row.text and row.status is not Status.PASSED:
            parts.append(f"\n**{markdown(row.label)}**\n\n{markdown_block(row.text)}\n")
    return parts


def _of_class(attempts: Sequence[Attempt]) -> list[str]:
    """Totals only: a summary can be read by everybody who can read the repository."""
    parts = [f"### {len(attempts)} submissions\n\n", "| Student | Result | Score |\n| --- | --- | ---: |\n"]
    for attempt in attempts:
        who = markdown(shorten(attempt.student or attempt.submission, 100))
        score: Decimal | None = None if attempt.status is Status.GRADER_ERROR else attempt.score
        total = points(score, attempt.max_score)
        parts.append(f"| {who} | {_icon(attempt.status)} | {total}{_provisional(attempt)} |\n")
    return parts


def _icon(status: Status) -> str:
    return f"{_ICONS.get(status, ':x:')} {WORDS[status]}"


def _provisional(attempt: Attempt) -> str:
    return " (provisional)" if attempt.provisional else ""


def _fitting(parts: Sequence[str], room: int) -> str:
    """As many whole ``parts`` as ``room`` bytes hold, with a note of how many are missing."""
    note = "\n_Truncated: {} more part(s) did not fit._\n"
    reserve = len(note) + 20
    kept, used = [], 0
    sizes = [len(part.encode()) for part in parts]
    if sum(sizes) <= room:
        return "".join(parts)
    for part, size in zip(parts, sizes, strict=True):
        if used + size > room - reserve:
            break
        kept.append(part)
        used += size
    return "".join(kept) + note.format(len(parts) - len(kept)) if room > reserve else ""
