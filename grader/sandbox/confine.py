"""Shuts student code in: once around the warm process, then again, tighter, around each of its children.

Runs in the warm process; depends on linux.py and seccomp.py only. What is done, in this order:

============  ==================================================================================
warm process  namespaces: (user), pid, mount, net, ipc, uts; a root of its own on a tmpfs, with
              read-only binds
each child    namespaces: (user), pid, mount, ipc, uts; a tmpfs for its files; limits; a user id
              without rights; no capabilities, no_new_privs; Landlock; seccomp
============  ==================================================================================

An ordinary user gets its rights to do so from a user namespace. Root needs none, and leaves for a user id
that nobody has. In ``landlock`` mode there are no namespaces at all, and nowhere to write.
"""

from __future__ import annotations

import errno
import os
import resource
import socket
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import linux, seccomp

_NEW_ROOT = "/tmp"  # noqa: S108 a mount point that every Linux has; what is there is only covered
_DEVICES = ("null", "zero", "full", "random", "urandom")
_STUDENT_ID = 1000
_DISK = 80 << 20
"""Bytes of a child's home; more than intake lets through."""
_INODES = 4096
_FILE = 16 << 20
_THREADS = 64
_LIMITS = {
    resource.RLIMIT_FSIZE: _FILE,
    resource.RLIMIT_NOFILE: 256,
    resource.RLIMIT_STACK: 8 << 20,
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_MEMLOCK: 0,
    resource.RLIMIT_MSGQUEUE: 0,
    resource.RLIMIT_SIGPENDING: 256,
}
"""For the warm process and its children; memory, time and processes are counted for each child."""


@dataclass(frozen=True)
class Confinement:
    """How strongly, and around what. Sent to the warm process as JSON."""

    mode: str
    """``user`` or ``root``: with namespaces, as an ordinary user or as root; ``landlock``: without."""
    trees: Sequence[str]
    """Files and directories to show, read-only."""
    sites: Mapping[str, Sequence[str]]
    """Package directories: of each only these entries are shown. Without namespaces, part of ``trees``."""
    links: Mapping[str, str]
    """Symbolic links to make: link -> target."""
    home: str = ""
    """With namespaces: where each child has its files, alone in a directory that nothing shown lies in."""
    temporary: str = ""
    """Without namespaces: a directory to make homes in."""
    without: Sequence[str] = ()
    """Layers left out, in control runs of our own tests: ``landlock``, ``seccomp``, ``namespaces``, ``limits``."""

    @property
    def namespaces(self) -> bool:
        return self.mode != "landlock" and "namespaces" not in self.without


def enter(confinement: Confinement, proc: int) -> int | None:
    """Confine the warm process itself. Returns in the process that is to go on, which may be a child.

    The caller's own process then only waits. What is returned are Landlock rules for :func:`lock`, where they are
    the same for all children. Raises OSError where the kernel or its policy refuses.
    """
    _require_layers(confinement)
    os.umask(0o077)
    linux.write_at(proc, "self/oom_score_adj", "1000")  # should memory run out, let it be one of these
    for limit, value in _LIMITS.items() if "limits" not in confinement.without else ():
        _, most = resource.getrlimit(limit)
        value = value if most == resource.RLIM_INFINITY else min(value, most)
        resource.setrlimit(limit, (value, value))
    if not confinement.namespaces:
        linux.prctl(linux.PR_SET_DUMPABLE, 0)  # same user id as its children: not to be traced by them
        return None
    uid, gid = os.getuid(), os.getgid()
    user = linux.CLONE_NEWUSER if confinement.mode == "user" else 0
    linux.unshare(linux.NAMESPACES | linux.CLONE_NEWNET | user)
    if user:
        linux.map_ids(0, uid, gid, proc)
    socket.sethostname("sandbox")
    process = os.fork()  # a new pid namespace holds children only
    if process:
        os.closerange(3, 1024)
        os.waitpid(process, 0)
        os._exit(0)
    linux.prctl(linux.PR_SET_PDEATHSIG, 9)
    os.umask(0o022)
    _make_root(confinement)
    os.umask(0o077)
    linux.drop_bounding_set()
    _live_in(confinement.home)
    seccomp.program(linux.MACHINE, None)  # kept for the children, who would each make it anew
    if "landlock" in confinement.without or not linux.landlock_version():
        return None
    # Each child has a directory of its own there, so the rules name what all of them lie in: it is the same for all.
    return linux.landlock_rules(["/"], [os.path.dirname(confinement.home)])


def _live_in(home: str) -> None:
    os.environ["HOME"] = os.environ["TMPDIR"] = home


def _require_layers(confinement: Confinement) -> None:
    """Raise OSError for a kernel without a layer that nothing else stands in for."""
    if not ("landlock" in confinement.without or confinement.namespaces or linux.landlock_version()):
        raise OSError(errno.ENOSYS, "this kernel has no Landlock, so nothing would keep files out of reach")
    if not ("seccomp" in confinement.without or linux.has_seccomp()):
        raise OSError(errno.ENOSYS, "this kernel has no seccomp filters")


def _make_root(confinement: Confinement) -> None:
    linux.mount(None, "/", None, linux.MS_REC | linux.MS_PRIVATE)
    # Opened before anything is covered: they may lie below the place of the new root.
    paths = [*confinement.trees, *(f"/dev/{name}" for name in _DEVICES)]
    paths += [os.path.join(site, name) for site, names in confinement.sites.items() for name in names]
    sources = {path: os.open(path, os.O_PATH | os.O_CLOEXEC) for path in paths}
    flags = linux.MS_NOSUID | linux.MS_NODEV
    linux.mount("tmpfs", _NEW_ROOT, "tmpfs", flags, "size=4m,nr_inodes=4096,mode=755")
    for tree in confinement.trees:
        _show(sources[tree], _NEW_ROOT + tree)
    for site, names in confinement.sites.items():
        os.makedirs(_NEW_ROOT + site, exist_ok=True)
        linux.mount("tmpfs", _NEW_ROOT + site, "tmpfs", flags, "size=1m,nr_inodes=1024,mode=755")
        for name in names:
            _show(sources[os.path.join(site, name)], _NEW_ROOT + os.path.join(site, name))
        linux.read_only(_NEW_ROOT + site)
    for link, target in confinement.links.items():
        os.makedirs(os.path.dirname(_NEW_ROOT + link), exist_ok=True)
        os.symlink(target, _NEW_ROOT + link)
    for name in _DEVICES:
        _place(sources[f"/dev/{name}"], f"{_NEW_ROOT}/dev/{name}")
    os.makedirs(_NEW_ROOT + confinement.home)
    linux.pivot_root(_NEW_ROOT)
    linux.mount(None, "/", None, linux.MS_REMOUNT | linux.MS_BIND | linux.MS_RDONLY | flags)
    for source in sources.values():
        os.close(source)


def _show(source: int, target: str) -> None:
    _place(source, target)
    linux.read_only(target)


def _place(source: int, target: str) -> None:
    if stat.S_ISDIR(os.fstat(source).st_mode):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o644))
    linux.bind(source, target)


def new_process(confinement: Confinement) -> int:
    """fork(), into namespaces of its own where the confinement has them."""
    if not confinement.namespaces:
        return os.fork()
    return linux.clone(linux.NAMESPACES | (linux.CLONE_NEWUSER if confinement.mode == "user" else 0))


def settle(confinement: Confinement, uid: int, proc: int) -> str:
    """First half, in a new child: a home for the files, another user id if not 0. Returns the home."""
    if confinement.namespaces:
        if confinement.mode == "user":
            linux.map_ids(_STUDENT_ID, 0, 0, proc)
        owner = f",uid={uid},gid={uid}" if uid else ""
        options = f"size={_DISK},nr_inodes={_INODES},mode=700{owner}"
        linux.mount("tmpfs", confinement.home, "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, options)
        home = confinement.home
    else:
        home = os.path.join(confinement.temporary, str(os.getpid()))
        os.mkdir(home, 0o700)
        os.chown(home, uid or -1, uid or -1)
        _live_in(home)
    # Counted for each user id or user namespace, so it could also count an ordinary user's other processes.
    if (uid or confinement.namespaces) and "limits" not in confinement.without:
        resource.setrlimit(resource.RLIMIT_NPROC, (_THREADS, _THREADS))
    if uid:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    return home


def lock(confinement: Confinement, home: str, rules: int | None) -> None:
    """Second half: from here on nothing of ours is needed but the open pipes, and ``home`` as it is.

    ``rules`` are what :func:`enter` returned.
    """
    linux.drop_capabilities()
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    linux.prctl(linux.PR_SET_PDEATHSIG, 9)  # a change of credentials clears it, so it comes after those
    if "landlock" not in confinement.without and linux.landlock_version():
        shown = [*confinement.trees, *(f"/dev/{name}" for name in _DEVICES), home]
        linux.landlock(linux.landlock_rules(shown, []) if rules is None else rules)
    if "seccomp" not in confinement.without:
        linux.seccomp(seccomp.program(linux.MACHINE, None if confinement.namespaces else os.getpid()))
