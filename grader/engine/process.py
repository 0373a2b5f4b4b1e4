"""The engine's end of one worker process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO, NamedTuple

import msgspec

import grader
from grader.engine import messages
from grader.engine.api import Plan, Task

_START_SECONDS = 120.0
_END_SECONDS = 10.0
_LAST_WORDS = 2000


class Job:
    """A task on its way, and how often it may still be tried."""

    __slots__ = ("number", "task", "tries")

    def __init__(self, number: int, task: Task, tries: int) -> None:
        self.number, self.task, self.tries = number, task, tries


class News(NamedTuple):
    """Something a worker said; ``None`` when it has ended."""

    worker: WorkerProcess
    message: messages.Report | None


class WorkerProcess:
    """A running worker. What it says arrives in the inbox that several workers share."""

    def __init__(self, plan: Plan, inbox: SimpleQueue[News]) -> None:
        self.jobs: deque[Job] = deque()
        """Sent and not answered yet, oldest first."""
        self.ready: messages.Ready | None = None
        self.deadline = time.monotonic() + _START_SECONDS
        # Not a pipe: nobody would read it while a check prints megabytes.
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the worker
        self._process = subprocess.Popen(
            # -P: a file called random.py in the current folder must not be imported.
            [sys.executable, "-P", "-m", "grader.engine.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=_environment(),
            # Ctrl-C on the terminal is for the engine alone.
            start_new_session=os.name == "posix",
        )
        self.pid = self._process.pid
        # Threads read and write the pipes: no worker that is slow to do either holds up the engine.
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        threading.Thread(target=self._write, daemon=True).start()
        threading.Thread(target=self._read, args=(inbox,), daemon=True).start()
        self._outgoing.put(messages.frame(plan))

    def give(self, job: Job) -> None:
        """Send ``job``; it is answered in its turn."""
        if not self.jobs:
            self.renew()
        self.jobs.append(job)
        self._outgoing.put(messages.frame(messages.Work(job.number, job.task)))

    def renew(self) -> None:
        """The time for the next answer begins now."""
        if self.ready is not None:
            self.deadline = time.monotonic() + self.ready.seconds

    @property
    def due(self) -> float:
        """When its next answer must be here, on the monotonic clock; infinite when it owes none."""
        return self.deadline if self.jobs or self.ready is None else float("inf")

    def kill(self) -> None:
        """End it at once; its sandbox ends with it. Safe to call twice."""
        self._outgoing.put(None)
        with suppress(OSError):
            self._process.kill()

    def end(self) -> None:
        """Let it end by itself when it is idle, else kill it. Does not wait."""
        if self.jobs or self.ready is None:
            self.kill()
        self._outgoing.put(None)

    def close(self) -> None:
        """End it and wait until it is gone."""
        self.end()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait(_END_SECONDS)
        self._log.close()

    def last_words(self) -> str:
        """How it ended and the end of what it wrote on standard error."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_SECONDS)
        size = self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, size - _LAST_WORDS))
        said = self._log.read().decode("utf-8", "replace").strip()
        code = self._process.returncode
        how = f"was killed by signal {-code}" if code is not None and code < 0 else f"ended with code {code}"
        return f"the worker process {how}" + (f": {said}" if said else "")

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        with suppress(OSError), pipe:
            while (data := self._outgoing.get()) is not None:
                pipe.write(data)
                pipe.flush()

    def _read(self, inbox: SimpleQueue[News]) -> None:
        pipe = self._process.stdout
        assert pipe is not None
        # A worker that was killed in the middle of a frame has said nothing more.
        with suppress(OSError, ValueError, msgspec.MsgspecError), pipe:
            for message in messages.reports(pipe):
                inbox.put(News(self, message))
        inbox.put(News(self, None))


def _environment() -> dict[str, str]:
    """The caller's, where a worker finds this very package and numpy keeps to one thread."""
    here = str(Path(grader.__file__).parents[1])
    paths = [here, *filter(None, [os.environ.get("PYTHONPATH")])]
    threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**os.environ, **threads, "PYTHONPATH": os.pathsep.join(paths)}
