"""Which tier is taken, what is said about the others, and what becomes of the processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader.errors import GraderFault, SandboxUnavailable
from grader.sandbox import Budget, Crashed, StudentFault, Tier, choose, start

HONEST = {"work.py": b"def double(x):\n    return 2 * x\n"}


def double(sandbox, number):
    child = sandbox.open(HONEST, Budget(seconds=10))
    try:
        return child.call("work.py", "double", [number], {}).value
    finally:
        child.close()


def test_the_strongest_tier_is_taken():
    """Without being asked for a tier, the sandbox takes the first of those that work here, and it answers."""
    sandbox = start()
    assert sandbox.tier is Tier.NAMESPACES
    assert sandbox.reasons == ()
    assert double(sandbox, 4) == 8
    sandbox.close()


def test_a_fall_to_a_weaker_tier_is_explained():
    """Where the kernel refuses namespaces, as containers have it do, the next tier is taken and the reason said."""
    script = (
        "import struct\nfrom grader.sandbox import Budget, linux, seccomp, start\n"
        "unshare = {'x86_64': 272, 'aarch64': 97}[linux.MACHINE]\n"
        "steps = [(0x20, 0, 0, 0), (0x15, 0, 1, unshare), (0x06, 0, 0, 0x50001), (0x06, 0, 0, 0x7FFF0000)]\n"
        "linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)\n"
        "linux.seccomp(b''.join(struct.pack('HBBI', *step) for step in steps))\n"
        "s = start()\nprint(s.tier)\nprint(*s.reasons, sep='\\n')\n"
        "c = s.open({'work.py': b'def f(x): return 2 * x'}, Budget())\n"
        "print(c.call('work.py', 'f', [3], {}).value)\nc.close(); s.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    tier, *reasons, answer = done.stdout.splitlines()
    assert (tier, answer) == ("landlock", "6")
    assert reasons[0] == "namespaces: PermissionError: [Errno 1] unshare: Operation not permitted"


def test_a_named_tier_that_does_not_start_is_an_error(monkeypatch):
    """A tier that was asked for is never replaced by a weaker one."""
    monkeypatch.setattr(choose.sys, "platform", "darwin")
    with pytest.raises(SandboxUnavailable, match="namespaces") as caught:
        start(Tier.NAMESPACES)
    assert "grade doctor" in str(caught.value)
    sandbox = start()
    assert sandbox.tier is Tier.PROCESS
    assert "only on Linux" in sandbox.reasons[0]
    sandbox.close()


def test_an_unknown_package_is_named():
    """A package that is not installed is refused at once, with what to do."""
    with pytest.raises(SandboxUnavailable, match="no_such_package") as caught:
        start(packages=["no_such_package"])
    assert "pip install" in str(caught.value)


def test_starting_imports_nothing_heavy_and_does_not_wait():
    """Importing the sandbox and starting one needs neither numpy nor pytest: they are for later."""
    script = (
        "import sys\nfrom grader.sandbox import start\ns = start()\n"
        "print(sorted({'numpy', 'pytest', 'asyncio', 'multiprocessing'} & set(sys.modules)))\ns.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_portable_tier_needs_nothing_of_posix():
    """The `process` tier imports and works without any module or function that only POSIX has."""
    script = (
        "import os, sys\n"
        "for name in ('fcntl', 'pwd', 'grp', 'resource', 'termios', 'ctypes'): sys.modules[name] = None\n"
        "for name in ('fork', 'pidfd_open', 'posix_spawn', 'getuid', 'sched_setaffinity', 'POSIX_SPAWN_DUP2'):\n"
        "    delattr(os, name)\n"
        "import select; del select.poll, select.epoll\n"
        "sys.platform = 'other'\n"
        "from grader.sandbox import Budget, start\n"
        "s = start()\n"
        "c = s.open({'work.py': b'def f(x): return x + 1'}, Budget())\n"
        "print(s.tier, c.call('work.py', 'f', [1], {}).value)\nc.close(); s.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == (["process", "2"], "")


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def below(pid):
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children] + [grand for child in children for grand in below(int(child))]


def gone_within(pids, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not any(map(alive, pids)):
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize("tier", list(Tier), ids=str)
def test_nothing_outlives_its_owner(tier, tmp_path):
    """When the owner is killed while a student's code runs, every process of the sandbox ends and every file goes."""
    tmp_path.chmod(0o755)
    script = (
        f"import tempfile; tempfile.tempdir = {str(tmp_path)!r}\n"
        "from grader.sandbox import Budget, Tier, start\n"
        f"s = start(Tier({tier.value!r}))\n"
        "c = s.open({'work.py': b'import time\\ndef f(): time.sleep(1000)\\nprint(1)'}, Budget(seconds=1000))\n"
        "c.load('work.py'); print('ready', flush=True)\nc.call('work.py', 'f', [], {})\n"
    )
    owner = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert owner.stdout.readline().strip() == "ready"
    time.sleep(0.1)
    processes = below(owner.pid)
    assert processes
    owner.kill()
    owner.wait()
    owner.stdout.close()
    assert gone_within(processes, 5)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("tier", [Tier.NAMESPACES, Tier.LANDLOCK], ids=str)
def test_a_dead_warm_process_is_the_graders_fault(tier):
    """When the warm process is killed, an open child and the next one say so as a fault of ours, at once."""
    others = set(below(os.getpid()))
    sandbox = start(tier)
    child = sandbox.open(HONEST, Budget(seconds=5))
    child.load("work.py")
    for pid in set(below(os.getpid())) - others:
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(GraderFault, match="warm process has ended"):
        child.call("work.py", "double", [1], {})
    child.close()
    with pytest.raises(GraderFault, match="warm process has ended"):
        double(sandbox, 1)
    sandbox.close()
    sandbox.close()


def test_closing_ends_everything_and_removes_every_file(tmp_path, monkeypatch):
    """After close() no process and no temporary directory of any tier is left, open children or not."""
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    tmp_path.chmod(0o755)
    others = set(below(os.getpid()))
    for tier in Tier:
        sandbox = start(tier)
        children = [sandbox.open(HONEST, Budget()) for _ in range(3)]
        for child in children:
            child.load("work.py")
        processes = set(below(os.getpid())) - others
        children[0].close()
        sandbox.close()
        assert gone_within(processes, 5)
    assert list(tmp_path.iterdir()) == []


def test_a_child_dies_alone(sandbox):
    """A child that is lost does not take another one's answers along."""
    first, second = (sandbox.open(HONEST, Budget(seconds=5)) for _ in range(2))
    second.load("work.py")
    dying = sandbox.open({"work.py": b"import os\ndef f(): os._exit(3)\n"}, Budget(seconds=5))
    with pytest.raises(StudentFault) as caught:
        dying.call("work.py", "f", [], {})
    assert type(caught.value) is Crashed
    assert [child.call("work.py", "double", [2], {}).value for child in (first, second)] == [4, 4]
    for child in (first, second, dying):
        child.close()
