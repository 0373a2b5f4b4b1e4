"""The attacks in tests/samples/attacks: what each tries, what it does here, and whether it got anywhere.

An attack is one folder: the files of a submission (or ``make.py DIR``, which makes what cannot be stored), and
``attack.json`` with what it tries, what contains it, and the outcomes that mean so. ``/CANARY`` in a file
stands for a folder with hidden checks, results and another student's work.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from grader.course.model import Item, Lesson
from grader.errors import SubmissionError
from grader.intake.batch import read
from grader.sandbox import (
    Budget,
    Child,
    ChosenSandbox,
    Crashed,
    OutOfMemory,
    OutputLimit,
    Raised,
    StudentFault,
    TimedOut,
    Unsendable,
)

FOLDER = Path(__file__).parents[3] / "samples" / "attacks"
FILE = "submission.py"
BUDGET = Budget(seconds=1.0, memory=256 << 20, output=1 << 20)
PATIENT = msgspec.structs.replace(BUDGET, seconds=20.0)
"""For what ends by itself, also on a busy machine: honest work, and attacks that say ``"patient": true``."""
HONEST = b"""
import os
import numpy as np

def attention(Q, K, V):
    s = Q @ K.T / np.sqrt(Q.shape[-1])
    s = np.exp(s - s.max(-1, keepdims=True))
    return (s / s.sum(-1, keepdims=True)) @ V

print('LEAK poison' if any('poison' in name for name in os.listdir('.')) else '')
"""
_LESSON = Lesson(
    id="attacked",
    title="Attacked",
    items=(Item(id="attention", kind="code", title="Attention", stub=FILE, points=Decimal(1)),),
)
_OUTCOMES = {
    Raised: "raised",
    Unsendable: "unsendable",
    TimedOut: "timeout",
    OutOfMemory: "out_of_memory",
    OutputLimit: "output_limit",
    Crashed: "crashed",
}
_MOST_GROWTH = 80 << 20


@dataclass
class Result:
    """What came of one attack. ``problems`` is empty when it was contained."""

    outcome: str
    detail: str = ""
    problems: list[str] = field(default_factory=list)


def names(tier: str) -> list[str]:
    """Every attack that this tier is there for; almost all of them are for each."""
    found = sorted(path.parent.name for path in FOLDER.glob("*/attack.json"))
    return [name for name in found if tier in described(name).get("tiers", [tier])]


def described(name: str) -> dict[str, Any]:
    about: dict[str, Any] = json.loads((FOLDER / name / "attack.json").read_text())
    return about


def expected(name: str) -> list[str]:
    outcomes: list[str] = described(name)["outcomes"]
    return outcomes


class Range:
    """A place to try attacks in: a sandbox, canaries, and the processes that were there before."""

    def __init__(self, sandbox: ChosenSandbox, canaries: Path) -> None:
        self.sandbox = sandbox
        self.canaries = canaries
        share_memory()
        self._lay_out()
        for _ in range(2):  # so that every process that is to stay is there before the first attack
            self._honest()
        self._processes = len(descendants(os.getpid()))

    def _lay_out(self) -> None:
        shutil.rmtree(self.canaries, ignore_errors=True)
        for path, text in {
            "hidden_tests/test_hidden.py": "# CANARY_TESTS hidden\nexpected = 1\n",
            "other_student/submission.py": "# CANARY_OTHER\n",
            "results/results.json": '{"score": 0}',
        }.items():
            target = self.canaries / path
            target.parent.mkdir(parents=True)
            target.write_text(text)
        self._untouched = self._snapshot()

    def attack(self, name: str) -> Result:
        """Try one, then see what it left behind."""
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        result, printed = self._graded(
            self._files(name), PATIENT if described(name).get("patient") else BUDGET
        )
        if result.outcome not in expected(name):
            result.problems.append(f"outcome {result.outcome} instead of {expected(name)}")
        if "LEAK" in printed or "CANARY" in printed:
            result.problems.append(f"leaked: {printed[max(0, printed.find('LEAK')) :][:200]}")
        if self._snapshot() != self._untouched:
            result.problems.append("a canary was touched")
            self._lay_out()
        if (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) << 10 > _MOST_GROWTH:
            result.problems.append("the grader's memory grew")
        result.problems += self._honest()
        left = len(descendants(os.getpid())) - self._processes
        if left > 0:
            result.problems.append(f"{left} processes were left behind")
        return result

    def _files(self, name: str) -> Mapping[str, bytes] | None:
        """The submission's files, as intake hands them on; None when it refuses them."""
        folder = FOLDER / name
        if (folder / "make.py").exists():
            with tempfile.TemporaryDirectory() as made:
                make = self._placed((folder / "make.py").read_bytes())
                subprocess.run([sys.executable, "-", made], input=make, check=True)
                archive = Path(made, "submission.zip")
                try:
                    submission = read(archive if archive.exists() else Path(made), _LESSON)
                except SubmissionError:
                    return None
                return submission.files if FILE in submission.files else None
        files = [path for path in folder.iterdir() if path.name != "attack.json" and path.is_file()]
        return {path.name: self._placed(path.read_bytes()) for path in files}

    def _placed(self, content: bytes) -> bytes:
        return content.replace(b"/CANARY", str(self.canaries).encode())

    def _graded(self, files: Mapping[str, bytes] | None, budget: Budget) -> tuple[Result, str]:
        if files is None:
            return Result("refused"), ""
        child = self.sandbox.open(files, budget)
        loaded = False
        try:
            child.load(FILE)
            loaded = True
            return Result(_judged(child)), child.output
        except StudentFault as fault:
            shown = f"{fault} {getattr(fault, 'text', '')} {getattr(fault, 'type_name', '')}"
            outcome = _OUTCOMES[type(fault)] if loaded else "load"
            return Result(outcome, shown[:200]), child.output + shown
        finally:
            child.close()

    def _honest(self) -> list[str]:
        result, printed = self._graded({FILE: HONEST}, PATIENT)
        fine = result.outcome == "passed" and "LEAK" not in printed
        return (
            []
            if fine
            else [f"an honest submission afterwards: {result.outcome} {result.detail} {printed[:80]}"]
        )

    def _snapshot(self) -> dict[str, tuple[object, ...]]:
        seen = {}
        for path in sorted(self.canaries.rglob("*")):
            status = path.lstat()
            content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
            seen[str(path)] = (status.st_mode, status.st_uid, status.st_size, status.st_mtime_ns, content)
        return seen


def _judged(child: Child) -> str:
    """Three fresh inputs; exact shape and dtype, finite, close."""
    rng = np.random.default_rng()
    for _ in range(3):
        Q, K, V = (rng.normal(size=(4, 8)) for _ in range(3))
        scores = np.exp(Q @ K.T / np.sqrt(8))
        wanted = scores / scores.sum(-1, keepdims=True) @ V
        got = child.call(FILE, "attention", [Q, K, V], {}).value
        if type(got) is not np.ndarray or (got.shape, got.dtype) != (wanted.shape, wanted.dtype):
            return "failed"
        if not np.isfinite(got).all() or not (np.abs(got - wanted) <= 1e-9).all():
            return "failed"
    return "passed"


def share_memory() -> None:
    """Hold a segment of System V shared memory that anybody may attach; it goes with this process."""
    libc = ctypes.CDLL(None)
    libc.shmat.restype = ctypes.c_void_p
    segment = libc.shmget(0, 4096, 0o1666)  # IPC_PRIVATE, IPC_CREAT
    libc.shmat(segment, None, 0)
    libc.shmctl(segment, 0, None)  # IPC_RMID: removed with the last that holds it


def descendants(pid: int) -> set[int]:
    """Every living process below ``pid``."""
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                parents[int(entry)] = int(fields[1])
    found, size = {pid}, 0
    while len(found) != size:
        size = len(found)
        found |= {child for child, parent in parents.items() if parent in found}
    return found - {pid}
