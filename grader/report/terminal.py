"""An attempt as text for a terminal, a pipe or a log: a line per item, and under it what to look at next."""

from __future__ import annotations

from pathlib import PurePath

from grader.course.model import Item, Kind, Lesson
from grader.intake.pick import hides_library
from grader.records import Attempt, CheckResult, ItemResult, Status, rounded
from grader.report.neutral import located, one_line, shorten, terminal
from grader.report.style import Style, sort_of, word_of

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
    if not result.due and not done and result.status in (Status.NOT_STARTED, Status.MISSING):
        lines += style.wrap(waits or "This one is for later.", _INDENT)
    if result.status in (Status.NOT_STARTED, Status.MISSING, Status.REFUSED):
        return lines
    if result.message and result.status is not Status.PASSED:
        return lines + _output(result.output, style)  # no check can add anything to it
    exact = [check.id for check in result.checks] == ["test_answer"]  # right or not, without ideas
    if result.kind == Kind.TEXT and not exact:
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
    return item_line(style, sort, result.id, result.title, _word(result, done=done), points)


def item_line(style: Style, sort: str, name: str, title: str, word: str, points: str) -> str:
    """Mark, id, title, how it stands and its points: one line, whatever has to be cut of the title."""
    right = f"{word}  {points:>{_POINTS - 2}}"
    room = style.width - len(right) - 4
    name, title = one_line(name), style.plain(one_line(title))
    left = f"{name:<18} {title}" if title else name
    left = left if len(left) <= room else left[: room - 3] + "..."
    shown = style.bold(left[: len(name)]) + left[len(name) :]
    return f" {style.mark(sort)} {shown}{right.rjust(style.width - 3 - len(left))}"


def _word(result: ItemResult, *, done: bool) -> str:
    """How the item stands: like the check that is shown, since the worst may be one that is not."""
    status = result.status
    if result.kind == Kind.CODE and not result.message and not done and (shown := _failing(result)):
        status = shown[0].status
    return "" if status is Status.PASSED else word_of(status, result.kind, due=result.due, done=done)


def _failing(result: ItemResult) -> list[CheckResult]:
    """The checks that did not pass, without those for a bonus where others are left."""
    failing = [check for check in result.checks if check.status is not Status.PASSED]
    return [check for check in failing if check.max_score] or failing


def _first_failing(result: ItemResult, style: Style) -> list[str]:
    failing = [check for check in result.checks if check.status is not Status.PASSED]
    if not failing:
        return []
    first = _failing(result)[0]
    lines = check(first, style)
    explained = [diagnosis for diagnosis in result.diagnoses if first.id in diagnosis.explains]
    for diagnosis in explained[:1]:
        words = one_line(shorten(diagnosis.message, _MESSAGE_CHARACTERS))
        lines += style.wrap(located(words, diagnosis.file, diagnosis.line), _INDENT + 2)
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
        same = missing[0].message if len({idea.message for idea in missing}) == 1 else NOT_FOUND
        if same != NOT_FOUND:
            lines += style.wrap(_text(same), _INDENT)
        for idea in missing:
            question = one_line(idea.feedback or idea.title)
            lines += style.wrap(question, _INDENT + 2, first=" " * _INDENT + style.mark("ask") + " ")
            if idea.message not in (NOT_FOUND, same):
                lines += style.wrap(_text(idea.message), _INDENT + 2)
    else:
        lines += _first_failing(result, style)
    if result.provisional and (done or found):
        said = "Provisional: a program read it; a person may see it otherwise."
        lines += [style.faint(line) for line in style.wrap(said, _INDENT)]
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
    if not open_items and len(record.items) < len(lesson.items):
        open_items = [result for result in record.items if result.id not in done]  # asked for by name
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
    what = _first_to_do(lesson, result)
    name = what.id if what else result.id
    path = folder / (what.stub if what else name)
    verb = "open" if result.status is Status.NOT_STARTED else "change"
    told = what is not None and result.message not in ("", f"There is no {what.stub}.")
    if result.status is Status.REFUSED or (result.status is Status.MISSING and told):
        return style.wrap(f"Next: do what is said of {result.id} above, then: {again}", 2)
    if result.status is Status.MISSING and again != "grade":
        return style.wrap(f"Next: put {path} there, or leave it out.", 2)
    if result.status is Status.MISSING:
        return [*style.wrap(f"Next: put {path} back,", 2), f"  or start it afresh: grade reset {result.id}"]
    lines = style.wrap(f"Next: {verb} {path}", 2)
    command = f"{again} {name}"
    fits = len(command) + 8 <= style.width
    # A command that is broken over two lines cannot be copied.
    lines.append(f"  then: {command}" if fits else "  then: the same command again")
    if what and what.hints and result.status is not Status.NOT_STARTED:
        lines.append(f"  stuck? grade hint {name}")
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


def _first_to_do(lesson: Lesson, result: ItemResult) -> Item | None:
    """The item of ``result``; where that one waits for an item that it uses, the latter."""
    items = {item.id: item for item in lesson.items}
    failing = _failing(result)
    said = result.message or (f"{failing[0].message} {failing[0].feedback}" if failing else "")
    for used in items[result.id].uses if result.id in items else ():
        stub = items[used].stub
        if any(
            word in said
            for word in (f"do `{used}` first", f"Mend {stub} first.", f"{stub}: mend that first.")
        ):
            return items[used]
    return items.get(result.id)


def _text(text: str) -> str:
    return terminal(shorten(text, _MESSAGE_CHARACTERS))
