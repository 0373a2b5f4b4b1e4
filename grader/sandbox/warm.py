"""The trusted side of the warm process: has it open children, ahead of need when there are many."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grader.errors import GraderFault
from grader.sandbox.api import Budget
from grader.sandbox.opened import PATIENCE, Opened
from grader.sandbox.spawn import WarmProcess

if TYPE_CHECKING:
    from grader.sandbox.remote import RemoteChild

PIPE_SIZE = 1 << 20
"""Bytes that a pipe holds, so that a large array needs few turns of writing and reading."""


class WarmSandbox:
    """Hands out children of one warm process. For use by one thread at a time."""

    def __init__(
        self, mode: str, packages: Sequence[str], cpu: int | None, without: Sequence[str] = ()
    ) -> None:
        self._process = WarmProcess(mode, packages, cpu, without)
        self._unanswered: Opened | None = None
        self._started = self._opened = 0
        self._spare: Opened | None = None

    def wait(self) -> None:
        """Wait until children can be opened, and have the first one started. Raises SandboxUnavailable."""
        self._process.wait()
        self._spare = self._start()

    @property
    def lacks(self) -> dict[str, str]:
        """Layers that it has to do without, and why; known once it is ready."""
        lacks = {}
        if not self._process.landlock:
            lacks["Landlock"] = "this kernel has no Landlock; the other layers hold"
        if self._process.stays_root:
            lacks["a user id of its own"] = self._process.stays_root
        return lacks

    def open(self, files: Mapping[str, bytes], budget: Budget) -> RemoteChild:
        """See :class:`grader.sandbox.api.Sandbox`."""
        # Late, because numpy comes with them: the warm process starts while they are imported.
        from grader.sandbox.pipes import PipeLink
        from grader.sandbox.remote import RemoteChild, first_frame

        frame = first_frame(files, budget)
        opened, self._spare = self._spare or self._start(), None
        link = PipeLink(self, opened, budget, frame)
        self._opened += 1
        if self._opened > 1:  # one submission rarely needs a second child; many submissions need one each
            self._spare = self._start()
        return RemoteChild(link, files, budget)

    def _start(self) -> Opened:
        """Ask for a child without waiting for the answer."""
        self.settle()
        self._started += 1
        requests, replies, prints = os.pipe(), os.pipe(), os.pipe()
        theirs = [requests[0], replies[1], prints[1]]
        for pipe in (requests, replies):
            with contextlib.suppress(OSError):  # there are only so many large pipes for a user
                fcntl.fcntl(pipe[1], fcntl.F_SETPIPE_SZ, PIPE_SIZE)
        opened = Opened(requests[1], replies[0], prints[0])
        try:
            self._process.send({"op": "open", "uid": self._process.user_id(self._started)}, theirs)
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        self._unanswered = opened
        return opened

    def settle(self) -> None:
        """Take the answer that is still due. Raises GraderFault when the warm process is gone."""
        opened, self._unanswered = self._unanswered, None
        if opened is not None:
            answer, descriptors = self._process.receive(PATIENCE)
            opened.error = answer.get("error", "")
            opened.number = answer.get("number", 0)
            opened.pidfd = descriptors[0] if descriptors else -1

    def end(self, number: int) -> dict[str, Any]:
        """Reap the child ``number``, which is dying or dead: its wait status and CPU seconds."""
        self.settle()
        self._process.send({"op": "end", "number": number}, [])
        return self._process.receive(PATIENCE)[0]

    def close(self) -> None:
        """End the warm process and all its children. Safe to call twice."""
        with contextlib.suppress(GraderFault):  # it is gone already
            self.settle()
        self._process.close()
        spare, self._spare = self._spare, None
        if spare is not None:
            spare.close()
