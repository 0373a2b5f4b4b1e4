"""A class's attempts as pages for staff: one for everybody together, one for each student with everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from grader.course.model import Item, Lesson
from grader.gradebook.progress import is_done
from grader.records import Attempt, ItemResult, Status
from grader.report import pages
from grader.report.style import sort_of

_ABSENT = {Status.NOT_STARTED, Status.MISSING, Status.REFUSED}
_MOST = 30
"""Misunderstandings listed."""


@dataclass(frozen=True, slots=True)
class ItemFigures:
    """One item over the class."""

    title: str
    complete: int
    """With nothing left for the student to do; a person may still have to confirm a text."""
    begun: int
    """Handed in, whatever came of it."""
    absent: int
    mean: Decimal
    """Points, over everybody but those on whom the grader failed."""
    max_score: Decimal


@dataclass(frozen=True, slots=True)
class Misunderstanding:
    """One known mistake and how many students made it."""

    item: str
    mistake: str
    message: str
    students: int


@dataclass(frozen=True, slots=True)
class Cohort:
    """A class in figures."""

    submissions: int
    complete: int
    """With nothing left to do that is due."""
    faults: int
    mean: Decimal
    items: tuple[ItemFigures, ...]
    misunderstandings: tuple[Misunderstanding, ...]


def student(attempt: Attempt, course_title: str, lesson_title: str, name: str = "") -> str:
    """Everything about one attempt."""
    return pages.template("attempt.html.j2").render(
        attempt=attempt,
        course_title=course_title,
        title=lesson_title,
        name=name or attempt.student or "",
        staff=True,
    )


def index(
    attempts: Iterable[Attempt],
    lesson: Lesson,
    course_title: str,
    names: Mapping[str, str],
    page_of: Callable[[str | None], str],
) -> Iterator[str]:
    """The class page in parts, each student linked to ``page_of(student)``. Reads ``attempts`` twice."""
    return pages.template("class.html.j2").generate(
        course_title=course_title,
        title=lesson.title,
        max_score=lesson.max_score,
        cohort=figures(attempts, lesson),
        rows=(_row(attempt, lesson, names, page_of) for attempt in attempts),
    )


def figures(attempts: Iterable[Attempt], lesson: Lesson) -> Cohort:
    """Counts and means over ``attempts``, one of each student, and what was misunderstood most."""
    statuses: Counter[Status] = Counter()
    items: Counter[tuple[str, Status]] = Counter()
    done: Counter[str] = Counter()
    complete = 0
    sums: dict[str, Decimal] = {item.id: Decimal(0) for item in lesson.items}
    named: Counter[tuple[str, str]] = Counter()
    words: dict[tuple[str, str], str] = {}
    for attempt in attempts:
        statuses[attempt.status] += 1
        complete += all(is_done(result) for result in attempt.items if result.due)
        for result in attempt.items:
            items[result.id, result.status] += 1
            done[result.id] += is_done(result)
            if result.id in sums and result.status is not Status.GRADER_ERROR:
                sums[result.id] += result.score
            for found in result.diagnoses:
                named[result.title or result.id, found.mistake] += 1
                words[result.title or result.id, found.mistake] = found.message
    total = statuses.total()
    each = tuple(
        _figures(item, sums[item.id], done[item.id], {status: items[item.id, status] for status in Status})
        for item in lesson.items
    )
    return Cohort(
        submissions=total,
        complete=complete,
        faults=statuses[Status.GRADER_ERROR],
        mean=sum((item.mean for item in each), Decimal(0)),
        items=each,
        misunderstandings=tuple(
            Misunderstanding(item, mistake, words[item, mistake], count)
            # The name decides between equal counts, so that a page does not depend on the order of work.
            for (item, mistake), count in sorted(named.items(), key=lambda entry: (-entry[1], entry[0]))[
                :_MOST
            ]
        ),
    )


def _figures(item: Item, total: Decimal, complete: int, counts: Mapping[Status, int]) -> ItemFigures:
    absent = sum(counts[status] for status in _ABSENT)
    judged = sum(counts.values()) - counts[Status.GRADER_ERROR]
    return ItemFigures(
        title=item.title,
        complete=complete,
        begun=judged - absent,
        absent=absent,
        mean=total / judged if judged else Decimal(0),
        max_score=item.points,
    )


@dataclass(frozen=True, slots=True)
class _Cell:
    score: Decimal
    status: Status
    sort: str


@dataclass(frozen=True, slots=True)
class _Row:
    name: str
    page: str
    status: Status
    sort: str
    score: Decimal
    cells: tuple[_Cell | None, ...]


def _row(
    attempt: Attempt, lesson: Lesson, names: Mapping[str, str], page_of: Callable[[str | None], str]
) -> _Row:
    results: Mapping[str, ItemResult] = {result.id: result for result in attempt.items}
    return _Row(
        name=names.get(attempt.student or "") or attempt.student or "",
        page=page_of(attempt.student),
        status=attempt.status,
        sort=sort_of(attempt.status),
        score=attempt.score,
        cells=tuple(_cell(results.get(item.id)) for item in lesson.items),
    )


def _cell(result: ItemResult | None) -> _Cell | None:
    return None if result is None else _Cell(result.score, result.status, pages.sort(result))
