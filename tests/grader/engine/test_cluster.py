"""The same work on a Dask cluster: a real scheduler and real worker processes, here on the loopback."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from grader.course.discover import course_digest
from grader.course.model import Course
from grader.engine.api import Graded, Task
from grader.engine.cluster import ClusterEngine, pack, unpack
from grader.errors import GraderError
from grader.records import Attempt
from tests.grader.engine import classroom
from tests.grader.engine.conftest import Start

ROOT = Path(__file__).parents[3]


class Cluster:
    """A scheduler and its workers, each a process without a nanny."""

    def __init__(self, folder: Path, workers: int) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self._log = (folder / "cluster.log").open("wb")
        self._folder = folder
        self._scheduler = self._run("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
        self.workers = [self._worker(number) for number in range(workers)]

    def _worker(self, number: int) -> subprocess.Popen[bytes]:
        place = str(self._folder / f"worker-{number}")
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
        return self._run("worker", self.address, *options, "--local-directory", place)

    def _run(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words],
            stdout=self._log,
            stderr=self._log,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )

    def close(self) -> None:
        # The scheduler last: a worker that is told to go while its scheduler goes may wait for it without end.
        for process in (*self.workers, self._scheduler):
            process.terminate()
            process.wait(timeout=30)
        self._log.close()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with closing(Cluster(tmp_path_factory.mktemp("cluster"), workers=3)) as cluster:
        yield cluster


def stripped(results: list[Graded]) -> dict[str, Attempt]:
    """Student -> attempt without the time of day and without durations."""
    found = {}
    for graded in results:
        items = tuple(
            msgspec.structs.replace(
                item, checks=tuple(msgspec.structs.replace(check, seconds=None) for check in item.checks)
            )
            for item in graded.attempt.items
        )
        found[graded.task.submission.student or ""] = msgspec.structs.replace(
            graded.attempt, graded_at="", items=items
        )
    assert len(found) == len(results)
    return found


def mixed(number: int) -> list[Task]:
    kinds = (classroom.RIGHT, classroom.WRONG, "def mean(:\n", "import os\nos._exit(1)\n")
    return [classroom.task(f"s{n:03}", f"{kinds[n % len(kinds)]}# {n}\n") for n in range(number)]


def test_results_are_the_local_engines_and_a_lost_worker_costs_none(
    cluster: Cluster, course: Course, start: Start
) -> None:
    """One of three workers is killed in the middle: every submission once, each as on one machine"""
    here = stripped(list(start(course).grade(mixed(24))))
    there = []
    with closing(ClusterEngine(classroom.plan(course), course, cluster.address)) as engine:
        for graded in engine.grade(mixed(24)):
            there.append(graded)
            if len(there) == 5:
                cluster.workers[0].send_signal(signal.SIGKILL)
    assert stripped(there) == here


def test_a_course_travels_whole(course: Course, tmp_path: Path) -> None:
    """What arrives on a machine without a shared disk has the same digest"""
    assert course_digest(unpack(pack(course), tmp_path / "elsewhere")) == course_digest(course)


def test_a_broken_course_is_said_once(cluster: Cluster, course: Course) -> None:
    """A worker's course error reaches the caller as a sentence with its place"""
    (course.root / "tests" / "hidden" / "averages" / "test_mean.py").write_text(
        "def test_x(student):\n    pass\n"
    )
    with (
        closing(ClusterEngine(classroom.plan(course), course, cluster.address)) as engine,
        pytest.raises(GraderError) as caught,
    ):
        list(engine.grade(mixed(2)))
    assert "test_mean.py" in str(caught.value)


def test_no_cluster_is_a_sentence(course: Course) -> None:
    """An address where nobody answers: what, and what to start"""
    with pytest.raises(GraderError, match="dask scheduler"):
        ClusterEngine(classroom.plan(course), course, "nonsense://nowhere")
