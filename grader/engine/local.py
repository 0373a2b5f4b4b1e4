"""The engine of one machine: a worker process per core, each kept busy, replaced when it dies or hangs."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import count
from queue import Empty, SimpleQueue

from grader.course.model import Course
from grader.engine import messages
from grader.engine.api import Graded, Plan, Task
from grader.engine.attempts import lost
from grader.engine.machine import cores
from grader.engine.process import Job, News, WorkerProcess
from grader.errors import GraderError, GraderFault, Problem

_AHEAD = 2
"""Tasks a worker holds: the next one is there when it is done with the first."""
_TRIES = 2
_BROKEN_STARTS = 3
_DEATHS = 10
"""Ends of workers in a row, without one result between them, that are nobody's submission's doing."""


class LocalEngine:
    """A pool of workers that stay warm from one ``grade`` to the next. Close it when done."""

    def __init__(self, plan: Plan, course: Course, jobs: int | None = None) -> None:
        self._plan, self._course, self._lesson = plan, course, course.lesson(plan.lesson)
        self._jobs = jobs or cores()
        self._workers: list[WorkerProcess] = []
        self._inbox: SimpleQueue[News] = SimpleQueue()
        self._again: deque[Job] = deque()
        self._numbers = count(1)
        self._broken_starts = self._deaths = 0
        self.slowness = 1.0
        """How many times slower than usual the slowest worker found this machine."""

    def grade(self, tasks: Iterable[Task]) -> Iterator[Graded]:
        """See :class:`grader.engine.api.Engine`. One ``grade`` at a time."""
        source = iter(tasks)
        try:
            while self._feed(source):
                news = self._next()
                if news is not None and news.worker in self._workers:
                    yield from self._heed(news)
        finally:
            # The caller has stopped listening: answers that come now belong to nobody.
            self._again.clear()
            for worker in [worker for worker in self._workers if worker.jobs]:
                self._drop(worker)

    def close(self) -> None:
        """End all workers and wait until they are gone."""
        for worker in self._workers:
            worker.end()
        for worker in self._workers:
            worker.close()
        self._workers.clear()

    def _feed(self, source: Iterator[Task]) -> bool:
        """Give every worker what it has room for. False when there is nothing left to wait for."""
        more = True
        for ahead in range(_AHEAD):
            # One each before anybody gets a second.
            for worker in self._workers:
                if more and len(worker.jobs) <= ahead:
                    more = self._give(worker, source)
        while more and len(self._workers) < self._jobs:
            job = self._job(source)
            if job is None:
                break
            self._workers.append(WorkerProcess(self._plan, self._inbox))
            self._workers[-1].give(job)
        return any(worker.jobs for worker in self._workers)

    def _give(self, worker: WorkerProcess, source: Iterator[Task]) -> bool:
        job = self._job(source)
        if job is not None:
            worker.give(job)
        return job is not None

    def _job(self, source: Iterator[Task]) -> Job | None:
        if self._again:
            return self._again.popleft()
        task = next(source, None)
        return None if task is None else Job(next(self._numbers), task, _TRIES)

    def _next(self) -> News | None:
        """The next thing that happens; kills what is overdue, whose end then is the news."""
        due = min(worker.due for worker in self._workers)
        try:
            return self._inbox.get(timeout=max(0.0, due - time.monotonic()))
        except Empty:
            now = time.monotonic()
            for worker in self._workers:
                if worker.due <= now:
                    worker.kill()
                    worker.deadline = now + 60.0
            return None

    def _heed(self, news: News) -> Iterator[Graded]:
        worker, message = news
        match message:
            case messages.Ready():
                worker.ready = message
                worker.renew()
                self.slowness = max(self.slowness, message.slowness)
            case messages.Done():
                job = worker.jobs.popleft()
                assert job.number == message.number
                worker.renew()
                self._broken_starts = self._deaths = 0
                yield Graded(task=job.task, attempt=message.attempt)
            case messages.Refusal():
                raise _refused(message)
            case None:
                yield from self._bury(worker)

    def _bury(self, worker: WorkerProcess) -> Iterator[Graded]:
        """A worker ended: its first task is to blame and is tried once more, the others go elsewhere."""
        jobs, words = list(worker.jobs), worker.last_words()
        self._drop(worker)
        failed = None
        if worker.ready is None:
            self._broken_starts += 1
        elif jobs:
            self._deaths += 1
            jobs[0].tries -= 1
            failed = jobs.pop(0) if not jobs[0].tries else None
        if self._broken_starts >= _BROKEN_STARTS or self._deaths >= _DEATHS:
            raise GraderFault("workers end before they grade anything", hint=f"The last one: {short(words)}")
        self._again.extendleft(reversed(jobs))
        if failed is not None:
            attempt = lost(self._course, self._lesson, failed.task)
            yield Graded(task=failed.task, attempt=attempt, fault=words)

    def _drop(self, worker: WorkerProcess) -> None:
        self._workers.remove(worker)
        worker.kill()
        worker.close()


def short(words: str) -> str:
    """The first and the last line of a worker's last words: how it ended, and the error."""
    lines = words.splitlines()
    return words if len(lines) < 2 else f"{lines[0].partition(': ')[0]}: {lines[-1]}"


def _refused(refusal: messages.Refusal) -> GraderError:
    """The error that a worker met, with its exit code, as if it had been met here."""
    for kind in (GraderError, GraderFault):
        if kind.exit_code == refusal.exit_code:
            break
    error = kind(refusal.problems[0].what)
    error.problems = tuple(Problem(p.what, p.where, p.hint) for p in refusal.problems)
    return error
