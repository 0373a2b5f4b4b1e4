"""The grader's own side of the measurements."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path

import psutil

from grader.course.model import Course, Lesson
from grader.engine.api import Engine, Plan, Task
from grader.engine.cluster import ClusterEngine
from grader.engine.local import LocalEngine
from grader.gradebook.resume import Resume
from grader.gradebook.store import Store
from grader.intake.submission import Submission
from grader.records import Attempt, Status
from tests.benchmarks.peers import ROOT, environment

MIB = 1 << 20
CALM = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__WORKER__MEMORY__MONITOR_INTERVAL": "1s",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "5s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__GIL__ENABLED": "False",
}
"""What docs/many-machines.md recommends: Dask looks at its workers less often."""


def plan(course: Course, lesson: Lesson) -> Plan:
    return Plan(root=str(course.root), lesson=lesson.id)


@contextmanager
def local(course: Course, lesson: Lesson, jobs: int, warm: Iterable[Task]) -> Iterator[LocalEngine]:
    """An engine that has started its workers and graded ``warm``."""
    with closing(LocalEngine(plan(course, lesson), course, jobs)) as engine:
        timed(engine, warm)
        yield engine


@contextmanager
def cluster(
    course: Course, lesson: Lesson, workers: int, warm: Iterable[Task], folder: Path
) -> Iterator[Engine]:
    """The same on Dask: a scheduler and ``workers`` worker processes on the loopback, set up as docs/ says."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    address = f"tcp://127.0.0.1:{port}"
    local_only = ["--host", "127.0.0.1", "--no-dashboard"]
    commands = [["scheduler", "--port", port, *local_only]]
    commands += [
        ["worker", address, "--nthreads", "1", "--local-directory", str(folder / f"w{n}"), *local_only]
        for n in range(workers)
    ]
    with (folder / "log").open("wb") as log:
        processes = [
            subprocess.Popen(
                [sys.executable, "-m", "dask", *command],
                stdout=log,
                stderr=log,
                env=environment() | CALM,
                cwd=ROOT,
            )
            for command in commands
        ]
        try:
            with closing(ClusterEngine(plan(course, lesson), course, address)) as engine:
                engine.wait_for(workers)
                timed(engine, warm)
                yield engine
        finally:
            # A Dask worker that is told to go while its scheduler goes may wait for it without end.
            for process in reversed(processes):
                process.terminate()
                process.wait(30)


def timed(engine: Engine, tasks: Iterable[Task]) -> float:
    """Seconds for all of ``tasks``, made beforehand; raises when one of them was a fault of ours."""
    tasks = list(tasks)
    begin = time.perf_counter()
    for graded in engine.grade(tasks):
        assert graded.attempt.status is not Status.GRADER_ERROR, graded.fault
    return time.perf_counter() - begin


def grown(course: Course, lesson: Lesson, jobs: int, tasks: Iterable[Task], folder: Path) -> dict[str, float]:
    """One run from cold, every attempt stored: its rate, and memory of all processes in MiB."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    me, samples, done = psutil.Process(), [], 0
    with (
        closing(LocalEngine(plan(course, lesson), course, jobs)) as engine,
        Store(folder / "results.db") as store,
    ):
        resume = Resume(course, lesson, store)
        source = iter(tasks)
        first = next(source)  # which makes the others, too
        begin = time.perf_counter()
        for graded in engine.grade(chain([first], source)):
            resume.keep(graded.task.submission, graded.task.submission.student, graded.attempt)
            done += 1
            if done % 50 == 0:
                samples.append(_trusted(me))
        took = time.perf_counter() - begin
        peak = sum(map(_peak, [me, *me.children(recursive=True)]))
    # The first submissions fill caches: growth is what comes after two hundred, or after the first half.
    settled = samples[min(3, (len(samples) - 1) // 2)]
    return {"rate": done / took, "peak_mib": peak, "growth_mib": samples[-1] - settled}


def stores(course: Course, lesson: Lesson, attempt: Attempt, number: int, folder: Path) -> float:
    """Attempts stored a second, each in its own transaction."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    work = Submission(files={"a.py": b"a = 1\n"})
    with Store(folder / "results.db") as store:
        resume = Resume(course, lesson, store)
        begin = time.perf_counter()
        for index in range(number):
            resume.keep(work, f"s{index}", attempt)
        return number / (time.perf_counter() - begin)


def command(course: Course, submissions: Path, out: Path, *options: str) -> float:
    """Seconds of the whole command ``grade batch``: reading, grading, storing, every page and table."""
    shutil.rmtree(out, ignore_errors=True)
    words = ["batch", str(submissions), "--out", str(out), "--course", str(course.root), *options]
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "grader", *words],
        env=environment(),
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return time.perf_counter() - begin


def _trusted(me: psutil.Process) -> float:
    """Resident MiB of this process and of the workers, without the sandboxes."""
    return sum(process.memory_info().rss for process in (me, *me.children())) / MIB


def _peak(process: psutil.Process) -> float:
    try:
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
    return int(found[0]) / 1024 if found else 0.0


def cores() -> int:
    return len(os.sched_getaffinity(0))
