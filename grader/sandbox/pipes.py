"""Pipes to one child of a warm process: never blocking, one deadline for each exchange. POSIX."""

from __future__ import annotations

import io
import os
import select
import signal
import time
from collections.abc import Sequence

from grader.errors import GraderFault
from grader.sandbox import remote, wire
from grader.sandbox.api import Budget, Crashed, StudentFault
from grader.sandbox.opened import PATIENCE, Opened, Owner


class PipeLink:
    """See :class:`grader.sandbox.remote.Link`."""

    def __init__(
        self,
        owner: Owner,
        opened: Opened,
        budget: Budget,
        frame: Sequence[bytes | memoryview],
    ) -> None:
        self._owner = owner
        self._child = opened
        self._prints = opened.prints
        self._in = io.FileIO(opened.replies, closefd=False)
        self._out = io.FileIO(opened.requests, "w", closefd=False)
        for descriptor in (opened.requests, opened.replies, opened.prints):
            os.set_blocking(descriptor, False)
        self._answers, self._writable = select.poll(), select.poll()
        self._answers.register(opened.replies, select.POLLIN)
        self._writable.register(opened.requests, select.POLLOUT)
        for poller in (self._answers, self._writable):
            poller.register(self._prints, select.POLLIN)
        self._printing = True
        self._kept = remote.Output(budget.output)
        self._cpu = remote.processor_seconds(budget)
        self._open = True
        self.reader = remote.new_reader()
        try:
            self._backlog = self._write_now(frame)
        except remote.Gone:
            self._backlog = []  # `begin` sees to it

    # ---- messages

    def begin(self) -> None:
        deadline = time.monotonic() + PATIENCE
        try:
            self._write(self._backlog, deadline)
            self._wait(self._answers, deadline)
            if not os.read(self._child.replies, 1):
                raise remote.Gone
        except (remote.Gone, remote.Expired, remote.TooMuchOutput) as trouble:
            self._owner.settle()
            self._drain()
            why = self._child.error or self._kept.text or type(trouble).__name__
            raise GraderFault(f"a sandboxed process did not start: {why}") from None
        self._owner.settle()

    def exchange(self, buffers: Sequence[bytes | memoryview], deadline: float) -> None:
        self._write(buffers, deadline)
        reader = self.reader
        while True:
            self._wait(self._answers, deadline)
            count = self._in.readinto(reader.space())
            if count == 0:
                raise remote.Gone
            if count is not None and reader.filled(count):
                return

    def _write(self, buffers: Sequence[bytes | memoryview], deadline: float) -> None:
        while buffers := self._write_now(buffers):
            self._wait(self._writable, deadline)

    def _write_now(self, buffers: Sequence[bytes | memoryview]) -> Sequence[bytes | memoryview]:
        """Write what the pipe takes; what is left."""
        try:
            for index, buffer in enumerate(buffers):
                count = self._out.write(buffer)
                if count != len(buffer):
                    return [memoryview(buffer)[count or 0 :], *buffers[index + 1 :]]
        except BrokenPipeError:
            raise remote.Gone from None
        return ()

    def _wait(self, poller: select.poll, deadline: float) -> None:
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                raise remote.Expired
            ready = False
            for descriptor, _ in poller.poll(left * 1000):
                if descriptor == self._prints:
                    self._drain_once()
                else:
                    ready = True
            if ready:
                return

    # ---- prints

    def _drain_once(self) -> bool:
        try:
            data = os.read(self._prints, wire.CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self._printing = False
            self._answers.unregister(self._prints)
            self._writable.unregister(self._prints)
            return False
        self._kept.add(data)
        return True

    def _drain(self) -> None:
        try:
            while self._printing and self._drain_once():
                pass
        except remote.TooMuchOutput:
            pass

    @property
    def output(self) -> str:
        if self._open:
            self._drain()
        return self._kept.text

    # ---- the end

    def ended(self) -> StudentFault:
        self._owner.settle()
        if not select.select([self._child.pidfd], [], [], 1.0)[0]:
            self.close()
            return Crashed("your code closed the connection to the grader")
        end = self._owner.end(self._child.number)
        self._child.number = 0
        self.close()
        if end["cpu"] >= self._cpu:
            return Crashed(f"your code used more than {self._cpu} s of processor time")
        return remote.fault_of(os.waitstatus_to_exitcode(end["status"]))

    def close(self) -> None:
        if not self._open:
            return
        self._open = False
        try:
            self._owner.settle()
            if self._child.number:
                signal.pidfd_send_signal(self._child.pidfd, signal.SIGKILL)
                self._owner.end(self._child.number)
        except (ProcessLookupError, GraderFault):
            pass  # already reaped, or the warm process is gone and its children with it
        self._drain()
        self._child.close()
