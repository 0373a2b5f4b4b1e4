"""The system call filter, step by step as the kernel would take it, for both architectures."""

from __future__ import annotations

import errno
import struct

import pytest

from grader.sandbox import seccomp

X86, ARM = ("x86_64", 0xC000003E), ("aarch64", 0xC00000B7)
ALLOW, KILL, REFUSE, UNKNOWN = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
OWN_PID = 4242
BY_ARGUMENT = {
    "x86_64": {56, 16, 72, 157, 62, 200, 234, 302, 2, 257},
    "aarch64": {220, 29, 25, 167, 129, 130, 131, 261, 56},
}


def outcome(program: bytes, architecture: int, number: int, *arguments: int) -> tuple[int, int]:
    """What becomes of a system call, and after how many steps."""
    data = struct.pack("<IIQ6Q", number, architecture, 0, *(*arguments, *[0] * 6)[:6])
    steps = list(struct.iter_unpack("HBBI", program))
    at = taken = loaded = 0
    while True:
        code, then, otherwise, value = steps[at]
        at, taken = at + 1, taken + 1
        if code == 0x06:
            return value, taken
        if code == 0x20:
            (loaded,) = struct.unpack_from("<I", data, value)
            continue
        holds = {
            0x15: loaded == value,
            0x25: loaded > value,
            0x35: loaded >= value,
            0x45: bool(loaded & value),
        }[code]
        at += then if holds else otherwise


def listed(table: str, column: int) -> set[int]:
    return {int(number) for number in table.split()[column + 1 :: 3] if number != "-"}


@pytest.mark.parametrize("own_pid", [None, OWN_PID])
@pytest.mark.parametrize(("machine", "architecture"), [X86, ARM])
def test_a_call_is_refused_when_it_is_on_the_list_and_only_then(machine, architecture, own_pid):
    """Every number up to the newest known one is refused or let through just as the lists say."""
    column = [X86[0], ARM[0]].index(machine)
    denied = listed(seccomp._DENIED, column)
    if own_pid:
        denied |= listed(seccomp._DENIED_WITHOUT_NAMESPACES, column)
    program = seccomp.program(machine, own_pid)
    for number in set(range(seccomp.NEWEST + 1)) - BY_ARGUMENT[machine] - {435}:
        assert outcome(program, architecture, number)[0] == (REFUSE if number in denied else ALLOW), number
    assert outcome(program, architecture, 435)[0] == UNKNOWN
    for number in (seccomp.NEWEST + 1, 0x4000_0001, 0xFFFF_FFFF):
        assert outcome(program, architecture, number)[0] == UNKNOWN
    assert outcome(program, 0x40000003, 0)[0] == KILL


@pytest.mark.parametrize(
    ("number", "arguments", "expected"),
    [
        (56, (0x10000 | 0x100,), ALLOW),  # a thread
        (56, (17,), REFUSE),  # a process
        (56, (0x10000 | 0x1000_0000,), REFUSE),  # a namespace
        (16, (0, 0x5401), ALLOW),
        (16, (0, 0x5412), REFUSE),  # typing into a terminal
        (72, (3, 3), ALLOW),
        (72, (3, 8), REFUSE),  # whom to signal
        (157, (15,), ALLOW),
        (157, (1,), REFUSE),  # outliving the owner
        (62, (OWN_PID, 9), ALLOW),
        (62, (1, 9), REFUSE),
        (302, (0, 7), ALLOW),
        (302, (1, 7), REFUSE),
        (257, (0, 0, 0), ALLOW),
        (257, (0, 0, 0o1000), REFUSE),  # cutting a file off
    ],
)
def test_some_calls_depend_on_what_they_are_given(number, arguments, expected):
    """Threads, one's own signals and limits, and reading are let through; the same calls for more are refused."""
    assert outcome(seccomp.program("x86_64", OWN_PID), X86[1], number, *arguments)[0] == expected


@pytest.mark.parametrize("own_pid", [None, OWN_PID])
@pytest.mark.parametrize(("machine", "architecture"), [X86, ARM])
def test_no_call_takes_many_steps(machine, architecture, own_pid):
    """The kernel tries all calls whenever a child is made, so none may walk through the whole list."""
    program = seccomp.program(machine, own_pid)
    longest = max(outcome(program, architecture, number)[1] for number in range(seccomp.NEWEST + 2))
    assert longest < 60 < len(program) // 8 // 2
