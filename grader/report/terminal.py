"""An attempt as text for a terminal, a pipe or a log: a line per item, and under it what to look at next."""

from __future__ import annotations

from pathlib import PurePath

from grader.course.model import Item, Kind, Lesson
from grader.intake.pick import hides_library
from grader.records import Attempt, CheckResult, ItemResult, Status, rounded
from grader.report.neutral import one_line, shorten, terminal
from grader.report.style import WORDS, Style, sort_of

_OUTPUT_LINES = 6
_MESSAGE_CHARACTERS = 1500
_INDENT = 4
_POINTS = 9


def attempt(
    record: Attempt,
    lesson: Lesson,
    folder: PurePath,
    style: Style,
    *,
    done: frozenset[str],
    waits: str = "",
    again: str = "grade",
) -> str:
    """The whole report, without a final newline.

    ``folder`` is where the student's files are, as the student would type it; ``done`` holds the ids of items
    with nothing left to do; ``waits`` says when the items that are not due will be;
    ``again`` is the command that grades this folder.
    """
    lines = _head(record, lesson, style)
    for result in record.items:
        lines += item(result, style, done=result.id in done, waits=waits)
    lines += ["", *_total(record, style)]
    lines += _ignored(record.ignored, style)
    for note in record.notes:
        lines += ["", *style.wrap(f"Note: {one_line(note)}.", 2)]
    lines += ["", *next_step(record, lesson, folder, style, done=done, waits=waits, again=again)]
    return "\n".join(lines)


def _ignored(names: tuple[str, ...], style: Style) -> list[str]:
    """The files that were not looked at, and of each kind why."""
    hiding = [one_line(name) for name in names if hides_library(name)]
    others = [one_line(name) for name in names if not hides_library(name)]
    lines: list[str] = []
    if hiding:
        which = f"{hiding[0]} has" if len(hiding) == 1 else f"{', '.join(hiding[:5])} have"
        why = "the name of a module of Python's or a library's and would hide it. Your code is graded without it"
        lines += ["", *style.wrap(f"{which} {why}: give it a name of its own.", 2)]
    if others:
        more = f" and {len(others) - 5} more" if len(others) > 5 else ""
        said = f"Not looked at, because no item asks for it: {', '.join(others[:5])}{more}."
        lines += ["", *style.wrap(said, 2)]
    return lines


def _head(record: Attempt, lesson: Lesson, style: Style) -> list[str]:
    number = f"attempt {record.attempt}" if record.attempt else ""
    title = style.plain(one_line(lesson.title))[: style.width - len(number) - 2]
    lines = [(style.bold(title) + number.rjust(style.width - len(title))).rstrip(), style.rule()]
    if record.edition == "class":
        lines += style.wrap("Class edition: what is recorded here is graded after you hand in.", 2)
    if record.sandbox == "process":
        lines += style.wrap("Your code ran without isolation (sandbox: process); `grade doctor` says why.", 2)
    return lines


def item(result: ItemResult, style: Style, *, done: bool, waits: str = "") -> list[str]:
    """One item: its line, and what a student needs to know to go on."""
    lines = [_item_line(result, style, done=done)]
    said = _text(result.message)
    if result.status is Status.NOT_STARTED:
        said = said.partition("\n")[2]  # the mark says the first line already
    lines += style.wrap(said, _INDENT)
    if not result.due and not done:
        lines += style.wrap(waits or "This one is for later.", _INDENT)
    if result.status in (Status.NOT_STARTED, Status.MISSING, Status.REFUSED):
        return lines
    if result.message and result.status is not Status.PASSED:
        return lines + _output(result.output, style)  # no check can add anything to it
    if result.kind == Kind.TEXT:
        lines += _ideas(result, style, done=done)
    elif not done:
        lines += _first_failing(result, style)
    if result.needs_later:
        checks = "1 more check runs" if result.needs_later == 1 else f"{result.needs_later} more checks run"
        lines += style.wrap(f"{checks} after you hand in.", _INDENT)
    return lines if done else lines + _output(result.output, style)


def _item_line(result: ItemResult, style: Style, *, done: bool) -> str:
    sort = sort_of(result.status, due=result.due, done=done)
    points = "bonus" if not result.max_score else f"{rounded(result.score)}/{rounded(result.max_score)}"
    word = "" if result.status is Status.PASSED else WORDS[result.status]
    if result.status is Status.ERROR and result.kind != Kind.CODE:
        word = WORDS[Status.FAILED]
    if not result.due and result.status in (Status.NOT_STARTED, Status.MISSING):
        word = "for later"
    if result.kind == Kind.TEXT and result.status in (Status.FAILED, Status.NEEDS_REVIEW) and not done:
        word = "not complete yet"
    right = f"{word}  {points:>{_POINTS - 2}}"
    room = style.width - len(right) - 4
    name = one_line(result.id)
    title = style.plain(one_line(result.title))
    left = f"{name:<18} {title}" if title else name
    left = left if len(left) <= room else left[: room - 3] + "..."
    shown = style.bold(left[: len(name)]) + left[len(name) :]
    return f" {style.mark(sort)} {shown}{right.rjust(style.width - 3 - len(left))}"


def _first_failing(result: ItemResult, style: Style) -> list[str]:
    failing = [check for check in result.checks if check.status is not Status.PASSED]
    if not failing:
        return []
    counted = [check for check in failing if check.max_score] or failing
    first = counted[0]
    lines = check(first, style)
    explained = [diagnosis for diagnosis in result.diagnoses if first.id in diagnosis.explains]
    for diagnosis in explained[:1]:
        lines += style.wrap(one_line(shorten(diagnosis.message, _MESSAGE_CHARACTERS)), _INDENT + 2)
    passed = len(result.checks) - len(failing)
    others = len(failing) - 1
    if len(result.checks) > 1:
        rest = {0: "", 1: "; 1 more to look at after this one"}.get(
            others, f"; {others} more to look at after this one"
        )
        lines.append(" " * _INDENT + style.faint(f"{passed} of {len(result.checks)} checks passed{rest}."))
    return lines


def check(result: CheckResult, style: Style) -> list[str]:
    """One check that did not pass: its title, what happened, where to look."""
    lines = style.wrap(one_line(result.title), _INDENT + 2, first=" " * _INDENT + style.mark("bad") + " ")
    lines += style.wrap(_text(result.message), _INDENT + 2)
    first = " " * (_INDENT + 2) + ("→ " if style.unicode else "> ")
    return lines + style.wrap(_text(result.feedback), _INDENT + 4, first=first)


def _ideas(result: ItemResult, style: Style, *, done: bool) -> list[str]:
    """Free text: how many ideas were found, and for each missing one the question that points to it."""
    # Whoever has a text judged has loaded this; whoever lists items must not pay for it.
    from grader.checks.builtin.model import NOT_FOUND

    missing = [check for check in result.checks if check.status is Status.FAILED]
    found = sum(check.status in (Status.PASSED, Status.NEEDS_REVIEW) for check in result.checks)
    lines: list[str] = []
    if result.checks and len(result.checks) == found + len(missing):
        lines += style.wrap(f"{found} of {len(result.checks)} ideas found in your words.", _INDENT)
        for idea in missing:
            question = one_line(idea.feedback or idea.title)
            lines += style.wrap(question, _INDENT + 2, first=" " * _INDENT + style.mark("ask") + " ")
            if idea.message != NOT_FOUND:
                lines += style.wrap(_text(idea.message), _INDENT + 2)
    else:
        lines += _first_failing(result, style)
    if result.provisional and (done or found):
        lines += [
            " " * _INDENT + style.faint("Provisional: a program read it; a person may see it otherwise.")
        ]
    return lines


def _output(output: str, style: Style) -> list[str]:
    lines = style.plain(terminal(output)).strip().splitlines()
    shown = lines[:_OUTPUT_LINES]
    if not shown:
        return []
    edge = "│ " if style.unicode else "| "
    room = style.width - _INDENT - 3
    text = [" " * _INDENT + "Your code printed:"]
    text += [" " * _INDENT + style.faint(edge + _cut(line.expandtabs(4), room)) for line in shown]
    if more := len(lines) - len(shown):
        text.append(" " * _INDENT + style.faint(f"{edge}... and {more} line{'s' * (more > 1)} more"))
    return text


def _cut(line: str, room: int) -> str:
    return line if len(line) <= room else f"{line[: room - 4]} ..."


def _total(record: Attempt, style: Style) -> list[str]:
    share = float(record.score / record.max_score) if record.max_score else 1.0
    points = f"{rounded(record.score)} of {rounded(record.max_score)} points"
    note = "  (partly provisional)" if record.provisional else ""
    if any(result.status is Status.RECORDED for result in record.items):
        note = "  (the rest after you hand in)"
    return [f"   {style.bold('Total')}  {style.bar(share)}  {points}{note}"]


def next_step(
    record: Attempt,
    lesson: Lesson,
    folder: PurePath,
    style: Style,
    *,
    done: frozenset[str],
    waits: str = "",
    again: str = "grade",
) -> list[str]:
    """One thing to do now, with the command to type."""
    open_items = [result for result in record.items if result.due and result.id not in done]
    blameless = [result for result in open_items if result.status is not Status.GRADER_ERROR]
    if not open_items:
        return _all_done(record, lesson, style, done=done, waits=waits, again=again)
    if not blameless:
        return style.wrap(
            "Next: nothing for you to do. Something in the grader or the course broke; it is not your fault. "
            "Please tell whoever runs the course.",
            2,
        )
    # What is begun comes first: the thoughts are still warm.
    started = [r for r in blameless if r.status not in (Status.NOT_STARTED, Status.MISSING, Status.REFUSED)]
    result = (started or blameless)[0]
    what = _of(lesson, result)
    path = folder / (what.stub if what else result.id)
    verb = "open" if result.status in (Status.NOT_STARTED, Status.REFUSED) else "change"
    if result.status is Status.MISSING and what and result.message not in ("", f"There is no {what.stub}."):
        return style.wrap(f"Next: do what is said of {result.id} above, then: {again}", 2)
    if result.status is Status.MISSING and again != "grade":
        return style.wrap(f"Next: put {path} there, or leave it out.", 2)
    if result.status is Status.MISSING:
        return style.wrap(f"Next: `grade reset {result.id}` brings back {path}.", 2)
    lines = style.wrap(f"Next: {verb} {path}", 2)
    command = f"{again} {result.id}"
    fits = len(command) + 8 <= style.width
    # A command that is broken over two lines cannot be copied.
    lines.append(f"  then: {command}" if fits else "  then: the same command again")
    if what and what.hints and result.status is not Status.NOT_STARTED:
        lines.append(f"  stuck? grade hint {result.id}")
    return lines


def _all_done(
    record: Attempt, lesson: Lesson, style: Style, *, done: frozenset[str], waits: str, again: str
) -> list[str]:
    whole = len(record.items) == len(lesson.items)
    if not whole:
        return style.wrap(f"Next: {again}    (the whole lesson)", 2)
    if any(result.id not in done for result in record.items):
        return style.wrap(f"All done for now. {waits}".strip(), 2)
    if record.edition == "class":
        return style.wrap("All done here. Next: grade submit", 2)
    return style.wrap("All done. Well worked. `grade progress` shows the way you came.", 2)


def _of(lesson: Lesson, result: ItemResult) -> Item | None:
    return next((item for item in lesson.items if item.id == result.id), None)


def _text(text: str) -> str:
    return terminal(shorten(text, _MESSAGE_CHARACTERS))
