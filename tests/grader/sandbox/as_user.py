"""Run Python as an ordinary user, also where only root can read it: ``as_user.py PYTHON ARGUMENT ...``.

With ``--root`` before PYTHON it stays root, on a machine whose Python everybody may reach.

In a mount namespace of its own, each closed directory on the way to the interpreter, the packages or the
repository is covered by an empty one that shows only those.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from grader.sandbox import linux

USER = 54321


def closed_ancestor(path: str) -> str:
    """The topmost directory on the way to ``path`` that others may not enter, or nothing."""
    for parent in reversed(Path(path).parents):
        if not parent.stat().st_mode & 0o001:
            return str(parent)
    return ""


def open_up(paths: list[str]) -> None:
    linux.unshare(linux.CLONE_NEWNS)
    linux.mount(None, "/", None, linux.MS_REC | linux.MS_PRIVATE)
    hidden = {path: closed_ancestor(path) for path in paths}
    sources = {path: os.open(path, os.O_PATH) for path, cover in hidden.items() if cover}
    for cover in sorted({cover for cover in hidden.values() if cover}):
        linux.mount("tmpfs", cover, "tmpfs", 0, "mode=755")
    for path, source in sources.items():
        os.makedirs(path, exist_ok=True)
        linux.bind(source, path)


def become(user: int) -> None:
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


if __name__ == "__main__":
    open_up([os.path.realpath(sys.base_prefix), sys.prefix, str(Path(__file__).parents[3])])
    if sys.argv[1] == "--root":
        del sys.argv[1]
    else:
        become(USER)
    os.environ["HOME"] = "/nonexistent"
    os.execv(sys.argv[1], sys.argv[1:])
