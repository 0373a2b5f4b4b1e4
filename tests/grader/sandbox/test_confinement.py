"""What a child of the two strong tiers can see and do, asked from inside."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from grader.sandbox import Budget, ChosenSandbox, Raised, Tier

REPOSITORY = Path(__file__).parents[3]
LOOK = """
import ctypes, fcntl, os, resource
libc = ctypes.CDLL(None, use_errno=True)

def identity():
    return [os.getuid(), os.getgid(), os.getgroups(), os.getpid(), os.getsid(0) == os.getpid()]

def listed(path):
    return sorted(os.listdir(path))

def readable(path):
    try:
        return bool(os.listdir(path) if os.path.isdir(path) else open(path, 'rb').read(1))
    except OSError as error:
        return type(error).__name__

def write(path):
    try:
        open(path, 'w').close()
        return True
    except OSError as error:
        return type(error).__name__

def capabilities():
    class Header(ctypes.Structure): _fields_ = [('v', ctypes.c_uint32), ('pid', ctypes.c_int)]
    data = (ctypes.c_uint32 * 6)()
    libc.capget(ctypes.byref(Header(0x20080522, 0)), data)
    return list(data)

def no_new_privileges():
    return libc.prctl(39, 0, 0, 0, 0)

def limits():
    return [resource.getrlimit(getattr(resource, 'RLIMIT_' + n)) for n in ('CORE', 'NOFILE', 'FSIZE', 'MEMLOCK')]

def run(call, *args):
    return [libc.syscall(call, *args), ctypes.get_errno()]

def locked(descriptor):
    descriptor = os.open(os.devnull, os.O_RDONLY) if descriptor is None else descriptor
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except OSError as error:
        return type(error).__name__

def fill(megabytes):
    with open('big', 'wb') as file:
        for _ in range(megabytes): file.write(bytes(1 << 20))

def imports(name):
    __import__(name)
    return True
"""


@pytest.fixture(params=[Tier.NAMESPACES, Tier.LANDLOCK], ids=str)
def sandbox(request, started) -> ChosenSandbox:
    """The tiers that confine; `process` does not, and its documentation says so."""
    return started(request.param)


@pytest.fixture
def look(sandbox: ChosenSandbox, opened):
    child = opened(LOOK)
    return lambda function, *args: child.call("work.py", function, list(args), {}).value


def test_it_is_nobody_without_rights(look):
    """No capability, no way to gain one, a session of its own, no group of ours."""
    assert look("capabilities") == [0] * 6
    assert look("no_new_privileges") == 1
    uid, gid, groups, _, own_session = look("identity")
    assert own_session
    if os.getuid() == 0:
        assert groups in ([], [0])
        assert (uid == 0) == (gid == 0)


def test_the_repository_and_the_machine_are_out_of_sight(look):
    """Neither this repository nor homes, accounts, other people's packages or /proc can be read."""
    hidden = [
        REPOSITORY / "pyproject.toml",
        REPOSITORY / "tests",
        __file__,
        "/etc/passwd",
        "/proc",
        "/proc/self/environ",
    ]
    hidden += [Path(pytest.__file__), Path.home() / ".bashrc", "/var", "/sys", "/tmp/nothing"]
    assert [look("readable", str(path)) for path in hidden if look("readable", str(path)) is True] == []


def test_namespaces_leave_only_the_interpreter(sandbox, look):
    """In its own root there are the directories that Python needs, read-only, and a home; it is process 1."""
    if sandbox.tier is not Tier.NAMESPACES:
        return
    assert look("identity")[3] == 1
    roots = {Path(path).parts[1] for path in (sys.base_prefix, sys.prefix, str(REPOSITORY))}
    assert set(look("listed", "/")) <= {"dev", "etc", "student", "lib", "lib64", "usr"} | roots
    assert {look("write", path) for path in ("/x", "/student/x", "/usr/lib/x", "/etc/x", "/dev/x")} <= {
        "OSError",
        "PermissionError",
    }
    assert look("write", "/student/work/x") is True


def test_no_lock_outlives_the_one_that_took_it(sandbox, opened):
    """A lock on standard input is gone with its child, and the next child finds nothing of it."""
    allowed = True if sandbox.tier is Tier.NAMESPACES else "PermissionError"
    for descriptor in (0, None):
        child = opened(LOOK)
        assert child.call("work.py", "locked", [descriptor], {}).value == allowed
        child.close()


def test_it_cannot_write_anywhere_else(look):
    """Temporary directories and packages cannot be written to."""
    import numpy

    places = [
        "/tmp/x",
        "/var/tmp/x",
        "/dev/shm/x",
        str(Path(numpy.__file__).parent / "x.py"),
        str(REPOSITORY / "x"),
    ]
    assert True not in [look("write", place) for place in places]


@pytest.mark.parametrize(
    ("number", "arguments"),
    [
        (41, (2, 1, 0)),
        (57, ()),
        (59, (0, 0, 0)),
        (101, (0, 1, 0, 0)),
        (272, (0x10000000,)),
        (321, (0, 0, 0)),
        (157, (1, 0)),
        (162, ()),
        (306, (2,)),
        (206, (1, 0)),
    ],
    ids=[
        "socket",
        "fork",
        "execve",
        "ptrace",
        "unshare",
        "bpf",
        "prctl-pdeathsig",
        "sync",
        "syncfs",
        "io_setup",
    ],
)
def test_the_filter_refuses(look, number, arguments):
    """System calls that lead out are refused with EPERM (numbers of x86-64)."""
    if os.uname().machine == "x86_64":
        assert look("run", number, *arguments) == [-1, 1]


def test_later_system_calls_do_not_exist(look):
    """A system call newer than the filter, or of another set of numbers, is ENOSYS."""
    assert look("run", 460, 0, 0, 0) == [-1, 38]
    assert look("run", 0x4000_0000 + 39) == [-1, 38]


def test_limits_hold_and_cannot_be_raised(look):
    """No core files, few descriptors, small files, nothing locked in memory; a disk that fills up."""
    assert look("limits") == [[0, 0], [256, 256], [16 << 20, 16 << 20], [0, 0]] or look("limits") == [
        (0, 0),
        (256, 256),
        (16 << 20, 16 << 20),
        (0, 0),
    ]
    with pytest.raises(Raised) as caught:
        look("fill", 20)
    assert caught.value.name in ("OSError", "PermissionError")


def test_packages_are_those_allowed(look):
    """numpy's own parts and the standard library can be imported, anything else is an ordinary ImportError."""
    assert look("imports", "numpy.random")
    assert look("imports", "statistics")
    for absent in ("pytest", "grader", "matplotlib"):
        with pytest.raises(Raised) as caught:
            look("imports", absent)
        assert caught.value.name == "ModuleNotFoundError"


def test_a_package_can_be_allowed():
    """`packages` makes one more package importable, on each tier."""
    from grader.sandbox import start

    for tier in (Tier.NAMESPACES, Tier.LANDLOCK, Tier.PROCESS):
        sandbox = start(tier, packages=["yaml", "click"])
        child = sandbox.open({"work.py": b"import yaml, click\nX = yaml.safe_load('[1]')\n"}, Budget())
        assert child.get("work.py", "X") == (False, [1])
        child.close()
        sandbox.close()


def test_the_filter_of_each_architecture_is_complete():
    """Both architectures' programs pass a sanity check: jumps stay inside, and every path ends in a return."""
    import struct

    from grader.sandbox import seccomp

    for machine in ("x86_64", "aarch64"):
        for own_pid in (None, 1234):
            packed = seccomp.program(machine, own_pid)
            steps = [struct.unpack("HBBI", packed[i : i + 8]) for i in range(0, len(packed), 8)]
            assert steps[-1][0] == 6
            for at, (code, yes, no, _) in enumerate(steps):
                if code in (0x15, 0x35, 0x45):
                    assert max(at + 1 + yes, at + 1 + no) < len(steps)


def test_an_ordinary_user_gets_the_same():
    """All of this folder's tests of calls pass for a user without any rights, on the strong tiers."""
    if os.getuid() != 0:
        return  # then everything here has just shown it
    tests = [str(Path(__file__).with_name("test_calls.py")), __file__]
    command = [
        sys.executable,
        str(Path(__file__).with_name("as_user.py")),
        sys.executable,
        "-B",
        "-m",
        "pytest",
        "-q",
    ]
    options = [
        "-p",
        "no:cacheprovider",
        "-k",
        "not process and not ordinary",
        "--rootdir",
        str(REPOSITORY),
        *tests,
    ]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False, cwd=REPOSITORY)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]


def test_the_machine_has_another_name_inside(sandbox):
    """With namespaces of its own, a child does not learn what the machine is called."""
    if sandbox.tier is not Tier.NAMESPACES:
        return
    child = sandbox.open({"work.py": b"import os\nNAME = os.uname().nodename\n"}, Budget())
    assert child.get("work.py", "NAME") == (False, "sandbox")
    child.close()


def test_no_file_is_cut_off_where_landlock_does_not_see_to_it():
    """Before its version 3 Landlock lets a file be emptied, also by opening it to read: the filter does not."""
    from grader.sandbox import start

    place = Path(tempfile.mkdtemp(prefix="cut-"))
    place.chmod(0o755)
    kept = place / "kept"
    kept.write_text("as it was")
    kept.chmod(0o666)
    cut = f"""
import os
def cut():
    refused = 0
    for attempt in (lambda: os.truncate({str(kept)!r}, 0), lambda: os.open({str(kept)!r}, os.O_RDONLY | os.O_TRUNC)):
        try: attempt()
        except PermissionError: refused += 1
    return refused, open({str(kept)!r}).read()
"""
    sandbox = start(Tier.LANDLOCK, _without=("landlock",))
    try:
        child = sandbox.open({"work.py": cut.encode()}, Budget())
        assert child.call("work.py", "cut", [], {}).value == (2, "as it was")
        child.close()
    finally:
        sandbox.close()
        shutil.rmtree(place)
