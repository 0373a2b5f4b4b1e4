"""Timeouts are confirmed alone before they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from grader.course.model import Course
from grader.engine import confirm
from grader.engine.api import Graded, Task
from grader.engine.attempts import lost, with_items
from grader.records import Status
from tests.grader.engine import classroom
from tests.grader.engine.conftest import Start


class Scripted:
    """An engine whose every answer to a task is written down beforehand, first try first."""

    def __init__(self, course: Course, answers: dict[str, list[Status]]) -> None:
        self.course, self.answers = course, answers
        self.asked: list[list[str]] = []

    def grade(self, tasks: Iterable[Task]) -> Iterator[Graded]:
        self.asked.append([])
        for task in tasks:
            student = task.submission.student or ""
            self.asked[-1].append(student)
            status = self.answers[student].pop(0)
            attempt = lost(self.course, self.course.lesson("averages"), task)
            items = [
                msgspec.structs.replace(item, status=status if item.id == "mean" else Status.PASSED)
                for item in attempt.items
            ]
            yield Graded(task=task, attempt=with_items(attempt, items))

    def close(self) -> None:
        pass


def test_a_timeout_is_run_again_alone_and_the_second_result_stands(course: Course) -> None:
    """Of two slow ones the one that was merely disturbed passes; each was run again with nothing beside it"""
    engine = Scripted(
        course,
        {
            "fine": [Status.PASSED],
            "disturbed": [Status.TIMEOUT, Status.PASSED],
            "endless": [Status.TIMEOUT, Status.TIMEOUT],
        },
    )
    tasks = [classroom.task(student, "") for student in engine.answers]
    assert classroom.scores(confirm.grade(engine, tasks)) == {
        "fine": "passed",
        "disturbed": "passed",
        "endless": "timeout",
    }
    assert engine.asked == [["fine", "disturbed", "endless"], ["disturbed"], ["endless"]]


def test_only_the_slow_item_is_run_again(course: Course) -> None:
    """The other items keep their first result, and the attempt is whole"""
    engine = Scripted(course, {"a": [Status.TIMEOUT, Status.PASSED]})
    (graded,) = confirm.grade(engine, [classroom.task("a", "")])
    assert [(item.id, item.status) for item in graded.attempt.items] == [
        ("mean", "passed"),
        ("pick", "passed"),
        ("once-more", "passed"),
    ]
    assert graded.attempt.status is Status.PASSED
    assert graded.task.only == frozenset()


def test_a_fault_of_ours_does_not_undo_a_result(course: Course) -> None:
    """When the second run fails on our side, the first result stands"""
    engine = Scripted(course, {"a": [Status.TIMEOUT, Status.GRADER_ERROR]})
    assert classroom.scores(confirm.grade(engine, [classroom.task("a", "")])) == {"a": "timeout"}


def test_a_class_full_of_timeouts_is_not_held_in_memory(course: Course) -> None:
    """After a hundred suspects they are run again before more submissions are read"""
    engine = Scripted(course, {f"{n}": [Status.TIMEOUT] * 2 for n in range(250)})
    results = confirm.grade(engine, (classroom.task(student, "") for student in list(engine.answers)))
    assert len(classroom.scores(results)) == 250
    assert max(map(len, engine.asked)) <= 101


def test_an_endless_loop_is_a_timeout_in_the_end(tmp_path: Path, start: Start) -> None:
    """With real workers: the loop times out, its neighbours pass, and the course's own limit is told"""
    course = classroom.copy(tmp_path / "c", seconds="0.3")
    tasks = [*classroom.right(3), classroom.task("loop", classroom.ENDLESS)]
    results = list(confirm.grade(start(course), tasks))
    assert classroom.scores(results) == {f"s{n:03}": "passed" for n in range(3)} | {"loop": "timeout"}
    said = next(g.attempt.items[0] for g in results if g.task.submission.student == "loop")
    assert "0.3 s" in said.checks[0].message
