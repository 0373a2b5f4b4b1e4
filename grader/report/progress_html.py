"""Progress as one self-contained page: no script, no network, every text escaped."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

from grader.gradebook.progress import ItemProgress, Point, Progress
from grader.records import Status, rounded
from grader.report import pages
from grader.report.progress_text import share_of, when
from grader.report.style import word_of

_WIDTH, _HEIGHT = 720, 230
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 16, 16, 34
_STRIP, _SLIT = 1000.0, 6.0


def progress(record: Progress, course_title: str, today: date) -> str:
    """The page. ``today`` is the student's own day."""
    return pages.template("progress.html.j2", "progress").render(
        record=record,
        course_title=course_title,
        today=today.isoformat(),
        day=_day(today),
        when=lambda item: when(item, today),
        local=_local,
        state=_state,
        word=_word,
        width=_percent,
        done=sum(item.done for item in record.items),
        unjudged=any(item.status is Status.RECORDED for item in record.items),
        titles={item.id: item.title for item in record.items},
        strip=_strip(record.items),
        chart=_chart(record.history, record.max_score),
    )


def _local(utc: str) -> str:
    """``2026-01-02T03:04:05Z`` as day and minute where the student is: ``2 Jan 2026, 03:04``."""
    moment = datetime.fromisoformat(utc.replace("Z", "+00:00")).astimezone()
    return f"{_day(moment)}, {moment:%H:%M}"


def _day(day: date) -> str:
    # Not %b: a page in English does not take its months from the machine's language.
    month = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")[
        day.month - 1
    ]
    return f"{day.day} {month} {day.year}"


def _state(item: ItemProgress) -> str:
    """Which of four looks an item has: ``done later begun new``."""
    if item.done:
        return "done"
    if item.waits:
        return "later"
    return "begun" if item.tries else "new"


def _word(item: ItemProgress) -> str:
    if item.done:
        return {Status.RECORDED: "recorded", Status.NEEDS_REVIEW: "done, to be confirmed"}.get(
            item.status, "done"
        )
    return word_of(item.status, item.kind, due=not item.waits, done=item.done)


def _percent(part: Decimal | int, of: Decimal | int) -> str:
    """Per cent as SVG takes it; nothing is shown as all only when all is there."""
    return f"{min(float(part) / float(of), 1.0) * 100:.1f}" if of else "0"


class _Segment(NamedTuple):
    """One item in the strip over all points, in its own units (1000 wide)."""

    x: float
    width: float
    filled: float
    sort: str


def _strip(items: Sequence[ItemProgress]) -> list[_Segment]:
    counted = [item for item in items if item.max_score]
    room = _STRIP - _SLIT * (len(counted) - 1)
    whole = float(sum(item.max_score for item in counted)) or 1.0
    segments: list[_Segment] = []
    x = 0.0
    for item in counted:
        width = room * float(item.max_score) / whole
        segments.append(
            _Segment(
                round(x, 1),
                round(width, 1),
                round(width * share_of(item), 1),
                "full" if item.done and item.status is not Status.RECORDED else "part",
            )
        )
        x += width + _SLIT
    return segments


def _chart(history: Sequence[Point], top: Decimal) -> dict[str, object]:
    """Coordinates of a line chart: attempts from left to right, points from 0 to ``top`` upwards."""
    across, up = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    last = max(len(history) - 1, 1)

    def x(index: int) -> float:
        return round(_LEFT + across * index / last, 1)

    def y(score: Decimal) -> float:
        return round(_TOP + up * (1 - float(score / top if top else 0)), 1)

    dots = [(x(index), y(point.score), point) for index, point in enumerate(history)]
    line = " ".join(f"{dot[0]},{dot[1]}" for dot in dots)
    floor = _HEIGHT - _BOTTOM
    step = max(1, -(-len(history) // 6))
    return {
        "width": _WIDTH,
        "height": _HEIGHT,
        "line": line,
        "area": f"{_LEFT},{floor} {line} {dots[-1][0]},{floor}" if dots else "",
        "dots": dots if len(dots) <= 40 else dots[-1:],
        "rows": [(y(value), rounded(value)) for value in (Decimal(0), top / 2)],
        "goal": (y(top), rounded(top)),
        "columns": [(x(index), point.attempt) for index, point in enumerate(history) if index % step == 0],
        "left": _LEFT,
        "right": _WIDTH - _RIGHT,
        "floor": floor,
    }
