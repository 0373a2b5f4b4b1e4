"""A kernel that lacks a layer: never a tier that is weaker than its name, and it is said."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[3]
LOOK = """
import sys
from grader.errors import SandboxUnavailable
from grader.sandbox import Budget, Tier, start
try:
    sandbox = start(Tier(sys.argv[1]) if len(sys.argv) > 1 else None)
    print(sandbox.name, *sandbox.reasons, sep="\\n")
    child = sandbox.open({"work.py": b"def f(x): return 2 * x"}, Budget())
    assert child.call("work.py", "f", [21], {}).value == 42
    child.close()
    sandbox.close()
except SandboxUnavailable as error:
    print("refused", error, sep="\\n")
"""
NO_LANDLOCK = (
    "landlock: OSError: [Errno 38] this kernel has no Landlock, so nothing would keep files out of reach"
)
NO_SECCOMP = "OSError: [Errno 38] this kernel has no seccomp filters"


def where_it_lacks(layers: str, *command: str, cwd: Path = REPOSITORY) -> subprocess.CompletedProcess[str]:
    script = Path(__file__).with_name("lesser_kernel.py")
    return subprocess.run(
        [sys.executable, str(script), layers, sys.executable, *command],
        capture_output=True, text=True, check=False, cwd=cwd, env={"PYTHONPATH": str(REPOSITORY), "COLUMNS": "200"},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("layers", "found"),
    [
        ("landlock", ["namespaces without Landlock", "this kernel has no Landlock; the other layers hold"]),
        ("seccomp", ["process", f"namespaces: {NO_SECCOMP}", f"landlock: {NO_SECCOMP}"]),
        (
            "namespaces,landlock",
            [
                "process",
                "namespaces: PermissionError: [Errno 1] unshare: Operation not permitted",
                NO_LANDLOCK,
            ],
        ),
    ],
)
def test_a_kernel_without_a_layer_gives_what_it_can_and_says_so(layers: str, found: list[str]) -> None:
    """Namespaces stand without Landlock and are named so; nothing stands without the filter of system calls."""
    done = where_it_lacks(layers, "-c", LOOK)
    assert done.stdout.splitlines() == found, done.stderr


@pytest.mark.parametrize(
    ("layer", "tier", "why"),
    [
        ("landlock", "landlock", NO_LANDLOCK),
        ("seccomp", "namespaces", NO_SECCOMP),
        ("seccomp", "landlock", NO_SECCOMP),
    ],
)
def test_a_tier_is_refused_where_its_layer_is_missing(layer: str, tier: str, why: str) -> None:
    """Asked for by name it is an error with the reason, never a tier that only bears the name."""
    done = where_it_lacks(layer, "-c", LOOK, tier)
    assert done.stdout.startswith("refused"), done.stdout + done.stderr
    assert why in done.stdout


def test_the_doctor_and_every_result_name_the_missing_layer(tmp_path: Path) -> None:
    """`grade doctor` gives the reason, and the results' own field for the sandbox tells it apart."""
    course = tmp_path / "course"
    shutil.copytree(REPOSITORY / "tests" / "samples" / "courses" / "averages", course)
    doctor = where_it_lacks("landlock", "-m", "grader", "doctor", cwd=course)
    assert "sandbox: namespaces without Landlock" in doctor.stdout
    graded = where_it_lacks("landlock", "-m", "grader", "run", "--format", "json", cwd=course)
    assert json.loads(graded.stdout)["sandbox"] == "namespaces without Landlock"
