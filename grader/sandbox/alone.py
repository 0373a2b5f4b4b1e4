"""A child that was started by itself: requests on stdin, replies on stdout, prints on stderr. Any system."""

from __future__ import annotations

import mmap
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable

from .child import HELLO, Server


def _end_with(parent: int, end: Callable[[], None]) -> None:
    """End this process when ``parent`` has ended, so that no endless loop stays behind."""
    while os.getppid() == parent:
        time.sleep(1.0)
    end()


def main() -> None:
    """Serve until the owner is gone."""
    sys.dont_write_bytecode = True
    requests, replies, home = os.dup(0), os.dup(1), sys.argv.pop()
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (requests, replies):
            msvcrt.setmode(descriptor, os.O_BINARY)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)

    def end() -> None:
        shutil.rmtree(home, ignore_errors=True)  # its owner may have been killed
        os._exit(0)

    threading.Thread(target=_end_with, args=(os.getppid(), end), daemon=True).start()
    server = Server(end)
    server.connection.open(requests, replies)
    server.connection.send([HELLO])  # files are welcome; a second one follows when they are there
    try:
        with open("/proc/self/statm") as counts:  # Linux
            memory = int(counts.read().split()[0]) * mmap.PAGESIZE
    except OSError:
        memory = 0
    server.move_in(home, memory)
    server.serve()
