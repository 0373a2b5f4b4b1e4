"""Single keys from a terminal, without waiting; none where there is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Pressed = Callable[[], list[str]]

if sys.platform == "win32":
    import msvcrt

    @contextmanager
    def keyboard() -> Iterator[Pressed]:
        """A function that gives the keys pressed since it was last asked."""

        def pressed() -> list[str]:
            keys = []
            while msvcrt.kbhit():
                keys.append(msvcrt.getwch().lower())
            return keys

        yield pressed if sys.stdin.isatty() else list

else:
    import os
    import select
    import termios
    import tty

    @contextmanager
    def keyboard() -> Iterator[Pressed]:
        """A function that gives the keys pressed since it was last asked; the terminal is left as it was."""
        if not sys.stdin.isatty():
            yield list
            return
        handle = sys.stdin.fileno()

        def pressed() -> list[str]:
            ready, _, _ = select.select([handle], [], [], 0)
            return list(os.read(handle, 64).decode("utf-8", "ignore").lower()) if ready else []

        before = termios.tcgetattr(handle)
        tty.setcbreak(handle)
        try:
            yield pressed
        finally:
            termios.tcsetattr(handle, termios.TCSADRAIN, before)
