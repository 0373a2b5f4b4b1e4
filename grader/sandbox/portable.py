"""The ``process`` tier, for any operating system: a fresh interpreter each time, a deadline, an output cap.

It keeps accidents apart from the grader and from each other. It does not keep the student's code from reading
what its user may read, so it is for one's own code only.
"""

from __future__ import annotations

import io
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Mapping, Sequence

from grader.errors import GraderFault, SandboxUnavailable
from grader.sandbox import remote, wire
from grader.sandbox.api import Budget, Crashed, StudentFault
from grader.sandbox.spawn import BOOT, ENVIRONMENT, search_path

_PATIENCE = 60.0
"""Seconds for a cold interpreter to import numpy on a slow disk."""
_KEEP = ("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR")
"""What Windows itself needs of the environment."""


class ProcessSandbox:
    """Starts interpreters ahead of need, since each takes a moment to import numpy."""

    lacks: Mapping[str, str] = {}
    """It has no layers to lack."""

    def __init__(self, packages: Sequence[str], cpu: int | None) -> None:
        self._path = os.pathsep.join(search_path(packages))
        self._cpu = cpu
        self._opened = 0
        self._started: weakref.WeakSet[Interpreter] = weakref.WeakSet()
        self._spare: Interpreter | None = self._new()

    def _new(self) -> Interpreter:
        interpreter = Interpreter(self._path, self._cpu)
        self._started.add(interpreter)
        return interpreter

    def wait(self) -> None:
        """Wait until the first interpreter is ready. Raises SandboxUnavailable."""
        assert self._spare is not None
        try:
            self._spare.wait()
        except GraderFault as fault:
            raise SandboxUnavailable(str(fault)) from None

    def open(self, files: Mapping[str, bytes], budget: Budget) -> remote.RemoteChild:
        frame = remote.first_frame(files, budget)
        interpreter, self._spare = self._spare or self._new(), None
        self._opened += 1
        if self._opened > 1:  # one submission rarely needs a second; many need one each
            self._spare = self._new()
        return remote.RemoteChild(ThreadLink(interpreter, budget, frame), files, budget)

    def close(self) -> None:
        """End every interpreter and remove its directory. Safe to call twice."""
        for interpreter in list(self._started):
            interpreter.close()
        self._spare = None


class Interpreter:
    """A fresh Python in a directory of its own, which waits for files."""

    def __init__(self, path: str, cpu: int | None) -> None:
        self.home = os.path.realpath(tempfile.mkdtemp(prefix="grade-"))
        self._remove_home = weakref.finalize(self, shutil.rmtree, self.home, ignore_errors=True)
        kept = {name: os.environ[name] for name in _KEEP if name in os.environ}
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-X", "utf8", BOOT, "alone", path, self.home],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=self.home,
            env={**ENVIRONMENT, **kept, "HOME": self.home, "TMPDIR": self.home, "TEMP": self.home},
            start_new_session=True,
        )
        if cpu is not None and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self.process.pid, {cpu})
        pipes = (self.process.stdin, self.process.stdout, self.process.stderr)
        self.requests, self.replies, self.prints = map(_raw, pipes)
        self._greeting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=lambda: self._greeting.put(self.replies.read(1) or b""), daemon=True).start()
        self._ready = False

    def wait(self) -> None:
        """Wait until numpy is imported and files are welcome. Raises GraderFault when that never happens."""
        if self._ready:
            return
        try:
            self._ready = bool(self._greeting.get(timeout=_PATIENCE))
        except queue.Empty:
            raise GraderFault(f"Python did not start within {_PATIENCE:g} s") from None
        if not self._ready:
            said = self.prints.read(2000) or b""
            raise GraderFault(f"Python did not start: {said.decode('utf-8', 'replace').strip()}")

    def close(self) -> None:
        """Kill it and everything in its process group or tree, and remove its directory."""
        try:
            if os.name == "nt":
                tree = ["taskkill", "/F", "/T", "/PID", str(self.process.pid)]
                subprocess.run(tree, capture_output=True, timeout=10, check=False)
            else:
                os.killpg(self.process.pid, signal.SIGKILL)
        except (OSError, subprocess.SubprocessError):
            pass  # gone already
        self.process.kill()
        self.process.wait()
        self._remove_home()


def _raw(file: object) -> io.FileIO:
    assert isinstance(file, io.FileIO)  # bufsize=0
    return file


class ThreadLink:
    """See :class:`grader.sandbox.remote.Link`. Threads wait, since not every system can poll pipes."""

    def __init__(self, interpreter: Interpreter, budget: Budget, frame: Sequence[bytes | memoryview]) -> None:
        self._interpreter = interpreter
        self._kept = remote.Output(budget.output)
        self._open = True
        self.reader = remote.new_reader()
        self._outgoing: queue.SimpleQueue[Sequence[bytes | memoryview] | None] = queue.SimpleQueue()
        self._incoming: queue.SimpleQueue[Exception | None] = queue.SimpleQueue()
        self._taken = threading.Semaphore(0)
        self._threads = [
            threading.Thread(target=work, daemon=True) for work in (self._write, self._read, self._collect)
        ]
        self._outgoing.put(frame)

    def begin(self) -> None:
        self._interpreter.wait()
        for thread in self._threads:
            thread.start()
        try:
            self._next(time.monotonic() + _PATIENCE)
        except (remote.Gone, remote.Expired, remote.TooMuchOutput) as trouble:
            self.close()
            raise GraderFault(
                f"a process for student code did not start: {self._kept.text or repr(trouble)}"
            ) from None

    def exchange(self, buffers: Sequence[bytes | memoryview], deadline: float) -> None:
        self._taken.release()
        self._outgoing.put(buffers)
        self._next(deadline)

    def _next(self, deadline: float) -> None:
        """Wait for the greeting or a whole message."""
        try:
            trouble = self._incoming.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise remote.Expired from None
        if trouble is not None:
            raise trouble

    # ---- one thread each

    def _write(self) -> None:
        while (buffers := self._outgoing.get()) is not None:
            try:
                for buffer in buffers:
                    view = memoryview(buffer)
                    while view:
                        view = view[self._interpreter.requests.write(view) or 0 :]
            except (OSError, ValueError):
                return  # the reading thread sees that it is gone

    def _read(self) -> None:
        file, reader = self._interpreter.replies, self.reader
        try:
            if not file.read(1):
                raise remote.Gone
            self._incoming.put(None)
            while True:
                self._taken.acquire()  # the last message has been taken, the next is wanted
                done = reader.ready()
                while not done:
                    count = file.readinto(reader.space())
                    if not count:
                        raise remote.Gone
                    done = reader.filled(count)
                self._incoming.put(None)
        except (remote.Gone, wire.Refused) as trouble:
            self._incoming.put(trouble)
        except (OSError, ValueError):
            self._incoming.put(remote.Gone())

    def _collect(self) -> None:
        try:
            while data := self._interpreter.prints.read(wire.CHUNK):
                self._kept.add(data)
        except remote.TooMuchOutput:
            self._incoming.put(remote.TooMuchOutput())
        except (OSError, ValueError):
            return

    @property
    def output(self) -> str:
        size = -1
        while self._open and size != self._kept.size:  # what was printed last may still be on its way
            size = self._kept.size
            time.sleep(0.005)
        return self._kept.text

    # ---- the end

    def ended(self) -> StudentFault:
        try:
            status = self._interpreter.process.wait(1.0)
        except subprocess.TimeoutExpired:
            status = None
        self.close()
        if status is None:
            return Crashed("your code closed the connection to the grader")
        return remote.fault_of(status)

    def close(self) -> None:
        if not self._open:
            return
        self._open = False
        self._interpreter.close()
        self._outgoing.put(None)
        self._taken.release()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(2.0)
        for file in (self._interpreter.requests, self._interpreter.replies, self._interpreter.prints):
            file.close()
