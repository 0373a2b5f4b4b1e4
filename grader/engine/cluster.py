"""The engine of many machines: the same work on a Dask cluster that is already there.

Submissions and the course travel with the tasks, so the machines share no disk; each needs this package, in
the same version, and a sandbox of its own. Every Dask worker keeps a :class:`LocalEngine` that stays warm as
long as the batch lasts. A worker that is lost costs the tasks it was at: Dask gives those to another one.
"""

from __future__ import annotations

import tempfile
import threading
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import msgspec

from grader import __version__
from grader.course import layout
from grader.course.load import load
from grader.course.model import Course
from grader.engine.api import Graded, Plan, Task
from grader.engine.attempts import lost
from grader.engine.local import LocalEngine
from grader.engine.machine import longest
from grader.errors import GraderError, GraderFault
from grader.records import Attempt

_CHUNK = 8
"""Submissions in a Dask task at most; one at a time would cost a fifth more."""
_ANSWER_SECONDS = 30.0
_MOST_SLOW = 20.0
_FOLDERS = ("exercises", *layout.SECRET_FOLDERS, "tests/public")


class Bundle(msgspec.Struct, frozen=True):
    """A course as it travels."""

    version: str
    plan: Plan
    files: bytes
    """Packed; by path relative to the course."""


class Answer(msgspec.Struct, frozen=True):
    """What became of the task at ``position`` of a chunk."""

    position: int
    attempt: Attempt
    fault: str


class ClusterEngine:
    """Grades on the workers of the Dask scheduler at ``address``, ``tcp://host:8786``."""

    def __init__(self, plan: Plan, course: Course, address: str) -> None:
        """Raises ``GraderError`` when there is no scheduler or no worker, or Dask is not installed."""
        self._course, self._lesson = course, course.lesson(plan.lesson)
        self._bundle = msgspec.msgpack.encode(Bundle(__version__, plan, pack(course)))
        self._client = _connect(address)
        self._ahead = 2 * sum(self._client.nthreads().values())
        # Even the slowest honest chunk is back by then, whatever was in the queue before it.
        self._patience = _ANSWER_SECONDS + 2 * _CHUNK * longest(self._lesson, _MOST_SLOW)

    def wait_for(self, workers: int) -> None:
        """Wait until so many have joined. Raises ``TimeoutError``; a batch begins with whoever is there."""
        self._client.wait_for_workers(workers, timeout=_ANSWER_SECONDS)

    def grade(self, tasks: Iterable[Task]) -> Iterator[Graded]:
        """See :class:`grader.engine.api.Engine`."""
        source = self._chunks(iter(tasks))
        waiting: dict[Any, Sequence[Task]] = {}
        done: SimpleQueue[Any] = SimpleQueue()
        try:
            while True:
                while len(waiting) < self._ahead and (chunk := next(source, None)):
                    self._send(chunk, waiting, done)
                if not waiting:
                    return
                future = self._next(done)
                yield from self._heed(future, waiting.pop(future), waiting, done)
        finally:
            self._client.cancel(list(waiting))

    def close(self) -> None:
        """Let the workers end their warm sessions, and disconnect. The cluster itself stays."""
        with suppress(OSError, TimeoutError, RuntimeError):
            self._client.run(put_away, on_error="ignore")
        self._client.close()

    def _chunks(self, source: Iterator[Task]) -> Iterator[Sequence[Task]]:
        """Full ones while there is enough for everybody, then smaller ones, so that all are done together."""
        near: deque[Task] = deque()
        while True:
            near.extend(islice(source, _CHUNK * self._ahead - len(near)))
            if not near:
                return
            size = max(1, min(_CHUNK, len(near) // self._ahead))
            yield [near.popleft() for _ in range(size)]

    def _send(
        self, chunk: Sequence[Task], waiting: dict[Any, Sequence[Task]], done: SimpleQueue[Any]
    ) -> None:
        works = [msgspec.msgpack.encode(task) for task in chunk]
        future = self._client.submit(grade_here, self._bundle, works, pure=False)
        waiting[future] = chunk
        future.add_done_callback(done.put)

    def _next(self, done: SimpleQueue[Any]) -> Any:
        try:
            return done.get(timeout=self._patience)
        except Empty:
            raise GraderFault(
                f"nothing came back from the cluster for {self._patience:.0f} s",
                hint="Look at its workers; then run the same command again: what was graded is kept.",
            ) from None

    def _heed(
        self, future: Any, chunk: Sequence[Task], waiting: dict[Any, Sequence[Task]], done: SimpleQueue[Any]
    ) -> Iterator[Graded]:
        if future.status == "finished":
            for data in future.result(timeout=_ANSWER_SECONDS):
                answer = msgspec.msgpack.decode(data, type=Answer)
                yield Graded(task=chunk[answer.position], attempt=answer.attempt, fault=answer.fault)
            return
        trouble = future.exception(timeout=_ANSWER_SECONDS) if future.status == "error" else None
        if isinstance(trouble, GraderError):
            raise trouble
        if len(chunk) > 1:
            # One of them may bring down whatever machine it meets: alone, it harms no other.
            for task in chunk:
                self._send([task], waiting, done)
            return
        why = f"the cluster lost it: {trouble or future.status}"
        yield Graded(task=chunk[0], attempt=lost(self._course, self._lesson, chunk[0]), fault=why)


def pack(course: Course) -> bytes:
    """All files of ``course`` that grading reads."""
    files = {layout.COURSE_FILE: (course.root / layout.COURSE_FILE).read_bytes()}
    for folder in _FOLDERS:
        for path in sorted((course.root / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                files[path.relative_to(course.root).as_posix()] = path.read_bytes()
    return zlib.compress(msgspec.msgpack.encode(files))


def unpack(packed: bytes, folder: Path) -> Course:
    """The course of :func:`pack`, written below ``folder``."""
    for name, content in msgspec.msgpack.decode(zlib.decompress(packed), type=dict[str, bytes]).items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return load(folder)


def grade_here(bundle: bytes, works: Sequence[bytes]) -> list[bytes]:
    """On a Dask worker: the attempts of ``works``, in the order in which they were finished."""
    tasks = [msgspec.msgpack.decode(work, type=Task) for work in works]
    positions = {id(task): position for position, task in enumerate(tasks)}
    with _station.lock:
        return [
            msgspec.msgpack.encode(Answer(positions[id(graded.task)], graded.attempt, graded.fault))
            for graded in _station.engine(bundle).grade(tasks)
        ]


def put_away() -> None:
    """On a Dask worker: end the warm session."""
    with _station.lock:
        _station.close()


class _Station:
    """What one Dask worker keeps from task to task."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._bundle = b""
        self._engine: LocalEngine | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def engine(self, bundle: bytes) -> LocalEngine:
        """The engine for ``bundle``; one for another course is closed. Raises ``GraderError``."""
        if self._engine is None or bundle != self._bundle:
            self.close()
            sent = msgspec.msgpack.decode(bundle, type=Bundle)
            if sent.version != __version__:
                raise GraderFault(
                    f"a cluster worker has version {__version__} of the grader, this machine {sent.version}",
                    hint="Install the same version on every machine.",
                )
            self._folder = tempfile.TemporaryDirectory(prefix="grader-course-")
            course = unpack(sent.files, Path(self._folder.name))
            plan = msgspec.structs.replace(sent.plan, root=self._folder.name)
            self._engine, self._bundle = LocalEngine(plan, course, 1), bundle
        return self._engine

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()
        if self._folder is not None:
            self._folder.cleanup()
        self._engine = self._folder = None


_station = _Station()


def _connect(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise GraderError(
            "grading on a cluster needs Dask", hint="Install it: python -m pip install distributed"
        ) from None
    try:
        client: Any = Client(address, timeout=_ANSWER_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
        client.wait_for_workers(1, timeout=_ANSWER_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        raise GraderError(
            f"the cluster at {address} does not answer or has no worker: {error}",
            hint="Start `dask scheduler` and `dask worker`, then name the scheduler: --cluster tcp://HOST:8786.",
        ) from None
    return client
