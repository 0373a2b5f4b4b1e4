"""The engine of one machine, with real worker processes and real sandboxes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import msgspec
import pytest

from grader.course.model import Course
from grader.engine.api import Task
from grader.engine.local import LocalEngine
from grader.errors import CourseError, GraderError, SandboxUnavailable
from grader.records import Status
from grader.sandbox.api import Tier
from tests.grader.engine import classroom
from tests.grader.engine.conftest import Start

ENDS = """

@check(points=0)
def test_ends(student):
    \"\"\"For this value the check takes its own process down\"\"\"
    if student.mean([1.0]) == 13.0:
        os._exit(7)
"""
NOISY = """

@check(points=0)
def test_noise(student):
    \"\"\"Writes where the engine's messages might go\"\"\"
    os.write(1, b"noise" * 1000)
    print("more noise")
"""


def test_every_submission_comes_back_once_with_its_own_result(course: Course, start: Start) -> None:
    """Right and wrong work, shared between two workers, each judged once and by itself"""
    tasks = [classroom.task(f"w{n}", f"# {n}\n{classroom.WRONG}") for n in range(15)]
    found = classroom.scores(start(course).grade([*classroom.right(15), *tasks]))
    assert found == {f"s{n:03}": "passed" for n in range(15)} | {f"w{n}": "failed" for n in range(15)}


def test_submissions_are_read_only_as_workers_become_free(course: Course, start: Start) -> None:
    """An engine never holds more than a few submissions, however many there are"""
    read = 0

    def counted() -> object:
        nonlocal read
        for task in classroom.right(60):
            read += 1
            yield task

    results = start(course).grade(counted())  # type: ignore[arg-type]
    for done, _ in enumerate(results, 1):
        assert read - done <= 4


def test_a_killed_worker_costs_nobody_a_result(course: Course, start: Start) -> None:
    """After SIGKILL of a worker in the middle its submissions are graded by others"""
    engine, found = start(course), {}
    for graded in engine.grade(classroom.right(30)):
        found[graded.task.submission.student] = graded.attempt.status
        if len(found) in (5, 12):
            os.kill(next(worker.pid for worker in engine._workers if worker.jobs), signal.SIGKILL)
    assert len(found) == 30
    assert Status.GRADER_ERROR not in found.values()


def test_a_worker_that_hangs_is_replaced(course: Course, start: Start) -> None:
    """A worker that stops answering is killed at its deadline; its work goes to another"""
    engine, found = start(course), []
    for graded in engine.grade(classroom.right(12)):
        found.append(graded)
        if len(found) == 3:
            worker = next(worker for worker in engine._workers if worker.jobs and worker.ready)
            assert worker.ready
            worker.ready = msgspec.structs.replace(worker.ready, seconds=0.5)
            worker.renew()
            os.kill(worker.pid, signal.SIGSTOP)
    assert set(classroom.scores(found).values()) == {"passed"}
    assert len(found) == 12


def test_what_brings_workers_down_is_tried_twice_and_is_nobodys_zero(tmp_path: Path, start: Start) -> None:
    """A submission at which two workers die is a grader error with the reason for staff; others go on"""
    course = classroom.copy(tmp_path / "c", check=ENDS)
    deadly = classroom.task("deadly", "def mean(numbers):\n    return 13.0\n")
    results = list(start(course).grade([*classroom.right(6), deadly, classroom.task("z", classroom.RIGHT)]))
    assert classroom.scores(results) == {f"s{n:03}": "passed" for n in range(6)} | {
        "deadly": "grader_error",
        "z": "passed",
    }
    (fault,) = [graded for graded in results if graded.fault]
    assert "code 7" in fault.fault
    assert "not your fault" in fault.attempt.items[0].message
    assert fault.attempt.max_score == course.lesson("averages").max_score


def test_what_a_check_prints_is_no_message(tmp_path: Path, start: Start) -> None:
    """A check that writes to standard output disturbs nothing"""
    course = classroom.copy(tmp_path / "c", check=NOISY)
    assert set(classroom.scores(start(course).grade(classroom.right(4))).values()) == {"passed"}


def test_an_engine_can_be_left_in_the_middle_and_used_again(course: Course, start: Start) -> None:
    """Closing the generator stops its work, and late answers do not turn up in the next one"""
    engine = start(course)
    first = engine.grade(classroom.right(20))
    next(first)
    first.close()  # type: ignore[attr-defined]
    assert classroom.scores(engine.grade([classroom.task("new", classroom.WRONG)])) == {"new": "failed"}


def test_only_the_asked_items_are_graded(course: Course, start: Start) -> None:
    """Tasks with different items share a worker"""
    tasks = [
        Task(submission=classroom.task(f"s{n}", classroom.RIGHT).submission, only=frozenset({item}))
        for n, item in enumerate(["mean", "pick", "mean", "once-more"])
    ]
    results = {
        g.task.submission.student: [i.id for i in g.attempt.items] for g in start(course, 1).grade(tasks)
    }
    assert results == {"s0": ["mean"], "s1": ["pick"], "s2": ["mean"], "s3": ["once-more"]}


def test_a_course_that_cannot_grade_is_said_once(tmp_path: Path, start: Start) -> None:
    """A course error that a worker meets reaches the caller as a course error, place and hint included"""
    course = classroom.copy(tmp_path / "c")
    (course.root / "solutions" / "averages" / "mean.py").unlink()
    with pytest.raises(GraderError, match=r"solutions/averages/mean\.py") as caught:
        list(start(course).grade(classroom.right(2)))
    assert caught.value.exit_code == CourseError.exit_code
    assert caught.value.problems[0].where


def test_the_weakest_sandbox_needs_trust(course: Course) -> None:
    """Tier ``process`` grades only when the caller trusts the submissions, and the result says so"""
    weak = msgspec.structs.replace(classroom.plan(course), tier=Tier.PROCESS)
    with closing(LocalEngine(weak, course, 1)) as engine, pytest.raises(GraderError) as caught:
        list(engine.grade(classroom.right(1)))
    assert caught.value.exit_code == SandboxUnavailable.exit_code
    assert "--trust-submissions" in str(caught.value)
    with closing(LocalEngine(msgspec.structs.replace(weak, trusted=True), course, 1)) as engine:
        (graded,) = engine.grade(classroom.right(1))
    assert graded.attempt.sandbox == "process"


SCRIPT = """
import sys
from pathlib import Path
from grader.course.load import load
from grader.engine.local import LocalEngine
from tests.grader.engine import classroom
course = load(Path(sys.argv[1]))
engine = LocalEngine(classroom.plan(course), course, 2)
for graded in engine.grade(classroom.right(100_000)):
    print(*(worker.pid for worker in engine._workers), flush=True)
"""


def test_workers_do_not_outlive_their_engine(course: Course) -> None:
    """When the engine's process is killed outright, its workers and their sandboxes end too"""
    root = Path(__file__).parents[3]
    engine = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(course.root)],
        stdout=subprocess.PIPE,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert engine.stdout
    pids = [int(word) for word in engine.stdout.readline().split()]
    families = [pid for worker in pids for pid in (worker, *children(worker))]
    assert len(families) > len(pids)
    engine.kill()
    engine.wait()
    engine.stdout.close()
    deadline = time.monotonic() + 30
    while (left := [pid for pid in families if alive(pid)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not left


def children(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
