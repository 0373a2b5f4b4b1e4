"""A batch of everything that can go wrong, disturbed in every way, against the same batch left in peace."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.grader.cli.conftest import RIGHT, WRONG, Desk

KINDS = {
    "right": RIGHT,
    "wrong": WRONG,
    "syntax": "def mean(numbers:\n",
    "raises": "def mean(numbers):\n    return numbers[99]\n",
    "nothing": "def mean(numbers):\n    pass\n",
    "exits": "import os\ndef mean(numbers):\n    os._exit(0)\n",
    "quits": "raise SystemExit\n",
    "segfault": "import ctypes\ndef mean(numbers):\n    ctypes.string_at(0)\n",
    "no name": "def average(numbers):\n    return 3.0\n",
    "chatty": "print('x' * 100_000)\n" + RIGHT,
    "not text": "\x00\x01\x02",
    "liar": "class Yes:\n    __eq__ = lambda *both: True\ndef mean(numbers):\n    return Yes()\n",
    "patcher": "import numpy\nnumpy.testing.assert_allclose = print\ndef mean(numbers):\n    return 7.0\n",
}
RARE = {"endless": "while True:\n    pass\n", "hungry": "def mean(numbers):\n    return [0] * 10**9\n"}
OF_A_RUN = re.compile(r'"(graded_at|seconds|attempt)":("[^"]*"|[\d.e-]+|null)')


def hand_in(folder: Path, number: int) -> None:
    """``number`` submissions: each kind many times, the slow ones twice, and a few that cannot be read."""
    sources = [*KINDS.values()] * (number // len(KINDS))
    sources[: 2 * len(RARE)] = [*RARE.values()] * 2
    for index, source in enumerate(sources[:-3]):
        place = folder / f"s{index:03}"
        place.mkdir(parents=True)
        (place / "mean.py").write_text(f"{source}\n# {index}\n", encoding="utf-8")
    (folder / "x-empty").mkdir()
    (folder / "x-broken.zip").write_bytes(b"PK\x03\x04")
    (folder / "x-link").symlink_to("/etc")


def results(out: Path) -> list[str]:
    text = (out / "results.jsonl").read_text(encoding="utf-8")
    return [OF_A_RUN.sub("", line) for line in text.splitlines()]


def workers(batch: int) -> list[int]:
    found = []
    for thread in Path(f"/proc/{batch}/task").glob("*/children"):
        with suppress(OSError):
            found += [int(pid) for pid in thread.read_text().split()]
    return found


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="finds the workers in /proc")
def test_killed_interrupted_and_resumed_the_results_are_those_of_a_quiet_run(
    desk: Desk, tmp_path: Path
) -> None:
    """300 submissions, workers killed at random, the batch stopped three times: nothing lost or twice"""
    course = desk.root / "course.yaml"
    limits = "limits: {seconds: 0.5, memory_mb: 256}"
    course.write_text(
        course.read_text(encoding="utf-8").replace("limits: {seconds: 2}", limits), encoding="utf-8"
    )
    folder, quiet, wild = tmp_path / "submissions", tmp_path / "quiet", tmp_path / "wild"
    hand_in(folder, 300)
    assert desk.grade("batch", str(folder), "--out", str(quiet)).returncode == 1
    chance = random.Random(5)
    for ending in (signal.SIGINT, signal.SIGKILL, signal.SIGTERM):
        disturb(desk, folder, wild, ending, chance)
    last = desk.grade("batch", str(folder), "--out", str(wild))
    assert last.returncode == 1, last.stderr
    assert results(wild) == results(quiet)
    statuses = {json.loads(line)["items"][0]["status"] for line in (wild / "results.jsonl").open("rb")}
    assert statuses >= {"passed", "failed", "error", "crashed", "timeout", "missing", "refused"}
    assert "grader_error" not in statuses
    assert {path.stem for path in (wild / "feedback").glob("*.html")} == {
        path.stem for path in (quiet / "feedback").glob("*.html")
    }


def disturb(desk: Desk, folder: Path, out: Path, ending: signal.Signals, chance: random.Random) -> None:
    """Run the batch for a while, kill workers meanwhile, then end it."""
    batch = subprocess.Popen(
        desk.command("batch", str(folder), "--out", str(out)),
        cwd=desk.root,
        env=desk.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for _ in range(4):
        time.sleep(chance.uniform(0.5, 1.2))
        if victims := workers(batch.pid):
            with suppress(ProcessLookupError):
                os.kill(chance.choice(victims), signal.SIGKILL)
    batch.send_signal(ending)
    batch.wait(timeout=60)
