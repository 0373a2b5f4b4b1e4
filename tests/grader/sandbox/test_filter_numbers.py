"""The system call filter by name: our numbers against the kernel's own table, for both architectures.

No machine of the other architecture is needed: a filter is a program, and the tests play the kernel.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.sandbox import linux, seccomp
from tests.grader.sandbox.test_filter import ALLOW, ARM, KILL, REFUSE, UNKNOWN, X86, outcome

MACHINES = dict([X86, ARM])
_LINES = (Path(__file__).parents[2] / "samples" / "syscalls.txt").read_text().splitlines()
_ROWS = [line.split() for line in _LINES if not line.startswith("#")]
NUMBERS = {
    machine: {row[0]: int(row[column]) for row in _ROWS if row[column] != "-"}
    for column, machine in enumerate(MACHINES, 1)
}
OWN = 4321


def words(text: str) -> list[str]:
    return text.split()


NEVER = words("""execve execveat fork vfork socket socketpair connect bind listen accept accept4 ptrace
process_vm_readv process_vm_writev kcmp pidfd_open pidfd_getfd mount umount2 pivot_root chroot unshare setns
open_tree move_mount fsopen fsconfig fsmount mount_setattr bpf perf_event_open userfaultfd seccomp add_key
request_key keyctl io_uring_setup io_uring_enter io_uring_register shmget shmat shmctl msgget msgsnd msgrcv
semget semop mq_open memfd_create personality init_module finit_module delete_module kexec_load reboot swapon
settimeofday sethostname name_to_handle_at open_by_handle_at fanotify_init inotify_init1 sync syncfs io_setup
sched_setaffinity sched_setscheduler setpriority landlock_create_ruleset""")
ALONE = words("""pidfd_send_signal rt_sigqueueinfo chmod fchmod fchmodat chown fchown lchown fchownat utimensat
flock setxattr removexattr truncate openat2""")
NEEDED = words("""read write close lseek mmap munmap mprotect brk madvise futex clock_gettime nanosleep getpid gettid
sched_yield getrandom exit exit_group rt_sigaction rt_sigprocmask rt_sigreturn fstat newfstatat getdents64
getcwd chdir mkdirat unlinkat renameat2 pipe2 ppoll dup3 ioctl fcntl prctl openat set_robust_list rseq
prlimit64 sched_getaffinity ftruncate""")


def verdict(machine: str, call: str, *arguments: int, own: int | None = None) -> int:
    """What the kernel does with this call under our filter."""
    return outcome(seccomp.program(machine, own), MACHINES[machine], NUMBERS[machine][call], *arguments)[0]


@pytest.mark.parametrize("machine", MACHINES)
def test_every_number_is_the_kernels(machine: str) -> None:
    """Each name in our lists has the number that the kernel's header gives it, or is nowhere in that header."""
    column = list(MACHINES).index(machine)
    rows = words(seccomp._DENIED + seccomp._DENIED_WITHOUT_NAMESPACES)
    for name, *numbers in zip(rows[::3], rows[1::3], rows[2::3], strict=True):
        known = NUMBERS[machine].get(name)
        assert numbers[column] == ("-" if known is None else str(known)), name
    special = {
        "clone": seccomp._CLONE, "clone3": seccomp._CLONE3, "ioctl": seccomp._IOCTL, "prctl": seccomp._PRCTL,
        "kill": seccomp._KILL, "tkill": seccomp._TKILL, "tgkill": seccomp._TGKILL,
        "prlimit64": seccomp._PRLIMIT, "fcntl": seccomp._FCNTL,
    }  # fmt: skip
    assert {name: pair[column] for name, pair in special.items()} == {
        name: NUMBERS[machine][name] for name in special
    }
    opens = {
        NUMBERS[machine][name]: at for name, at in (("open", 1), ("openat", 2)) if name in NUMBERS[machine]
    }
    assert dict(seccomp._OPENS[column]) == opens
    assert max(NUMBERS[machine].values()) == seccomp.NEWEST


@pytest.mark.parametrize("machine", MACHINES)
def test_the_calls_that_we_make_have_the_kernels_numbers(machine: str) -> None:
    """What Python has no function for is called by number: those, too, are right on both architectures."""
    assert linux.NUMBERS[machine] == (NUMBERS[machine]["clone"], NUMBERS[machine]["pivot_root"])
    ours = {
        "mount_setattr": linux._NR_MOUNT_SETATTR,
        "landlock_create_ruleset": linux._NR_LANDLOCK_CREATE,
        "landlock_add_rule": linux._NR_LANDLOCK_ADD,
        "landlock_restrict_self": linux._NR_LANDLOCK_RESTRICT,
    }
    assert ours == {name: NUMBERS[machine][name] for name in ours}


@pytest.mark.parametrize("own", [None, OWN], ids=["namespaces", "landlock"])
@pytest.mark.parametrize("machine", MACHINES)
def test_what_leads_out_is_refused_and_what_python_needs_is_not(machine: str, own: int | None) -> None:
    """By name, on both architectures, in both forms of the filter."""
    known = NUMBERS[machine]
    assert [name for name in NEVER if name in known and verdict(machine, name, own=own) != REFUSE] == []
    assert [name for name in NEEDED if verdict(machine, name, own=own) != ALLOW] == []
    for name in (name for name in ALONE if name in known):
        assert verdict(machine, name, own=own) == (REFUSE if own else ALLOW), name
    assert verdict(machine, "clone3", own=own) == UNKNOWN
    others = [audit for name, audit in MACHINES.items() if name != machine] + [0x40000003, 0x40000028]
    assert {outcome(seccomp.program(machine, own), audit, known["read"])[0] for audit in others} == {KILL}


@pytest.mark.parametrize("machine", MACHINES)
def test_only_threads_can_be_made(machine: str) -> None:
    """clone() with a thread's flags; none without, and none that also makes a namespace."""
    threads = 0x3D0F00  # what glibc passes for a thread, CLONE_THREAD among it
    assert verdict(machine, "clone", threads) == ALLOW
    assert verdict(machine, "clone", 17) == REFUSE
    for flag in (0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000):
        assert verdict(machine, "clone", threads | flag) == REFUSE


@pytest.mark.parametrize("machine", MACHINES)
def test_without_namespaces_it_reaches_itself_only(machine: str) -> None:
    """Signals and limits for its own number, no file cut off by opening it, no other owner for its death signal."""
    for call in ("kill", "tkill", "tgkill"):
        assert verdict(machine, call, OWN, 9, own=OWN) == ALLOW
        assert {verdict(machine, call, other, 9, own=OWN) for other in (0, 1, OWN + 1, 0xFFFFFFFF)} == {
            REFUSE
        }
    assert [verdict(machine, "prlimit64", pid, own=OWN) for pid in (0, OWN, 1)] == [ALLOW, ALLOW, REFUSE]
    assert verdict(machine, "openat", 0, 0, 0o1000, own=OWN) == REFUSE
    assert verdict(machine, "openat", 0, 0, 0o2000000, own=OWN) == ALLOW
    assert verdict(machine, "prctl", 1, own=OWN) == verdict(machine, "ioctl", 0, 0x5412, own=OWN) == REFUSE
    assert [verdict(machine, "fcntl", 3, what, own=OWN) for what in (1024, 8, 10, 15)] == [REFUSE] * 4
