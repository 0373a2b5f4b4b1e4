"""Progress as one self-contained page: no script, no network, every text escaped."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from grader.gradebook.progress import Progress
from grader.records import rounded
from grader.report.neutral import one_line
from grader.report.progress_text import share_of, when
from grader.report.style import WORDS

_WIDTH, _HEIGHT = 640, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 12, 30


def progress(record: Progress, course_title: str, today: date) -> str:
    """The page. ``today`` is the student's own day."""
    environment = Environment(
        loader=PackageLoader("grader.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.filters |= {
        "points": lambda score: str(rounded(score)),
        "plain": one_line,
        "local": _local,
        "percent": lambda share: f"{share * 100:.0f}",
    }
    css = resources.files("grader.report").joinpath("templates/progress.css").read_text(encoding="utf-8")
    return environment.get_template("progress.html.j2").render(
        record=record,
        course_title=course_title,
        today=today.isoformat(),
        words=WORDS,
        when=lambda item: when(item, today),
        share=lambda item: 1.0 if item.done else share_of(item),
        done=sum(item.done for item in record.items),
        chart=_chart([point.score for point in record.history], record.max_score),
        # The page's own style sheet is markup of ours; its digest is all that the policy allows.
        css=Markup(css),
        css_digest=base64.b64encode(hashlib.sha256(css.encode()).digest()).decode(),
        width=_WIDTH,
        height=_HEIGHT,
    )


def _local(utc: str) -> str:
    """``2026-01-02T03:04:05Z`` as the day and minute where the student is."""
    return datetime.fromisoformat(utc.replace("Z", "+00:00")).astimezone().strftime("%Y-%m-%d %H:%M")


def _chart(scores: Sequence[Decimal], top: Decimal) -> dict[str, object]:
    """Coordinates of a line chart: attempts from left to right, points from 0 to ``top`` upwards."""
    across, up = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    last = max(len(scores) - 1, 1)

    def x(index: int) -> float:
        return round(_LEFT + across * index / last, 1)

    def y(score: Decimal) -> float:
        return round(_TOP + up * (1 - float(score / top if top else 0)), 1)

    points = [(x(index), y(score)) for index, score in enumerate(scores)]
    labelled = sorted({0, len(scores) - 1, *range(0, len(scores), max(1, len(scores) // 6))})
    if len(labelled) > 2 and labelled[-1] - labelled[-2] < max(1, len(scores) // 12):
        del labelled[-2]
    return {
        "line": " ".join(f"{px},{py}" for px, py in points),
        "points": points if len(points) <= 40 else points[-1:],
        "rows": [(y(value), rounded(value)) for value in (Decimal(0), top / 2, top)],
        "columns": [(x(index), index + 1) for index in labelled],
        "left": _LEFT,
        "right": _WIDTH - _RIGHT,
        "floor": _HEIGHT - _BOTTOM,
    }
