"""The system call filter of the sandbox, as a BPF program. x86-64 and aarch64.

A list of what is denied, and everything newer than :data:`NEWEST`: student code and its libraries use a
hundred system calls that differ between C libraries, so a list of what is allowed would break honest code.
Denied is what reaches other processes, the network or rarely used parts of the kernel, or lasts longer.
"""

from __future__ import annotations

import errno
import struct
from collections.abc import Sequence
from functools import cache

Step = tuple[int, int, int, int]

NEWEST = 450
"""The highest system call number that the lists were written for; later ones do not exist in here."""

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# name, number on x86-64, number on aarch64 (both from the kernel's unistd headers); - where there is none
_DENIED = """
ptrace 101 117            process_vm_readv 310 270    process_vm_writev 311 271   kcmp 312 272
pidfd_getfd 438 438       pidfd_open 434 434          process_madvise 440 440     process_mrelease 448 448
perf_event_open 298 241   bpf 321 280                 userfaultfd 323 282         seccomp 317 277
add_key 248 217           request_key 249 218         keyctl 250 219              personality 135 92
mount 165 40              umount2 166 39              pivot_root 155 41           chroot 161 51
unshare 272 97            setns 308 268               move_mount 429 429          open_tree 428 428
fsopen 430 430            fsmount 432 432             fsconfig 431 431            fspick 433 433
mount_setattr 442 442     quotactl 179 60             quotactl_fd 443 443         acct 163 89
io_uring_setup 425 425    io_uring_enter 426 426      io_uring_register 427 427   syslog 103 116
kexec_load 246 104        kexec_file_load 320 294     init_module 175 105         finit_module 313 273
delete_module 176 106     reboot 169 142              swapon 167 224              swapoff 168 225
settimeofday 164 170      clock_settime 227 112       adjtimex 159 171            clock_adjtime 305 266
sethostname 170 161       setdomainname 171 162       iopl 172 -                  ioperm 173 -
name_to_handle_at 303 264 open_by_handle_at 304 265   lookup_dcookie 212 18       nfsservctl 180 42
fanotify_init 300 262     fanotify_mark 301 263       inotify_init 253 -          inotify_init1 294 26
memfd_create 319 279      memfd_secret 447 447        modify_ldt 154 -            uselib 134 -
shmget 29 194             shmat 30 196                shmctl 31 195               msgget 68 186
msgsnd 69 189             msgrcv 70 188               msgctl 71 187               semget 64 190
semop 65 193              semctl 66 191               semtimedop 220 192          mq_open 240 180
mq_unlink 241 181         vmsplice 278 75             splice 275 76               tee 276 77
socket 41 198             socketpair 53 199           connect 42 203              bind 49 200
listen 50 201             accept 43 202               accept4 288 242             ustat 136 -
mknod 133 -               mknodat 259 33              sysfs 139 -                 vhangup 153 58
mbind 237 235             move_pages 279 239          migrate_pages 256 238       set_mempolicy 238 237
setpriority 141 140       sched_setaffinity 203 122   sched_setattr 314 274       sched_setscheduler 144 119
sched_setparam 142 118    ioprio_set 251 30           landlock_create_ruleset 444 444
_sysctl 156 -             set_mempolicy_home_node 450 450
execve 59 221             execveat 322 281            fork 57 -                   vfork 58 -
sync 162 81               syncfs 306 267              io_setup 206 0              io_destroy 207 1
io_submit 209 2           io_cancel 210 3             io_getevents 208 4          io_pgetevents 333 292
"""

# Without namespaces of its own the process shares the machine with its user's other processes and files, and
# Landlock governs neither signals (before its version 6) nor the metadata of files, nor (before its version 3)
# that a file is cut off.
_DENIED_WITHOUT_NAMESPACES = """
pidfd_send_signal 424 424 rt_sigqueueinfo 129 138     rt_tgsigqueueinfo 297 240   getpriority 140 141
chmod 90 -                fchmod 91 52                fchmodat 268 53             chown 92 -
fchown 93 55              lchown 94 -                 fchownat 260 54             utime 132 -
utimes 235 -              utimensat 280 88            futimesat 261 -             flock 73 32
setxattr 188 5            lsetxattr 189 6             fsetxattr 190 7             removexattr 197 14
lremovexattr 198 15       fremovexattr 199 16         ioprio_get 252 31
truncate 76 45            creat 85 -                  openat2 437 437
"""
_CLONE, _CLONE3, _IOCTL, _PRCTL = (56, 220), (435, 435), (16, 29), (157, 167)
_KILL, _TKILL, _TGKILL, _PRLIMIT = (62, 129), (200, 130), (234, 131), (302, 261)
_FCNTL = (72, 25)
_OPENS = (((2, 1), (257, 2)), ((56, 2),))
"""Of each machine, the calls that open a file, and which argument of them holds the flags."""

_CLONE_THREAD = 0x10000
_CLONE_NEW = 0x7E02_0000  # every flag that makes a namespace
_PR_SET_PDEATHSIG = 1
_O_TRUNC = 0o1000  # cuts a file off even where it is opened for reading
_TERMINAL_INPUT = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX: typing into the terminal of whoever started us
_SETLEASE_AND_SIGNALS = (1024, 8, 10, 15)  # F_SETLEASE, F_SETOWN, F_SETSIG, F_SETOWN_EX

_LOAD, _EQUAL, _ABOVE, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x25, 0x35, 0x45, 0x06
_ALLOW, _KILL_PROCESS, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _ARCHITECTURE, _ARGUMENT = 0, 4, (16, 24, 32)
_GROUP = 10
"""Rules among which a call is looked for one by one."""
_REFUSE: Step = (_RETURN, 0, 0, _ERROR | errno.EPERM)
_UNKNOWN: Step = (_RETURN, 0, 0, _ERROR | errno.ENOSYS)
_PASS: Step = (_RETURN, 0, 0, _ALLOW)
_REFUSED: tuple[Step, ...] = (_REFUSE,)
_THREADS_ONLY: tuple[Step, ...] = (
    (_LOAD, 0, 0, _ARGUMENT[0]),
    (_ANY_BIT, 0, 1, _CLONE_NEW),
    _REFUSE,
    (_ANY_BIT, 1, 0, _CLONE_THREAD),
    _REFUSE,
    _PASS,
)


@cache
def program(machine: str, own_pid: int | None = None) -> bytes:
    """The filter for ``machine`` (``x86_64`` or ``aarch64``), eight bytes a step.

    No execution, no new process (threads are fine), no socket. With ``own_pid``, for a process without
    namespaces of its own: signals and limits for itself only, no change of any file's metadata.
    """
    column = list(_ARCHITECTURES).index(machine)
    steps: list[Step] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, _ARCHITECTURES[machine]),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, NEWEST + 1),  # the x32 numbers of x86-64 are among these
        _UNKNOWN,
    ]
    denied = _numbers(_DENIED, column) + (_numbers(_DENIED_WITHOUT_NAMESPACES, column) if own_pid else [])
    rules: dict[int, Sequence[Step]] = dict.fromkeys(denied, _REFUSED)
    rules[_CLONE3[column]] = [_UNKNOWN]  # its flags are out of a filter's sight; the C library falls back
    rules[_CLONE[column]] = _THREADS_ONLY
    rules[_IOCTL[column]] = _unless_argument(1, _TERMINAL_INPUT)
    rules[_FCNTL[column]] = _unless_argument(1, _SETLEASE_AND_SIGNALS)
    rules[_PRCTL[column]] = _unless_argument(0, (_PR_SET_PDEATHSIG,))
    if own_pid:
        for call in (_KILL, _TKILL, _TGKILL):
            rules[call[column]] = _only_argument(0, (own_pid,))
        rules[_PRLIMIT[column]] = _only_argument(0, (0, own_pid))
        for number, flags in _OPENS[column]:
            rules[number] = _unless_bit(flags, _O_TRUNC)
    steps += _in_groups(sorted(rules.items()))
    steps.append(_PASS)
    return b"".join(struct.pack("HBBI", *step) for step in steps)


def _in_groups(rules: Sequence[tuple[int, Sequence[Step]]]) -> list[Step]:
    """Rules for ascending numbers, most of which a call gets past in few steps.

    The kernel tries out every system call there is whenever a filter is installed, which is in every child.
    """
    steps: list[Step] = []
    for start in range(0, len(rules), _GROUP):
        group = rules[start : start + _GROUP]
        refused = [number for number, body in group if body is _REFUSED]
        body = [step for number, body in group if body is not _REFUSED for step in _when(number, body)]
        body += [(_EQUAL, len(refused) - index, 0, number) for index, number in enumerate(refused)]
        body += [_PASS, _REFUSE]
        steps += [(_ABOVE, len(body), 0, group[-1][0]), *body]
    return steps


def _numbers(table: str, column: int) -> list[int]:
    words = table.split()
    return [int(number) for number in words[column + 1 :: 3] if number != "-"]


def _when(number: int, body: Sequence[Step]) -> list[Step]:
    return [(_EQUAL, 0, len(body), number), *body]


def _unless_argument(index: int, values: Sequence[int]) -> list[Step]:
    refused = [step for value in values for step in ((_EQUAL, 0, 1, value), _REFUSE)]
    return [(_LOAD, 0, 0, _ARGUMENT[index]), *refused, _PASS]


def _unless_bit(index: int, bit: int) -> list[Step]:
    return [(_LOAD, 0, 0, _ARGUMENT[index]), (_ANY_BIT, 0, 1, bit), _REFUSE, _PASS]


def _only_argument(index: int, values: Sequence[int]) -> list[Step]:
    allowed = [step for value in values for step in ((_EQUAL, 0, 1, value), _PASS)]
    return [(_LOAD, 0, 0, _ARGUMENT[index]), *allowed, _REFUSE]
