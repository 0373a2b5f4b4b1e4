"""The pages that are looked at: each kind once as it is, and once with hostile text wherever text can be."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import msgspec

from grader.course.load import load
from grader.gradebook.progress import progress
from grader.gradebook.store import Event, Kept, Key
from grader.records import Attempt, Status
from grader.report import batch_html, feedback_html, lesson_html, progress_html
from tests.grader.attempts import attempt, lesson, mixed, result

ROOT = Path(__file__).parents[3]
TODAY = date(2026, 1, 6)
HOSTILE = '</title></style><script>alert(1)</script><img src="//x.test/p.png" onerror="alert(2)">'
LONG = "an" + "other" * 60


def _progress(title: str, course: str = "A course") -> str:
    chosen = msgspec.structs.replace(lesson(), title=title)
    right = attempt(result("mean", Status.PASSED, "3", "3"), at="2026-01-05T13:00:00Z")
    kept = [Kept(mixed(), {"mean": Key("1", "c", 1)}), Kept(right, {"mean": Key("2", "c", 1)})]
    events = (Event("2026-01-05T12:30:00Z", "hint", "mean", "1"),)
    return progress_html.progress(progress(chosen, kept, events, TODAY), course, TODAY)


def _empty() -> str:
    return progress_html.progress(progress(lesson(), [], (), TODAY), "A course", TODAY)


def _recorded() -> str:
    """A class edition: nothing is judged yet."""
    handed = attempt(*(result(item.id, Status.RECORDED, of=str(item.points)) for item in lesson().items))
    return progress_html.progress(progress(lesson(), [Kept(handed, {})], (), TODAY), "A course", TODAY)


def _lesson() -> str:
    """The first lesson of the course, as its students read it."""
    course = load(ROOT)
    first = course.file.lessons[0]
    page = ROOT / "exercises" / first.id / "README.md"
    return lesson_html.lesson(page.read_text(encoding="utf-8"), course.file, first)


def _hostile_lesson() -> str:
    course = load(ROOT).file
    bad = msgspec.structs.replace(course, title=HOSTILE, issues="javascript:alert(3)")
    text = (
        f"# {HOSTILE}\n\n{HOSTILE}\n\n## {HOSTILE}\n\n[a](javascript:alert(4)) ![b](https://x.test/b.png)\n\n"
        f'$$\\text{{{HOSTILE}}}$$\n\n```mermaid\nflowchart LR\nA["<script>alert(5)</script>"] --> B\n```\n\n'
        f"```\n{LONG}\n```\n\n{LONG}\n\n| {LONG} | b |\n| --- | --- |\n| {HOSTILE} | {LONG} |\n"
    )
    return lesson_html.lesson(text, bad, course.lessons[0])


def _hostile_attempt() -> Attempt:
    made = mixed()
    checks = tuple(
        msgspec.structs.replace(check, title=HOSTILE, message=f"{HOSTILE}\n{LONG}", feedback=HOSTILE)
        for check in made.items[0].checks
    )
    item = msgspec.structs.replace(made.items[0], title=LONG, message=HOSTILE, output=HOSTILE, checks=checks)
    return msgspec.structs.replace(
        made, student=HOSTILE, ignored=(HOSTILE, LONG), items=(item, *made.items[1:])
    )


def _class(one: Attempt, name: str) -> str:
    many = [msgspec.structs.replace(one, student=f"student-{number}") for number in range(9)]
    names = {str(each.student): f"{name} {number}" for number, each in enumerate(many, 1)}
    return "".join(batch_html.index(many, lesson(), name, names, str))


PLAIN: dict[str, Callable[[], str]] = {
    "progress": lambda: _progress("A first lesson on √x"),
    "progress-empty": _empty,
    "progress-recorded": _recorded,
    "lesson": _lesson,
    "class": lambda: _class(mixed(), "Ada"),
    "staff": lambda: batch_html.student(mixed(), "A course", "A first lesson", "Ada"),
    "feedback": lambda: feedback_html.page(mixed(), "A course", "A first lesson", "Ada"),
}
HOSTILES: dict[str, Callable[[], str]] = {
    "hostile-progress": lambda: _progress(f"{HOSTILE}{LONG}", HOSTILE),
    "hostile-lesson": _hostile_lesson,
    "hostile-class": lambda: _class(_hostile_attempt(), HOSTILE),
    "hostile-staff": lambda: batch_html.student(_hostile_attempt(), HOSTILE, HOSTILE),
    "hostile-feedback": lambda: feedback_html.page(_hostile_attempt(), HOSTILE, HOSTILE),
}
ALL = PLAIN | HOSTILES
