"""``python -m tests.benchmarks.sandbox [--json FILE]``: what the sandbox costs, as ratios within one run.

One submission is a child of its own, one file loaded, sixty small calls, and the child gone. The floor for it is
a bare fork: the same warm interpreter with numpy, on the same core, runs the same file and makes the same calls,
and hands nothing back. All of it takes turns; medians are set against each other.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[2]
FILE = "attention.py"
SOURCE = b"""
import numpy as np

def attention(Q, K, V):
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True) @ V

def same(values):
    return values
"""
CALLS = 60
SMALL = np.linspace(0.0, 1.0, 32).reshape(4, 8)
GIVEN = [np.linspace(0.0, 1.0, 8 * rows).reshape(rows, 8) for rows in (1, 2, 3, 4, 6, 9)] * (CALLS // 6)
"""What the calls are given: checks ask with arrays of several shapes."""
LARGE = np.linspace(0.0, 1.0, 1 << 17)
"""1 MiB."""
TARGET = "<= 2.5"


def bare(number: int) -> float:
    """Seconds for one of ``number`` forks that run the file and make the calls."""
    begin = time.perf_counter()
    for _ in range(number):
        pid = os.fork()
        if pid == 0:
            module = ModuleType("attention")
            exec(compile(SOURCE, FILE, "exec", dont_inherit=True), module.__dict__)
            for rows in GIVEN:
                module.attention(rows, rows, rows)
            os._exit(0)
        os.waitpid(pid, 0)
    return (time.perf_counter() - begin) / number


def serve() -> None:
    """In a process of its own, which has imported numpy and nothing of ours: a floor for each line that comes."""
    os.sched_setaffinity(0, {int(sys.argv[1])})
    SMALL @ SMALL.T
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        print(bare(int(line)), flush=True)


@contextmanager
def floor(core: int) -> Iterator[Callable[[int], float]]:
    """:func:`bare` in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, __file__, str(core)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )
    assert process.stdin
    assert process.stdout
    asked, told = process.stdin, process.stdout

    def measured(number: int) -> float:
        print(number, file=asked, flush=True)
        return float(told.readline())

    try:
        yield measured
    finally:
        process.communicate()


class Sandboxed:
    """The same work in a sandbox, at the strongest tier there is."""

    def __init__(self, sandbox: Any) -> None:
        from grader.sandbox import Budget

        self._sandbox, self._budget = sandbox, Budget()

    def submission(self, number: int) -> float:
        """Seconds for one of ``number`` submissions."""
        begin = time.perf_counter()
        for _ in range(number):
            child = self._sandbox.open({FILE: SOURCE}, self._budget)
            child.load(FILE)
            for rows in GIVEN:
                child.call(FILE, "attention", (rows, rows, rows), {})
            child.close()
        return (time.perf_counter() - begin) / number

    def empty(self, number: int) -> float:
        """Seconds for one of ``number`` submissions without a call: what setting up and ending takes."""
        begin = time.perf_counter()
        for _ in range(number):
            child = self._sandbox.open({FILE: SOURCE}, self._budget)
            child.load(FILE)
            child.close()
        return (time.perf_counter() - begin) / number

    def checked(self, number: int) -> float:
        """The same as a check does it: by its stand-in, every call kept for replay."""
        from grader.checks.proxy import Student
        from grader.checks.work import Work

        begin = time.perf_counter()
        for _ in range(number):
            work = Work(self._sandbox, {FILE: SOURCE}, self._budget)
            student = Student(work, FILE)
            for rows in GIVEN:
                student.attention(rows, rows, rows)
            work.close()
        return (time.perf_counter() - begin) / number

    def call(self, function: str, values: Any, number: int) -> float:
        """Seconds for one of ``number`` calls with, and answered by, ``values``."""
        child = self._sandbox.open({FILE: SOURCE}, self._budget)
        child.call(FILE, function, values, {})
        begin = time.perf_counter()
        for _ in range(number):
            child.call(FILE, function, values, {})
        took = time.perf_counter() - begin
        child.close()
        return took / number


def measure(rounds: int, number: int) -> tuple[str, dict[str, float]]:
    """The tier, and the median seconds of each part."""
    from grader.sandbox import start

    core = max(os.sched_getaffinity(0))  # one for all, as a grader's worker has it
    os.sched_setaffinity(0, {core})
    sandbox = start(cpu=core)
    times: dict[str, list[float]] = {}
    with floor(core) as forked:
        ours = Sandboxed(sandbox)
        works: dict[str, Callable[[], float]] = {
            "bare": lambda: forked(number),
            "submission": lambda: ours.submission(number),
            "empty": lambda: ours.empty(number),
            "checked": lambda: ours.checked(number),
            "small": lambda: ours.call("same", (SMALL,), 20 * number),
            "large": lambda: ours.call("same", (LARGE,), 5 * number),
        }
        for turn in range(rounds + 1):
            for name, work in works.items():
                took = work()
                if turn:  # the first one warms up
                    times.setdefault(name, []).append(took)
    tier = sandbox.tier.value
    sandbox.close()
    return tier, {name: statistics.median(each) for name, each in times.items()}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.sandbox", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--number", type=int, default=10, help="submissions in a round")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    tier, took = measure(options.rounds, options.number)
    lines = [
        ("a bare fork and 60 calls", took["bare"] * 1e3, "ms", ""),
        ("a sandboxed submission of 60 calls", took["submission"] * 1e3, "ms", ""),
        ("sandboxed against bare", took["submission"] / took["bare"], "x", TARGET),
        ("the same by a check's stand-in, against bare", took["checked"] / took["bare"], "x", ""),
        ("a sandboxed submission without a call, against bare", took["empty"] / took["bare"], "x", ""),
        ("a call with a 4 x 8 array, there and back", took["small"] * 1e6, "us", ""),
        ("a call with 1 MiB, there and back", took["large"] * 1e6, "us", ""),
    ]
    print(f"tier {tier}")
    for what, value, unit, target in lines:
        print(f"{what:62} {value:10.4g} {unit:3} {target}".rstrip())
    if options.json:
        names = ("what", "value", "unit", "target")
        report = {"tier": tier, "lines": [dict(zip(names, line, strict=True)) for line in lines]}
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) == 2 and sys.argv[1].isdecimal():
        serve()
    else:
        main()
