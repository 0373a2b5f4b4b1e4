"""``python -m tests.benchmarks.cold [--rounds N] [--json FILE]``: how long a student waits, as ratios.

*Cold*: the command ``grade`` on right work, against ``python -c "import pytest, numpy"``, which any grader of
this kind has to do. *Saved*: from a save to the printed result in ``grade watch``, against the checks of the same
item alone, in a session and a sandbox that are warm already. What is compared runs in turns, in one run; medians
are set against each other. Nothing here is a test; nothing fails when a target is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

from grader.course import discover, layout
from grader.course.load import load
from grader.course.model import Course, Item, Kind
from grader.grading import grade_all
from grader.intake.submission import Submission
from grader.records import Attempt
from grader.sandbox import start

ROOT = Path(__file__).parents[2]
NEEDED = ("course.yaml", "exercises", "solutions", "tests/public", "tests/hidden")
IMPORTS = [sys.executable, "-c", "import pytest, numpy"]
GRADE = [str(Path(sys.executable).with_name("grade"))]
LAST_WORDS = b"q quit"
"""Of what `grade watch` prints after each result."""


def handed_in(folder: Path) -> Course:
    """A copy of the course in which a student has handed in the references."""
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
    course = load(folder)
    lesson = course.file.lessons[0]
    for name, content in discover.references(course, lesson).items():
        (layout.exercises(course, lesson) / name).write_bytes(content)
    return course


def environment() -> dict[str, str]:
    """A student's: with bytecode kept, since only the first run of a day pays for it."""
    wanted = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**wanted, "COLUMNS": "80"}


def seconds(command: list[str], folder: Path) -> float:
    """How long ``command`` takes. It must end well."""
    begin = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, check=False)
    took = time.perf_counter() - begin
    assert done.returncode == 0, done.stdout + done.stderr
    return took


def cold(course: Course, rounds: int) -> dict[str, list[float]]:
    """Seconds of both commands, in turns. The first turn warms the caches and does not count."""
    times: dict[str, list[float]] = {"import pytest, numpy": [], "grade": []}
    for turn in range(rounds + 1):
        for name, command in (("import pytest, numpy", IMPORTS), ("grade", GRADE)):
            took = seconds(command, course.root)
            if turn:
                times[name].append(took)
    return times


@contextmanager
def watching(course: Course) -> Iterator[IO[bytes]]:
    """What a running `grade watch` prints."""
    command = [*GRADE, "watch", "--no-color"]
    with subprocess.Popen(
        command, cwd=course.root, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        _result(process.stdout)
        try:
            yield process.stdout
        finally:
            process.terminate()


def _result(prints: IO[bytes]) -> bytes:
    """Everything up to the end of the next result."""
    said = b""
    for line in prints:
        said += line
        if LAST_WORDS in line:
            return said
    raise AssertionError(f"grade watch has ended: {said.decode()}")


def saved(course: Course, rounds: int) -> dict[str, list[float]]:
    """Seconds from save to result, and seconds of the item alone, in turns. The first three do not count."""
    lesson = course.file.lessons[0]
    item = next(item for item in lesson.items if item.kind is Kind.CODE)
    times: dict[str, list[float]] = {"from save to result": [], "the item alone": []}
    began = 0.0

    def works(prints: IO[bytes]) -> Iterator[Submission]:
        nonlocal began
        for turn in range(rounds + 3):
            work = _changed(course, item, turn)
            time.sleep(0.2)
            begin = time.perf_counter()
            layout.stub(course, lesson, item).write_bytes(work[item.stub])
            said = _result(prints)
            times["from save to result"].append(time.perf_counter() - begin)
            assert item.id.encode() in said, said
            began = time.perf_counter()
            yield Submission(files=work)

    def graded(_: Submission, attempt: Attempt) -> None:
        times["the item alone"].append(time.perf_counter() - began)
        assert attempt.score == item.points

    with watching(course) as prints, closing(start()) as sandbox:
        grade_all(course, lesson, works(prints), graded, sandbox=sandbox, only=frozenset({item.id}))
    return {name: each[3:] for name, each in times.items()}


def _changed(course: Course, item: Item, turn: int) -> dict[str, bytes]:
    """The references, this item's with a comment that no other turn has."""
    works = discover.references(course, course.file.lessons[0])
    return {**works, item.stub: works[item.stub] + f"\n# turn {turn}\n".encode()}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.cold", description=__doc__)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--json", type=Path, default=Path(".bench/cold.json"), metavar="FILE")
    options = parser.parse_args()
    report: dict[str, float | int] = {"rounds": options.rounds, "cores": len(os.sched_getaffinity(0))}
    with tempfile.TemporaryDirectory(prefix="grader-cold-") as folder:
        course = handed_in(Path(folder))
        for measure, target in ((cold, 1.5), (saved, 3.0)):
            medians = {
                name: statistics.median(each) for name, each in measure(course, options.rounds).items()
            }
            for name, median in medians.items():
                print(f"{name:36} {median * 1e3:8.1f} ms")
                report[f"{name}, ms"] = round(median * 1e3, 2)
            few, many = sorted(medians, key=medians.__getitem__)
            report[f"{many} / {few}"] = ratio = round(medians[many] / medians[few], 3)
            print(f"{f'{many} / {few}':36} {ratio:8.3f}    at most {target}", flush=True)
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(f"written to {options.json}")


if __name__ == "__main__":
    main()
