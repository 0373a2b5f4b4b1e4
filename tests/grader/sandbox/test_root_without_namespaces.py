"""Root where namespaces are refused, as in many containers: student code gets a user id that nobody has."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[3]
STUDENT = """
import os, sys
def refusal(reach, *arguments):
    try: reach(*arguments)
    except OSError as error: return type(error).__name__
    return ""
def who():
    return [[*os.getresuid(), *os.getresgid()], os.getgroups(), os.getcwd(), os.getppid()]
def read(path): return refusal(open, path)
def signal(pid): return refusal(os.kill, pid, 0)
def back(): return [refusal(os.setuid, 0), refusal(os.setgid, 0), refusal(os.setgroups, [0])]
"""
GRADER = f"""
import json, os, sys, tempfile
from grader.sandbox import Budget, Tier, start
without = tuple(filter(None, sys.argv[1].split(",")))
secret = tempfile.NamedTemporaryFile(prefix="secret-")  # root's, 0600
sandbox = start(Tier.LANDLOCK, packages=sys.argv[2:], _without=without)
first, second = (sandbox.open({{"work.py": {STUDENT.encode()!r}}}, Budget()) for _ in range(2))
ask = lambda child, name, *args: child.call("work.py", name, args, {{}}).value
one, two = ask(first, "who"), ask(second, "who")
print(json.dumps({{
    "name": sandbox.name, "reasons": sandbox.reasons, "one": one, "two": two, "back": ask(first, "back"),
    "secret": ask(first, "read", secret.name), "neighbour": ask(first, "read", two[2] + "/work.py"),
    "own": ask(first, "read", one[2] + "/work.py"),
    "signals": [ask(first, "signal", pid) for pid in (os.getpid(), one[3])],
}}))
"""


def graded_as_root(without: str = "", package: Path | None = None) -> dict[str, Any]:
    """What student code sees of a grader that runs as root; ``package`` is one more that it may import."""
    script = Path(__file__).with_name("as_user.py")
    wanted = [package.name] if package else []
    run = [sys.executable, str(script), "--root", sys.executable, "-c", GRADER, without, *wanted]
    environment = {
        "PYTHONPATH": os.pathsep.join(map(str, [REPOSITORY, *([package.parent] if package else [])])),
        "TMPDIR": tempfile.gettempdir(),
    }
    done = subprocess.run(run, capture_output=True, text=True, check=False, cwd="/", env=environment)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_student_code_of_root_is_another_user() -> None:
    """Each child has a user and group id of its own, no group of root's, and no way back."""
    if os.getuid() != 0:
        return  # nobody else can give an id away
    seen = graded_as_root()
    assert (seen["name"], seen["reasons"]) == ("landlock", [])
    ids = [set(seen[child][0]) for child in ("one", "two")]
    assert [len(each) for each in ids] == [1, 1]
    assert 0 not in ids[0] | ids[1]
    assert ids[0] != ids[1]
    assert seen["one"][1] == seen["two"][1] == []
    assert seen["back"] == ["PermissionError"] * 3


def test_the_user_id_alone_keeps_root_and_neighbours_out_of_reach() -> None:
    """With Landlock and the filter off: root's private files, the next home and signals are still refused."""
    if os.getuid() != 0:
        return
    for without in ("", "landlock", "landlock,seccomp"):
        seen = graded_as_root(without)
        assert seen["own"] == ""
        assert (seen["secret"], seen["neighbour"]) == ("PermissionError", "PermissionError"), without
        assert seen["signals"] == ["PermissionError"] * 2, without


def test_where_it_cannot_be_another_user_it_is_said(tmp_path: Path) -> None:
    """A package that others may not reach keeps root's id for children, without its rights; name and reason tell."""
    if os.getuid() != 0:
        return
    (tmp_path / "private_package").mkdir(mode=0o700)
    (tmp_path / "private_package" / "__init__.py").touch()
    seen = graded_as_root(package=tmp_path / "private_package")
    assert seen["name"] == "landlock without a user id of its own"
    assert seen["reasons"][0].startswith(f"other users may not enter {tmp_path / 'private_package'}, so")
    assert set(seen["one"][0]) == {0}
    assert seen["secret"] == seen["neighbour"] == "PermissionError"
    assert seen["signals"] == ["PermissionError"] * 2
