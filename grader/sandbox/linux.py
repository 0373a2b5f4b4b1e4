"""Linux system calls that Python has no function for, through ctypes. x86-64 and aarch64.

Runs in the warm process; depends on nothing of ours.
"""

from __future__ import annotations

import ctypes
import errno
import os
import signal
import stat
import struct
from collections.abc import Iterable
from functools import cache

MACHINE = os.uname().machine  # not platform: it would remember what this machine is called

CLONE_NEWNS = 0x0002_0000
CLONE_NEWUTS = 0x0400_0000
CLONE_NEWIPC = 0x0800_0000
CLONE_NEWUSER = 0x1000_0000
CLONE_NEWPID = 0x2000_0000
CLONE_NEWNET = 0x4000_0000
NAMESPACES = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWPID

MS_NOSUID, MS_NODEV, MS_RDONLY, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 1, 32, 4096, 16384, 1 << 18
MNT_DETACH = 2
_ATTR_RDONLY, _ATTR_NOSUID, _ATTR_NODEV = 1, 2, 4
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 4, 22, 24
PR_SET_NO_NEW_PRIVS = 38
_SECCOMP_MODE_FILTER, _CAPABILITY_VERSION_3 = 2, 0x20080522

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3

NUMBERS = {"x86_64": (56, 155), "aarch64": (220, 41)}
"""Of each architecture, the numbers of clone and pivot_root."""
_NR_CLONE, _NR_PIVOT_ROOT = NUMBERS.get(MACHINE, (-1, -1))
_NR_MOUNT_SETATTR, _NR_LANDLOCK_CREATE, _NR_LANDLOCK_ADD, _NR_LANDLOCK_RESTRICT = 442, 444, 445, 446

_libc = ctypes.CDLL(None, use_errno=True)
_libc_with_gil = ctypes.PyDLL(None, use_errno=True)
# Looked up now, or every child would have to do it anew.
for _library, _names in (
    (_libc, ("mount", "prctl", "capset", "syscall")),
    (_libc_with_gil, ("syscall", "PyOS_BeforeFork", "PyOS_AfterFork_Child", "PyOS_AfterFork_Parent")),
):
    for _name in _names:
        getattr(_library, _name)


def _checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def _syscall(number: int, what: str, *args: object) -> int:
    # Without explicit types ctypes passes C ints, which leaves the upper half of a register undefined.
    widened = [ctypes.c_long(arg) if isinstance(arg, int) else arg for arg in args]
    return _checked(_libc.syscall(ctypes.c_long(number), *widened), what)


def unshare(flags: int) -> None:
    _checked(_libc.unshare(flags), "unshare")


def clone(flags: int) -> int:
    """fork() straight into new namespaces, where the child is process 1 of a new pid namespace.

    Only for a process with one thread: the C library's own fork handlers do not run.
    """
    _libc_with_gil.PyOS_BeforeFork()
    pid = _libc_with_gil.syscall(ctypes.c_long(_NR_CLONE), ctypes.c_ulong(flags | signal.SIGCHLD), 0, 0, 0, 0)
    number = ctypes.get_errno()
    if pid == 0:
        _libc_with_gil.PyOS_AfterFork_Child()
    else:
        _libc_with_gil.PyOS_AfterFork_Parent()
    if pid < 0:
        raise OSError(number, f"clone: {os.strerror(number)}")
    return int(pid)


def map_ids(inner: int, uid: int, gid: int, proc: int) -> None:
    """In a fresh user namespace: be ``inner`` inside and ``uid``, ``gid`` outside.

    ``proc`` is a descriptor of a /proc directory, which may be one that cannot be reached any more.
    """
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{inner} {uid} 1"),
        ("gid_map", f"{inner} {gid} 1"),
    ):
        write_at(proc, f"self/{name}", text)


def write_at(directory: int, name: str, text: str) -> None:
    """Write ``text`` into an existing file below the open ``directory``."""
    descriptor = os.open(name, os.O_WRONLY, dir_fd=directory)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def keep_freed_memory() -> None:
    """Have malloc reuse large blocks: getting each from the kernel anew costs a page fault every 4 KiB."""
    if hasattr(_libc, "mallopt"):  # the GNU C library
        _libc.mallopt(_M_MMAP_THRESHOLD, 32 << 20)
        _libc.mallopt(_M_TRIM_THRESHOLD, 64 << 20)


# ---- mounts


def mount(source: str | None, target: str, kind: str | None, flags: int = 0, data: str = "") -> None:
    arguments = [text.encode() if text is not None else None for text in (source, target, kind)]
    result = _libc.mount(*arguments, ctypes.c_ulong(flags), data.encode())
    _checked(result, f"mount {target}")


def bind(source: int, target: str) -> None:
    """Let the open file or directory ``source`` appear at ``target``, with everything mounted below it."""
    mount(f"/proc/self/fd/{source}", target, None, MS_BIND | MS_REC)


def read_only(target: str) -> None:
    """Make the mount at ``target`` and all below it read-only, without set-uid programs and devices."""
    attributes = struct.pack("QQQQ", _ATTR_RDONLY | _ATTR_NOSUID | _ATTR_NODEV, 0, 0, 0)
    where = (_AT_FDCWD, target.encode(), _AT_RECURSIVE, attributes, len(attributes))
    _syscall(_NR_MOUNT_SETATTR, f"read-only {target}", *where)


def pivot_root(new: str) -> None:
    """Make ``new`` the root and put the old one out of reach."""
    os.chdir(new)
    _syscall(_NR_PIVOT_ROOT, "pivot_root", b".", b".")
    _checked(_libc.umount2(b".", MNT_DETACH), "umount")
    os.chdir("/")


# ---- privileges


def prctl(option: int, *args: int) -> int:
    widened = [ctypes.c_ulong(arg) for arg in (*args, 0, 0, 0, 0)[:4]]
    return _checked(_libc.prctl(option, *widened), f"prctl {option}")


def drop_bounding_set() -> None:
    """See to it that no program started later gets a capability."""
    for capability in range(64):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:
            break  # the kernel knows no further one


def drop_capabilities() -> None:
    """Give up every capability. Ambient ones go with them; with no_new_privs none can come back."""
    _checked(_libc.capset(struct.pack("Ii", _CAPABILITY_VERSION_3, 0), b"\0" * 24), "capset")


def has_seccomp() -> bool:
    """Whether the kernel takes filters: it looks at where the program is only after it knows the request."""
    _libc.prctl(PR_SET_SECCOMP, ctypes.c_ulong(_SECCOMP_MODE_FILTER), None, 0, 0)
    return ctypes.get_errno() == errno.EFAULT


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def seccomp(program: bytes) -> None:
    """Install a system call filter for this thread and its children. Needs no_new_privs."""
    loaded = _Program(len(program) // 8, program)
    _checked(
        _libc.prctl(PR_SET_SECCOMP, ctypes.c_ulong(_SECCOMP_MODE_FILTER), ctypes.byref(loaded), 0, 0),
        "seccomp",
    )


# ---- Landlock; the numbers are from the kernel's uapi/linux/landlock.h

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_REG = 1 << 4, 1 << 5, 1 << 7, 1 << 8
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
READ = _READ_FILE | _READ_DIR
WRITE = _WRITE_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_REG | _REFER | _TRUNCATE
_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV


@cache
def landlock_version() -> int:
    """The kernel's Landlock ABI, 0 where there is none."""
    try:
        return _syscall(_NR_LANDLOCK_CREATE, "landlock", None, 0, 1)
    except OSError:
        return 0


def landlock_rules(readable: Iterable[str], writable: Iterable[str]) -> int:
    """A descriptor of rules: files below these paths only, no execution, no TCP, no signals or sockets outwards.

    A path that does not exist is left out. Rights that the kernel does not know yet are left out.
    """
    version = landlock_version()
    rights = (1 << 13) - 1
    for since, right in ((2, _REFER), (3, _TRUNCATE), (5, _IOCTL_DEV)):
        rights |= right if version >= since else 0
    tcp = 3 if version >= 4 else 0  # bind and connect
    scope = 3 if version >= 6 else 0  # abstract sockets and signals
    attributes = struct.pack("QQQ", rights, tcp, scope)[: 24 if version >= 6 else 16 if version >= 4 else 8]
    ruleset = _syscall(_NR_LANDLOCK_CREATE, "landlock", attributes, len(attributes), 0)
    for access, paths in ((READ, readable), (READ | WRITE, writable)):
        for path in paths:
            try:
                descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
            except FileNotFoundError:
                continue
            allowed = access & rights
            if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
                allowed &= _OF_A_FILE
            _syscall(
                _NR_LANDLOCK_ADD, f"landlock {path}", ruleset, 1, struct.pack("<Qi", allowed, descriptor), 0
            )
            os.close(descriptor)
    return ruleset


def landlock(rules: int) -> None:
    """Keep this thread to :func:`landlock_rules`, whose descriptor is closed. Needs no_new_privs."""
    _syscall(_NR_LANDLOCK_RESTRICT, "landlock", rules, 0)
    os.close(rules)
