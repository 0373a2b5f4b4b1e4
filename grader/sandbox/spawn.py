"""Starts a warm process and speaks with it. Imports little: it runs before anything else is imported."""

from __future__ import annotations

import importlib.util
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from grader.errors import GraderFault, SandboxUnavailable

HERE = os.path.dirname(os.path.abspath(__file__))
BOOT = os.path.join(HERE, "boot.py")
"""The first file of an interpreter for student code."""
ALWAYS = ("numpy", "msgspec")
"""Packages that every child can import."""
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "LD_BIND_NOW": "1",
}
"""All that a child sees of an environment besides HOME and TMPDIR, but for the last, which boot.py takes away. One
BLAS thread: others are not forked. Functions of libraries are looked up at the start: every child would do it anew.
"""
_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share/zoneinfo")
_FILES = ("/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives")
_NOBODY = 65534
_START_SECONDS = 60.0


def search_path(packages: Sequence[str]) -> dict[str, list[str]]:
    """Directories to import ``packages`` from, each with the entries that belong to them.

    Raises SandboxUnavailable for a package that is not installed.
    """
    sites: dict[str, list[str]] = {}
    for package in dict.fromkeys((*ALWAYS, *packages)):
        spec = importlib.util.find_spec(package)
        places = [*((spec.submodule_search_locations or ()) if spec else ()), spec.origin if spec else None]
        place = places[0]
        if not place:
            hint = f"Install it, or leave it out: pip install {package}"
            raise SandboxUnavailable(f"the package {package!r} is not installed", hint=hint)
        site, entry = os.path.split(os.path.abspath(place))
        libraries = f"{entry}.libs"
        has_libraries = os.path.isdir(os.path.join(site, libraries))
        sites.setdefault(site, []).extend([entry, libraries] if has_libraries else [entry])
    return sites


def _confinement(mode: str, sites: dict[str, list[str]], without: Sequence[str]) -> dict[str, Any]:
    """See :class:`grader.sandbox.confine.Confinement`."""
    # The whole of `lib`, for some interpreters keep the shared libraries of their modules there.
    lib = os.path.join(sys.base_prefix, "lib")
    wanted = [*_LIBRARIES, *_FILES, lib, os.path.dirname(os.__file__), os.path.dirname(_extension())]
    links = {path: os.readlink(path) for path in _LIBRARIES if os.path.islink(path)}
    trees: list[str] = []
    for path in sorted(path for path in wanted if os.path.exists(path) and path not in links):
        if not any(path == tree or path.startswith(tree + os.sep) for tree in trees):
            trees.append(path)
    # Other people's packages lie inside those trees; only what was asked for is shown of them.
    hidden = [site for tree in trees for site in _nested_sites(tree)]
    shown = {**{site: [] for site in hidden}, **sites}
    if mode != "landlock" and "namespaces" not in without:
        around = next((site for site in shown if HERE.startswith(site + os.sep)), None)
        if (
            around
        ):  # installed there; a tree of its own would be covered with everything else in that directory
            shown[around] = [*shown[around], os.path.relpath(HERE, around)]
        else:
            trees.append(HERE)
        home = os.path.join(_unused("/student", [*trees, *shown]), "work")
        return {
            "mode": mode,
            "trees": trees,
            "sites": shown,
            "links": links,
            "home": home,
            "without": without,
        }
    trees = [part for tree in trees for part in _around(tree, hidden)]
    trees += [HERE, *(os.path.join(site, name) for site, names in sites.items() for name in names)]
    return {"mode": mode, "trees": trees, "sites": {}, "links": {}, "without": without}


def _unused(path: str, places: Sequence[str]) -> str:
    """``path``, or one named like it, such that none of ``places`` is it or lies in it."""
    while any(place == path or place.startswith(path + os.sep) for place in places):
        path += "_"
    return path


def _extension() -> str:
    """A module of the standard library that may be a shared object, and then lies where all of those do."""
    spec = importlib.util.find_spec("_ctypes")
    return (spec.origin if spec else None) or os.__file__


def _nested_sites(tree: str) -> list[str]:
    """Directories of installed packages in ``tree`` and in the ``python3.x`` inside it."""
    inside = [os.path.join(tree, name) for name in _names(tree) if name.startswith("python3")]
    return [
        os.path.join(place, name)
        for place in (tree, *inside)
        for name in _names(place)
        if name.endswith("-packages")
    ]


def _names(path: str) -> list[str]:
    """What is in a directory; nothing in a file."""
    try:
        return sorted(os.listdir(path))
    except OSError:
        return []


def _around(tree: str, hidden: Sequence[str]) -> list[str]:
    """``tree`` without the ``hidden`` directories inside it, as the largest parts there are."""
    if tree in hidden:
        return []
    if not any(path.startswith(tree + os.sep) for path in hidden):
        return [tree]
    return [part for name in os.listdir(tree) for part in _around(os.path.join(tree, name), hidden)]


def _temporary(sites: Mapping[str, Sequence[str]]) -> tuple[str, str]:
    """A directory to make homes in, and one inside that shows only what it should of package directories."""
    import tempfile

    base = tempfile.mkdtemp(prefix="grade-")
    os.chmod(base, 0o711)  # children of another user id pass through; only their homes are inside
    packages = os.path.join(base, "packages")
    os.mkdir(packages)
    os.chmod(packages, 0o755)
    for site, names in sites.items():
        for name in names:
            os.symlink(os.path.join(site, name), os.path.join(packages, name))
    return base, packages


class WarmProcess:
    """One warm process. ``mode`` is one of :class:`grader.sandbox.confine.Confinement`."""

    def __init__(
        self, mode: str, packages: Sequence[str], cpu: int | None, without: Sequence[str] = ()
    ) -> None:
        sites = search_path(packages)
        confinement = _confinement(mode, sites, list(without))
        path = list(sites)
        if not confinement["sites"]:
            confinement["temporary"], packages_only = _temporary(sites)
            confinement["trees"].append(packages_only)
            path = [packages_only]
        # Without a root of its own, a child of another user id has to get at all this by its ordinary path.
        closed = mode == "landlock" and next(filter(None, map(_closed, confinement["trees"])), "")
        self._first_id = 0 if mode == "user" or closed else _first_user_id()
        self.stays_root = ""
        """Why its children keep the user id of root, where they do."""
        if os.getuid() == 0 and mode != "user" and self._first_id == 0:
            why = f"other users may not enter {closed}" if closed else "no other user id is known here"
            self.stays_root = f"{why}, so student code keeps root's id, without root's rights"
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        null = os.open(os.devnull, os.O_RDWR)
        self._pid = os.posix_spawn(
            sys.executable,
            [sys.executable, "-I", "-S", "-X", "utf8", BOOT, "zygote", os.pathsep.join(path), "3"],
            ENVIRONMENT,
            file_actions=[
                *((os.POSIX_SPAWN_DUP2, null, target) for target in (0, 1, 2)),
                (os.POSIX_SPAWN_DUP2, theirs.fileno(), 3),
            ],
            setsid=True,
            setsigmask=[],
            setsigdef=[signal.SIGCHLD, signal.SIGHUP, signal.SIGINT, signal.SIGTERM],
        )
        theirs.close()
        os.close(null)
        self._control = ours
        self._temporary = confinement.get("temporary", "")
        self.landlock = 0
        """Version of the kernel's Landlock, known once it is ready."""
        order = {"confinement": confinement, "cpu": cpu, "uid": self.user_id(0)}
        self._control.send(json.dumps(order).encode())

    def user_id(self, count: int) -> int:
        """The user id for the ``count``-th child, 0 where it keeps ours."""
        if self._first_id in (0, _NOBODY):
            return self._first_id
        return self._first_id + count % 256

    def wait(self) -> None:
        """Wait until it is ready. Raises SandboxUnavailable with the reason."""
        try:
            answer, _ = self.receive(_START_SECONDS)
        except GraderFault as fault:
            raise SandboxUnavailable(str(fault)) from None
        if "ready" not in answer:
            raise SandboxUnavailable(str(answer.get("error")))
        self.landlock = answer["landlock"]

    def send(self, message: dict[str, Any], descriptors: Sequence[int]) -> None:
        """Raises GraderFault when the process is gone."""
        try:
            socket.send_fds(self._control, [json.dumps(message).encode()], descriptors)
        except OSError as error:
            raise self._gone() from error

    def receive(self, seconds: float) -> tuple[dict[str, Any], list[int]]:
        """The next answer and what descriptors came with it. Raises GraderFault."""
        self._control.settimeout(seconds)
        try:
            data, descriptors, *_ = socket.recv_fds(self._control, 1 << 16, 4)
        except TimeoutError:
            raise GraderFault(f"the sandbox's warm process did not answer within {seconds:g} s") from None
        except OSError as error:
            raise self._gone() from error
        if not data:
            raise self._gone()
        return json.loads(data), descriptors

    def _gone(self) -> GraderFault:
        return GraderFault(
            "the sandbox's warm process has ended", hint="Run the command again; work done so far is kept."
        )

    def close(self) -> None:
        """End it and its children. Safe to call twice."""
        if self._pid == 0:
            return
        pid, self._pid = self._pid, 0
        self._control.close()  # it ends by itself when nobody holds the other end
        pidfd = os.pidfd_open(pid)
        try:
            if not select.select([pidfd], [], [], 5.0)[0]:
                os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        finally:
            os.close(pidfd)
        if self._temporary:
            import shutil

            shutil.rmtree(self._temporary, ignore_errors=True)  # it may not have got round to it


def _closed(path: str) -> str:
    """The first directory from ``path`` upwards that others may not enter, or nothing."""
    if os.path.isdir(path) and not os.stat(path).st_mode & 0o001:
        return path
    parent = os.path.dirname(path)
    return "" if parent == path else _closed(parent)


def _first_user_id() -> int:
    """A user id that nobody has and that root may become; 0 for an ordinary user, or where root knows no other."""
    if os.getuid() != 0:
        return 0
    own = (
        0x7000_0000 + (os.getpid() % (1 << 18)) * 256
    )  # in no range that distributions or containers hand out
    with open("/proc/self/uid_map") as table:
        ranges = [tuple(map(int, line.split())) for line in table]

    def known(low: int, high: int) -> bool:
        return any(first <= low and high < first + count for first, _, count in ranges)

    if known(own, own + 255):
        return own
    return _NOBODY if known(_NOBODY, _NOBODY) else 0
