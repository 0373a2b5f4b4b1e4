"""Progress as text for a terminal."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from grader.gradebook.progress import ConceptProgress, ItemProgress, Progress
from grader.records import Status, rounded
from grader.report.neutral import one_line
from grader.report.style import WORDS, Style, sort_of

_NEWEST = 30
"""How many attempts the sparkline shows."""


def progress(record: Progress, style: Style, today: date) -> str:
    """The whole report, without a final newline. ``today`` is the student's own day."""
    lines = [style.bold(one_line(record.title)), style.rule(), *_summary(record, style), ""]
    width = max((len(item.id) for item in record.items), default=0)
    for item in record.items:
        lines += _item(item, width, style, today)
    if record.concepts:
        lines += ["", "  " + style.bold("Concepts")]
        width = min(max(len(concept.name) for concept in record.concepts), 40)
        lines += [_concept(concept, width, style) for concept in record.concepts]
    lines += ["", *_left(record, style, today)]
    return "\n".join(lines)


def _summary(record: Progress, style: Style) -> list[str]:
    done = sum(item.done for item in record.items)
    points = f"{rounded(record.score)} of {rounded(record.max_score)} points"
    note = " (partly provisional)" if record.provisional else ""
    lines = [
        f"  {style.bar(_share(record.score, record.max_score), 30)}  {points}{note}",
        f"  {done} of {len(record.items)} items done, {_count(record.attempts, 'attempt')}",
    ]
    if any(item.status is Status.RECORDED for item in record.items):
        lines.append("  What is recorded here is graded after you hand in: grade submit")
    if len(record.history) > 1:
        shares = [_share(point.score, record.max_score) for point in record.history[-_NEWEST:]]
        which = "attempts" if len(record.history) <= _NEWEST else f"last {_NEWEST} attempts"
        lines.append(f"  {style.sparkline(shares)}  points over your {which}")
    return lines


def _item(item: ItemProgress, width: int, style: Style, today: date) -> list[str]:
    mark = style.mark(sort_of(item.status, due=not item.waits, done=item.done))
    points = f"{rounded(item.score)}/{rounded(item.max_score)}" if item.max_score else "bonus"
    if item.status is Status.RECORDED:
        # Its points are not known here, which is not zero.
        points = points if item.score else f"-/{rounded(item.max_score)}"
        line = f"  {mark} {item.id:<{width}}  {'recorded':<8} {points:>7}"
    else:
        line = f"  {mark} {item.id:<{width}}  {style.bar(1 if item.done else share_of(item), 8)} {points:>7}"
    facts = []
    if item.tries:
        facts.append(_count(item.tries, "try", "tries"))
    elif item.waits:
        facts.append(when(item, today))
    else:
        facts.append(WORDS[item.status])
    if item.hints:
        facts.append(_count(item.hints, "hint"))
    if item.tries > 1 and item.first is not None and item.first != item.best:
        facts.append(f"from {rounded(item.first)} to {rounded(item.best)}")
    room = style.width - width - 24
    text = "  " + ", ".join(facts)
    return [line + style.faint(text)] if len(text) <= room else [line, " " * 6 + style.faint(text.strip())]


def _concept(concept: ConceptProgress, width: int, style: Style) -> str:
    bar = style.bar(concept.done / concept.items, 8)
    name = one_line(concept.name)[:width]
    return f"    {name:<{width}}  {bar}  {concept.done} of {concept.items}"


def _left(record: Progress, style: Style, today: date) -> list[str]:
    lines = []
    if record.left:
        lines += style.wrap(f"Left to do: {', '.join(record.left)}", 2)
    waiting = [item for item in record.items if item.id in record.waiting]
    lines += [line for item in waiting for line in style.wrap(f"Later: {item.id}, {when(item, today)}", 2)]
    return lines or ["  Everything is done."]


def when(item: ItemProgress, today: date) -> str:
    """When a waiting item falls due, in words."""
    if item.due_on is None:
        after = "the day" if item.days_after == 1 else f"{item.days_after} days"
        return f"for {after} after the rest is done"
    days = (date.fromisoformat(item.due_on) - today).days
    return "due now" if days <= 0 else "due tomorrow" if days == 1 else f"due on {item.due_on}"


def share_of(item: ItemProgress) -> float:
    """Part of the item's points earned, 0 to 1; a bonus has none."""
    return _share(item.score, item.max_score) if item.max_score else 0.0


def _share(score: Decimal, of: Decimal) -> float:
    return float(score / of) if of else 0.0


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
