"""A time limit that was exceeded while other work was going on may have been the other work's fault.

So nobody is told "took too long" on the word of one busy moment: what timed out is run once more, alone, and
that result stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grader.engine.api import Engine, Graded, Task
from grader.engine.attempts import with_items
from grader.records import Status

_AT_MOST = 100
"""Suspects that are kept waiting; so many are run before further submissions are read."""


def grade(engine: Engine, tasks: Iterable[Task]) -> Iterator[Graded]:
    """As ``engine.grade``, with every timeout confirmed alone before it is given out."""
    source = iter(tasks)
    while True:
        suspects: list[Graded] = []
        for graded in engine.grade(_until_many(source, suspects)):
            if timed_out(graded):
                suspects.append(graded)
            else:
                yield graded
        for graded in suspects:
            yield _alone(engine, graded)
        if len(suspects) < _AT_MOST:
            return


def timed_out(graded: Graded) -> frozenset[str]:
    """Ids of the items with a timeout, their own or one of their checks'."""
    return frozenset(
        item.id
        for item in graded.attempt.items
        if Status.TIMEOUT in {item.status, *(check.status for check in item.checks)}
    )


def _until_many(source: Iterator[Task], suspects: list[Graded]) -> Iterator[Task]:
    for task in source:
        yield task
        if len(suspects) >= _AT_MOST:
            return


def _alone(engine: Engine, first: Graded) -> Graded:
    """The slow items once more with nothing beside them; the rest of the first result stays."""
    task = Task(submission=first.task.submission, only=timed_out(first))
    (second,) = engine.grade([task])
    again = {item.id: item for item in second.attempt.items if item.status is not Status.GRADER_ERROR}
    items = [again.get(item.id, item) for item in first.attempt.items]
    return Graded(task=first.task, attempt=with_items(first.attempt, items), fault=first.fault)
