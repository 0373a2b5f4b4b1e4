"""What student code does instead of answering, and that nobody else suffers from it. On every tier."""

from __future__ import annotations

import os
import time

import numpy as np
import pytest

from grader.errors import GraderFault
from grader.sandbox import Crashed, OutOfMemory, OutputLimit, StudentFault, TimedOut

HONEST = "def double(x):\n    return 2 * x\n"


@pytest.mark.parametrize(
    ("body", "fault", "word"),
    [
        ("while True: pass", TimedOut, "within 0.5 s"),
        ("import re; re.match(r'(a+)+$', 'a' * 60 + 'b')", TimedOut, "within 0.5 s"),
        ("import time; time.sleep(3600)", TimedOut, "within 0.5 s"),
        ("import os; os._exit(0)", Crashed, "your code ended the program"),
        ("import os; os._exit(99)", Crashed, "your code ended the program"),
        ("import ctypes; ctypes.string_at(0)", Crashed, "signal 11 (SIGSEGV)"),
        ("import os; os.abort()", Crashed, "stopped by signal"),
        ("return bytearray(1 << 40)", OutOfMemory, "memory"),
        ("import numpy; return numpy.ones(1 << 30)", OutOfMemory, "memory"),
        ("l = []\n    while True: l.append(bytearray(1 << 22))", OutOfMemory, "memory"),
        ("raise MemoryError", OutOfMemory, "memory"),
        ("while True: print('x' * 65536)", OutputLimit, "printed"),
        ("import os\n    while True: os.write(2, b'x' * 65536)", OutputLimit, "printed"),
    ],
)
def test_each_fault_is_told_apart(opened, body, fault, word):
    """Hanging, ending, crashing, running out of memory and flooding each raise their own fault, and it stays."""
    seconds = 0.5 if fault is TimedOut else 20.0
    child = opened(f"def f():\n    {body}\n", seconds=seconds, memory=256 << 20, output=4 << 20)
    child.load("work.py")
    for _ in range(2):
        with pytest.raises(StudentFault) as caught:
            child.call("work.py", "f", [], {})
        assert type(caught.value) is fault
        assert word in str(caught.value)
        assert caught.value.child_is_gone


def test_the_next_child_is_not_affected(opened):
    """After a child was stopped, a new one of the same sandbox answers."""
    child = opened("def f():\n    while True: pass\n", seconds=0.3)
    with pytest.raises(TimedOut):
        child.call("work.py", "f", [], {})
    assert opened(HONEST).call("work.py", "double", [4], {}).value == 8


def test_a_module_that_hangs_while_loading_is_stopped(opened):
    """Loading has the same deadline as any call."""
    with pytest.raises(TimedOut):
        opened("while True: pass\n", seconds=0.3).load("work.py")


def test_the_deadline_holds_while_a_request_is_written(opened):
    """A child that never reads cannot block the writer of a large request."""
    source = (
        "import time, threading\n"
        "def later():\n    time.sleep(0.1)\n    while True: pass\n"
        "def f():\n    import sys; sys.setswitchinterval(1000); threading.Thread(target=later).start()\n"
    )
    child = opened(source, seconds=0.5)
    child.call("work.py", "f", [], {})
    time.sleep(0.3)  # from here on the interpreter is busy and reads nothing
    with pytest.raises(TimedOut):
        child.call("work.py", "f", [np.zeros(4_000_000)], {})


def test_the_deadline_holds_while_a_reply_trickles(opened):
    """A reply that comes byte by byte does not win time: there is one deadline for the whole call."""
    source = (
        "import os, time\n"
        "def f():\n"
        "    fd = max(fd for fd in range(3, 256) if writable(fd))\n"
        "    os.write(fd, (1000).to_bytes(4, 'little') + bytes(4))\n"
        "    while True:\n        os.write(fd, b'\\0'); time.sleep(0.05)\n"
        "def writable(fd):\n"
        "    import fcntl\n"
        "    try: return fcntl.fcntl(fd, fcntl.F_GETFL) & 3 == 1\n"
        "    except OSError: return False\n"
    )
    child = opened(source, seconds=0.6)
    child.load("work.py")
    with pytest.raises(TimedOut):
        child.call("work.py", "f", [], {})


def test_forged_replies_are_not_believed(opened):
    """A reply that was sent ahead, for a call it does not know the number of, ends the child."""
    source = (
        "import os, fcntl\n"
        "def writable(fd):\n"
        "    try: return fcntl.fcntl(fd, fcntl.F_GETFL) & 3 == 1\n"
        "    except OSError: return False\n"
        "def f():\n"
        "    fd = max(fd for fd in range(3, 256) if writable(fd))\n"
        "    forged = b'\\x95\\x01\\xa2ok\\x01\\xa3int\\xc0'\n"
        "    os.write(fd, len(forged).to_bytes(4, 'little') + bytes(4) + forged)\n"
        "    return 1\n"
    )
    child = opened(source)
    with pytest.raises(Crashed, match="before it was asked"):
        child.call("work.py", "f", [], {})


def test_long_output_keeps_its_beginning_and_end(opened):
    """Of much output the first and last 32 KiB are kept, with a note of how much it was."""
    child = opened(
        "def f():\n    print('BEGIN')\n    for i in range(100_000): print('line', i)\n    print('END')\n"
    )
    child.call("work.py", "f", [], {})
    text = child.output
    assert text.startswith("BEGIN\n")
    assert text.endswith("END\n")
    assert "truncated" in text
    size = len("BEGIN\nEND\n") + sum(len(f"line {i}\n") for i in range(100_000))
    assert str(size) in text
    assert len(text) < 70_000


def test_output_is_complete_after_each_call(opened):
    """What was printed, on both streams and also below Python, is there when the call is back, and after a crash."""
    child = opened(
        "import os, sys\ndef f(i):\n    print('out', i); print('err', i, file=sys.stderr)\n"
        "def g():\n    print('last', flush=True)\n    os._exit(1)\n"
    )
    for i in range(3):
        child.call("work.py", "f", [i], {})
        assert f"out {i}" in child.output
        assert f"err {i}" in child.output
    with pytest.raises(Crashed):
        child.call("work.py", "g", [], {})
    assert child.output.endswith("last\n")


def test_nothing_of_the_callers_environment_arrives(opened):
    """No variable of the grader's own environment is visible, and BLAS gets one thread whatever the caller set."""
    child = opened("import os\ndef f(): return dict(os.environ)\n")
    seen = child.call("work.py", "f", [], {}).value
    assert "canary" not in str(seen)
    assert seen["OPENBLAS_NUM_THREADS"] == "1"
    threads = {f"{library}_NUM_THREADS" for library in ("OPENBLAS", "OMP", "MKL")}
    assert set(seen) <= {"PATH", "LANG", "HOME", "TMPDIR", "TEMP", "LC_CTYPE"} | threads


def test_files_are_gone_with_the_child(opened):
    """What one child had in its home is neither on the machine nor in the next child afterwards."""
    source = "import os\ndef f(): return [os.getcwd(), os.listdir('.')]\n"
    child = opened(source, files={"left.txt": b"canary"})
    home, names = child.call("work.py", "f", [], {}).value
    assert sorted(names) == ["left.txt", "work.py"]
    child.close()
    assert not os.path.exists(os.path.join(home, "left.txt"))
    assert opened(source).call("work.py", "f", [], {}).value[1] == ["work.py"]


def test_a_closed_child_says_so(opened):
    """Closing twice is fine, asking afterwards is the grader's own fault, and the output can still be read."""
    child = opened("print('hello')\n")
    child.load("work.py")
    child.close()
    child.close()
    assert child.output == "hello\n"
    with pytest.raises(GraderFault, match="closed already"):
        child.load("other.py")


def test_children_live_side_by_side(opened):
    """Several children of one sandbox answer in any order, each with its own module."""
    first, second = opened("N = []\ndef f(): N.append(1); return len(N)\n"), opened(HONEST)
    assert second.call("work.py", "double", [1], {}).value == 2
    assert [first.call("work.py", "f", [], {}).value for _ in range(2)] == [1, 2]
    second.close()
    assert first.call("work.py", "f", [], {}).value == 3
