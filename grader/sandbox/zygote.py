"""The warm process: it has numpy imported, runs nothing of a student's, and hands out children by forking.

Depends only on the files beside it. One message, one answer, on a socket that keeps each whole:

====================================  ================================================================
``{"confinement": ..., ...}``         first of all; answered with ``{"ready": ...}`` or ``{"error": ...}``
``{"op": "open", ...}`` + 3 pipes     ``{"number": ...}`` + a pidfd, or ``{"error": ...}``
``{"op": "end", "number": ...}``      ``{"status": ...}``: waits for a child that is dying and reaps it
====================================  ================================================================

It ends when the socket does, and takes its children along.
"""

from __future__ import annotations

import errno
import gc
import importlib
import importlib.machinery
import json
import os
import resource
import select
import signal
import socket
import sys
from typing import Any

from . import confine, linux

READ_FD, WRITE_FD, _RULES_FD = 200, 201, 202
SETUP_FAILED = 99
_PROBE = b"""
import colorsys
import numpy

open(numpy.__file__).close()

def double(values):
    return [2 * value for value in values]
"""
"""Does a sum, and sees whether the standard library and packages can be read from inside."""
_PATIENCE = 20.0


def main() -> None:
    control = socket.socket(fileno=int(sys.argv.pop()))
    order = json.loads(control.recv(1 << 18))
    if order["cpu"] is not None:
        os.sched_setaffinity(0, {order["cpu"]})
    _compile()
    try:
        zygote = Zygote(control, confine.Confinement(**order["confinement"]))
        zygote.warm_up()
        zygote.probe(order["uid"])
    except Exception as error:  # noqa: BLE001 whatever stops it is the reason that this tier is refused
        control.send(json.dumps({"error": f"{type(error).__name__}: {error}"[:1000]}).encode())
        os._exit(1)
    control.send(json.dumps({"ready": True, "landlock": linux.landlock_version()}).encode())
    try:
        zygote.run()
    finally:
        zygote.finish()


class Zygote:
    """Its children by the pid they have here."""

    def __init__(self, control: socket.socket, confinement: confine.Confinement) -> None:
        self.control = control
        self.confinement = confinement
        self.children: dict[int, int] = {}
        self.proc = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self.rules = confine.enter(confinement, self.proc)
        if self.rules is not None:
            os.dup2(self.rules, _RULES_FD, inheritable=False)
            self.rules = _RULES_FD

    def warm_up(self) -> None:
        """Import what every submission needs, and let libraries take their memory before it is limited."""
        numpy = importlib.import_module("numpy")
        # Look into every directory once: an import there needs no listing later, which Landlock would refuse.
        importlib.machinery.PathFinder.find_spec("_sandbox_nothing")
        self.server = importlib.import_module("_sandbox.child").Server()
        square = numpy.ones((64, 64))
        square @ square  # OpenBLAS reserves its buffers at the first product
        linux.keep_freed_memory()
        gc.collect()
        gc.freeze()
        descriptor = os.open("self/statm", os.O_RDONLY, dir_fd=self.proc)
        limited = "limits" not in self.confinement.without
        self.memory = limited * int(os.read(descriptor, 100).split()[0]) * resource.getpagesize()
        os.close(descriptor)

    def probe(self, uid: int) -> None:
        """Really start a child and have it answer a call. Raises OSError or RuntimeError."""
        wire = importlib.import_module("_sandbox.wire")
        pipes = [os.pipe() for _ in range(3)]
        (in_read, in_write), (out_read, out_write), (print_read, print_write) = pipes
        number = self.open(uid, [in_read, out_write, print_write])
        for descriptor in (in_read, out_write, print_write):
            os.close(descriptor)
        for parts in (
            [{"probe.py": _PROBE}, 64 << 20, 20],
            [1, "load", "probe.py"],
            [2, "call", "probe.py", "double", None, [1, 2]],
        ):
            writer = wire.Writer(wire.REQUEST, lambda _: None)
            os.write(in_write, b"".join(writer.frame([writer.part(part) for part in parts])))
        reader = wire.Reader(wire.REPLY, lambda *_: None)
        greeted, answers = False, list[Any]()
        while len(answers) < 2:
            if not select.select([out_read], [], [], _PATIENCE)[0] or not (got := os.read(out_read, 4096)):
                raise RuntimeError(f"the first child did not answer: {_said(print_read)}")
            greeted, got = True, got if greeted else got[1:]
            reader.space()[: len(got)] = got
            complete = reader.filled(len(got))
            while complete:
                answers.append(reader.take())
                complete = reader.ready()
        if answers[1][1:3] != ["ok", [2, 4]]:
            raise RuntimeError(f"the first child answered wrongly: {answers}"[:500])
        os.kill(number, signal.SIGKILL)
        self.end(number)
        for descriptor in (in_write, out_read, print_read):
            os.close(descriptor)

    def run(self) -> None:
        """Serve until the owner goes away."""
        while True:
            data, fds, *_ = socket.recv_fds(self.control, 1 << 16, 3)
            if not data:
                return
            request = json.loads(data)
            if request["op"] == "end":
                self._answer(self.end(request["number"]))
                continue
            try:
                number = self.open(request["uid"], fds)
                socket.send_fds(
                    self.control, [json.dumps({"number": number}).encode()], [self.children[number]]
                )
            except OSError as error:
                self._answer({"error": str(error)})
            for descriptor in fds:
                os.close(descriptor)

    def _answer(self, answer: dict[str, Any]) -> None:
        self.control.send(json.dumps(answer).encode())

    def open(self, uid: int, fds: list[int]) -> int:
        """Start a child on the pipes ``fds`` (requests, replies, prints). Raises OSError."""
        pid = confine.new_process(self.confinement)
        if pid == 0:
            self._be_a_child(uid, fds)
        self.children[pid] = os.pidfd_open(pid)
        return pid

    def end(self, number: int) -> dict[str, Any]:
        """Reap a child that was killed or has ended. -> wait status and CPU seconds."""
        pidfd = self.children.pop(number)
        select.select([pidfd], [], [], _PATIENCE)
        _, status, usage = os.wait4(number, 0)
        os.close(pidfd)
        if not self.confinement.namespaces:
            _remove(os.path.join(self.confinement.temporary, str(number)))
        return {"status": status, "cpu": usage.ru_utime + usage.ru_stime}

    def _be_a_child(self, uid: int, fds: list[int]) -> None:
        """Never returns."""
        try:
            os.setsid()  # kill(0) reaches a whole session, across pid namespaces
            # Opened anew: a lock on what all children share would outlive the one that took it.
            null = os.open(os.devnull, os.O_RDONLY)
            for source, target in zip(
                [null, fds[2], fds[2], fds[0], fds[1]], [0, 1, 2, READ_FD, WRITE_FD], strict=True
            ):
                os.dup2(source, target, inheritable=False)
            home = confine.settle(self.confinement, uid, self.proc)
            os.closerange(3, READ_FD)
            os.closerange((self.rules or WRITE_FD) + 1, 1 << 16)
            self.server.connection.open(READ_FD, WRITE_FD)
            if self.confinement.namespaces:  # it may wait here for its files, so do first what can be done
                confine.lock(self.confinement, home, self.rules)
                self.server.move_in(home, self.memory)
            else:  # where nothing may be written afterwards
                self.server.move_in(home, self.memory)
                confine.lock(self.confinement, home, self.rules)
        except BaseException as error:  # noqa: BLE001 a child must not go on as a second warm process
            os.write(2, f"{type(error).__name__}: {error}".encode())
            os._exit(SETUP_FAILED)
        try:
            self.server.serve()
        finally:
            os._exit(1)

    def finish(self) -> None:
        """Leave nothing behind. Never returns."""
        for number in list(self.children):
            os.kill(number, signal.SIGKILL)
            self.end(number)
        if self.confinement.temporary:
            _remove(self.confinement.temporary)
        os._exit(0)


def _compile() -> None:
    """Have Python keep the bytecode of what is imported later, when nothing can be written any more."""
    for folder, _, names in os.walk(os.path.dirname(os.path.abspath(__file__))):
        for path in (os.path.join(folder, name) for name in names if name.endswith(".py")):
            importlib.machinery.SourceFileLoader("_", path).get_code("_")
    sys.dont_write_bytecode = True


def _remove(directory: str) -> None:
    import shutil  # late: where there are namespaces, nothing is ever to be removed

    shutil.rmtree(directory, ignore_errors=True)


def _said(descriptor: int) -> str:
    os.set_blocking(descriptor, False)
    try:
        return os.read(descriptor, 500).decode("utf-8", "replace")
    except OSError as error:
        return os.strerror(error.errno or errno.EIO)
