"""``python -m tests.benchmarks [--quick] [--json FILE]``: how fast, as ratios within one run.

The machine's own speed cancels out: what is compared runs in turns, several times, and medians are set against
each other. Nothing here is a test; nothing fails when a target is missed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path

from grader.course.load import load
from grader.course.model import Course
from tests.benchmarks import ours, peers, plain, students

MOSTLY_RIGHT: Mapping[str, float] = {"right": 70, "flawed": 30}


@dataclass(frozen=True)
class Line:
    """One measurement."""

    what: str
    value: float
    unit: str
    target: str = ""


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    rounds: int
    ours: int
    pytest: int
    nbgrader: int
    growth: tuple[tuple[int, int], ...]
    """(submissions, jobs)"""
    stored: int


QUICK = Size(rounds=2, ours=16, pytest=4, nbgrader=1, growth=((100, 1), (100, 2)), stored=200)
FULL = Size(
    rounds=5,
    ours=60,
    pytest=10,
    nbgrader=4,
    growth=((100, 1), (1000, 1), (100, 2), (1000, 2), (10_000, 2)),
    stored=5000,
)


class Bench:
    """One run over a course's first lesson."""

    def __init__(self, course: Course, size: Size, folder: Path) -> None:
        self.course, self.lesson, self.size, self.folder = course, course.file.lessons[0], size, folder
        self.lines: list[Line] = []
        self.code = frozenset(item.id for item in plain.code_items(self.lesson))

    def run(self) -> None:
        for part in (self.against_others, self.against_itself, self.growth, self.parts):
            part()

    def against_others(self) -> None:
        """Code items only, the same checks everywhere."""
        size, group = self.size, self._class(MOSTLY_RIGHT)
        sample = list(group.submissions(max(size.ours, size.pytest, size.nbgrader)))
        with ExitStack() as stack:
            one, two = (
                stack.enter_context(ours.local(self.course, self.lesson, jobs, group.tasks(6, self.code)))
                for jobs in (1, 2)
            )
            works: dict[str, Callable[[], float]] = {
                "one": lambda: ours.timed(one, group.tasks(size.ours, self.code)) / size.ours,
                "two": lambda: ours.timed(two, group.tasks(size.ours, self.code)) / size.ours,
                "floor": lambda: peers.floor(self.course, self.lesson, sample[: size.ours]) / size.ours,
                "pytest": lambda: (
                    peers.pytest_each(self.course, self.lesson, sample[: size.pytest], self.folder / "p", 2)
                    / size.pytest
                ),
            }
            times = _interleaved(works, size.rounds)
            notebooks = peers.nbgrader(self.course, self.lesson, sample[: size.nbgrader], self.folder / "n")
        self._add("one submission, code items, two jobs", times["two"] * 1e3, "ms")
        self._add(
            "pytest for each, two at a time, against ours", times["pytest"] / times["two"], "x", ">= 15"
        )
        self._add("nbgrader autograde against ours", notebooks / size.nbgrader / times["two"], "x", ">= 100")
        self._add("ours against a bare fork, one core each", times["one"] / times["floor"], "x", "<= 7")

    def against_itself(self) -> None:
        """The whole lesson."""
        size = self.size
        right, flawed = self._class(students.ONLY_RIGHT), self._class(students.ONLY_FLAWED)
        with ExitStack() as stack:
            one, two = (
                stack.enter_context(ours.local(self.course, self.lesson, jobs, right.tasks(6)))
                for jobs in (1, 2)
            )
            dask = stack.enter_context(
                ours.cluster(self.course, self.lesson, 2, right.tasks(16), self.folder / "d")
            )
            ours.timed(two, flawed.tasks(size.ours))
            times = _interleaved(
                {
                    "one": lambda: ours.timed(one, right.tasks(size.ours)),
                    "two": lambda: ours.timed(two, right.tasks(size.ours)),
                    "flawed": lambda: ours.timed(two, flawed.tasks(size.ours)),
                    "dask": lambda: ours.timed(dask, right.tasks(size.ours)),
                },
                size.rounds,
            )
        self._add("one submission, whole lesson, two jobs", times["two"] / size.ours * 1e3, "ms")
        self._add("two jobs against one", times["one"] / times["two"], "x", ">= 1.8")
        self._add("a flawed class against a right one", times["flawed"] / times["two"], "x", "<= 1.15")
        self._add("Dask against local", times["dask"] / times["two"], "x", "<= 1.15")

    def growth(self) -> None:
        """From cold, every attempt stored."""
        group, rates = self._class(students.A_CLASS), {}
        for number, jobs in self.size.growth:
            run = ours.grown(self.course, self.lesson, jobs, group.tasks(number), self.folder / "g")
            rates[number, jobs] = run["rate"]
            name = f"{number:,} submissions, {jobs} job{'s' if jobs > 1 else ''}"
            self._add(f"{name}: rate", run["rate"], "a second")
            self._add(f"{name}: peak memory, all processes", run["peak_mib"], "MiB")
            self._add(f"{name}: growth, trusted processes", run["growth_mib"], "MiB", "< 20")
        if (10_000, 2) in rates:
            self._add("rate at 10,000 against 1,000", rates[10_000, 2] / rates[1000, 2], "x", ">= 0.9")

    def parts(self) -> None:
        """What is beside the grading itself."""
        group = self._class(students.A_CLASS)
        number = self.size.ours
        with ours.local(self.course, self.lesson, 2, group.tasks(6)) as engine:
            (graded, *_) = engine.grade(group.tasks(1))
            seconds = ours.timed(engine, group.tasks(number))
        stored = ours.stores(self.course, self.lesson, graded.attempt, self.size.stored, self.folder / "s")
        students.write(group.submissions(number), self.folder / "submissions")
        whole = ours.command(self.course, self.folder / "submissions", self.folder / "out")
        self._add("attempts stored a second", stored, "a second")
        self._add(f"`grade batch` of {number}, start to pages, against its grading", whole / seconds, "x")

    def _class(self, mix: Mapping[str, float]) -> students.Class:
        return students.Class(self.course, self.lesson, mix)

    def _add(self, what: str, value: float, unit: str, target: str = "") -> None:
        self.lines.append(Line(what, round(value, 3), unit, target))
        print(_row(self.lines[-1]), flush=True)


def _interleaved(works: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """Median of each, all of them once in every round."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            times[name].append(work())
    return {name: statistics.median(each) for name, each in times.items()}


def _row(line: Line) -> str:
    return f"{line.what:62} {line.value:10.4g} {line.unit:9} {line.target}".rstrip()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a minute or two instead of most of an hour")
    parser.add_argument("--json", type=Path, default=Path(".bench/result.json"), metavar="FILE")
    options = parser.parse_args()
    course = load(peers.ROOT)
    print(f"{ours.cores()} cores")
    with tempfile.TemporaryDirectory(prefix="grader-bench-") as folder:
        bench = Bench(course, QUICK if options.quick else FULL, Path(folder))
        bench.run()
    options.json.parent.mkdir(parents=True, exist_ok=True)
    report = {"cores": ours.cores(), "quick": options.quick, "lines": [asdict(line) for line in bench.lines]}
    options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(f"written to {options.json}")


if __name__ == "__main__":
    main()
