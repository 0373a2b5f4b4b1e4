"""Run a command as on a kernel that lacks something: ``lesser_kernel.py LAYER,LAYER COMMAND ARGUMENT ...``.

A filter answers the system calls of that layer as such a kernel would, for the command and all that it starts.
"""

from __future__ import annotations

import errno
import os
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from grader.sandbox import linux

Step = tuple[int, int, int, int]
_NUMBERS = {
    "x86_64": {"unshare": 272, "seccomp": 317, "prctl": 157},
    "aarch64": {"unshare": 97, "seccomp": 277, "prctl": 167},
}[linux.MACHINE]
_LOAD, _EQUAL, _RETURN, _ALLOW, _ERROR = 0x20, 0x15, 0x06, 0x7FFF0000, 0x50000
_FIRST_ARGUMENT, _NUMBER = 16, 0


def answer(call: int, error: int) -> list[Step]:
    return [(_EQUAL, 0, 1, call), (_RETURN, 0, 0, _ERROR | error)]


LACKING: dict[str, list[Step]] = {
    "landlock": answer(444, errno.ENOSYS),
    "namespaces": answer(_NUMBERS["unshare"], errno.EPERM),
    "seccomp": [
        *answer(_NUMBERS["seccomp"], errno.ENOSYS),
        (_EQUAL, 0, 4, _NUMBERS["prctl"]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        *answer(linux.PR_SET_SECCOMP, errno.EINVAL),
        (_RETURN, 0, 0, _ALLOW),
    ],
}

if __name__ == "__main__":
    steps: list[Step] = [(_LOAD, 0, 0, _NUMBER)]
    for layer in sys.argv[1].split(","):
        steps += LACKING[layer]
    steps.append((_RETURN, 0, 0, _ALLOW))
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    linux.seccomp(b"".join(struct.pack("HBBI", *step) for step in steps))
    os.execv(sys.argv[2], sys.argv[2:])
