"""One pytest session that stays warm and judges submission after submission.

It is driven by pytest's public hooks only: an own loop takes submissions from an iterator and runs each check
by ``pytest_runtest_protocol``. Nothing of the reader's pytest settings, plugins or environment takes part.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

import msgspec
import numpy as np
import pytest

from grader.answers.model import Absent, Answer
from grader.checks import fixtures
from grader.checks.bench import Bench, seed
from grader.checks.collected import Collected
from grader.checks.ending import ending_of, statement_of, unexpected
from grader.checks.failure import CheckFailed, Difference
from grader.checks.items import BENCH, SPEC, BuiltinItem, CheckItem
from grader.checks.keep import Keep
from grader.checks.quiet import Silence, own_environment, settled_memory
from grader.checks.spec import Broken, Ending, Ran, Spec
from grader.checks.trusted import References
from grader.course import discover
from grader.course.model import Course, Edition, Item, Lesson
from grader.errors import GraderFault
from grader.intake.submission import Submission
from grader.sandbox.api import Raised, Reply, Sandbox

SETTINGS = Path(__file__).with_name("host.ini")
SWITCHED_OFF = (
    "terminal",
    "capture",
    "logging",
    "unraisableexception",
    "threadexception",
    "faulthandler",
    "doctest",
    "junitxml",
    "cacheprovider",
    "legacypath",
    "setuponly",
    "setupplan",
    "stepwise",
    "pastebin",
    "debugging",
    "unittest",
    "warnings",
    "recwarn",
    "subtests",
    "tmpdir",
    "assertion",
    "skipping",
    "reports",
)
"""pytest's own plugins that no check needs; together they cost more than the checks."""

LIGHT = (CheckItem, BuiltinItem)
"""Checks that need no fixture of pytest's."""


class Measured(msgspec.Struct, frozen=True):
    """What was seen of one item of one submission, before anybody judges it."""

    item: Item
    answer: Answer
    specs: tuple[Spec, ...]
    """All checks of the item, run or not."""
    ran: tuple[Ran, ...] = ()
    broken: Broken | None = None
    """A check file of the item that did not load."""
    load_failure: Raised | None = None
    """Why the student's file did not load, when nothing had been asked of it by then."""
    output: str = ""
    tree: object = None  # the file's syntax tree as plain data, if some check asked for it


Finished = Callable[[Submission, tuple[Measured, ...]], None]
Choose = Callable[[Submission], frozenset[str]]


def judge_all(
    course: Course,
    lesson: Lesson,
    items: tuple[Item, ...],
    submissions: Iterable[Submission],
    finished: Finished,
    *,
    sandbox: Sandbox,
    choose: Choose | None = None,
) -> None:
    """Run the checks of ``items`` on each submission and hand what was seen to ``finished``, in order.

    ``choose`` names those of ``items`` that a submission is judged by; none: all.
    Raises CourseError before the first submission when a check file is refused, GraderFault when pytest
    itself fails, and whatever ``submissions`` or ``finished`` raise.
    """
    session = WarmSession(course, lesson, items, submissions, finished, sandbox, choose)
    arguments = ["-c", str(SETTINGS), "--rootdir", str(SETTINGS.parent), "--confcutdir", str(course.root)]
    arguments += ["--noconftest", "--import-mode=importlib"]
    arguments += [part for name in SWITCHED_OFF for part in ("-p", f"no:{name}")]
    with own_environment():
        code = pytest.main(arguments, plugins=[fixtures, session])
    if session.escaped is not None:
        raise session.escaped
    if not session.finished:
        raise GraderFault(f"the check session ended early (pytest exit code {int(code)})")


class WarmSession:
    """The pytest plugin behind :func:`judge_all`."""

    def __init__(
        self,
        course: Course,
        lesson: Lesson,
        items: tuple[Item, ...],
        submissions: Iterable[Submission],
        finished: Finished,
        sandbox: Sandbox,
        choose: Choose | None,
    ) -> None:
        self.escaped: BaseException | None = None
        self.finished = False
        self._course, self._lesson, self._items = course, lesson, items
        self._choose, self._submissions, self._deliver = choose, submissions, finished
        self._references = References(course, lesson)
        self._sandbox = sandbox
        self._bench = Bench(course, lesson, sandbox, self._references)
        self._rehearsal = Bench(course, lesson, sandbox, self._references)
        self._collected = Collected(course, lesson, items)
        self._sound: dict[pytest.Item, bool] = {}
        self._ending: Ending = None
        self._statement, self._seconds = "", 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> bool:
        """Collect the check files of these items and nothing else."""
        with self._caught(), redirect_stdout(Silence()):
            _ = self._sandbox.tier  # by now it is ready, and sets up its first child meanwhile
            self._collected.gather(session)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makeitem(
        self, collector: pytest.Collector, name: str, obj: object
    ) -> pytest.Item | None:
        """Take a plain check as it is, and note what looks like a check and is none."""
        return self._collected.examine(collector, name, obj)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judge submission after submission."""
        if self.escaped is not None:
            return True
        with self._caught(), settled_memory():
            keep = Keep(self._collected.modules())
            try:
                for submission in self._submissions:
                    with redirect_stdout(Silence()):
                        measured = self._judge(session.config, submission)
                        keep.restore()
                    self._deliver(submission, measured)
                self.finished = True
            finally:
                self._bench.end()
                self._rehearsal.end()
                self._references.close()
                self._collected.close()
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """Run a light check at once: pytest's three phases and their reports would cost more than it does."""
        if not isinstance(item, LIGHT):
            return None
        begun = time.perf_counter()
        try:
            item.runtest()
        except (KeyboardInterrupt, pytest.exit.Exception):
            raise
        except BaseException as error:  # noqa: BLE001
            self._note(error, item)
        self._seconds = time.perf_counter() - begun
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport:
        """Keep what happened; pytest's own failure report would cost more than the check."""
        if call.when == "call":
            self._seconds = call.duration
        if call.excinfo is not None and self._ending is None:
            self._note(call.excinfo.value, item)
        return pytest.TestReport(
            nodeid=item.nodeid,
            location=item.location,
            keywords={},
            outcome="failed" if call.excinfo else "passed",
            longrepr=None,
            when=call.when,  # type: ignore[arg-type]
        )

    def _note(self, error: BaseException, item: pytest.Item) -> None:
        self._statement = statement_of(error, item.path)
        self._ending = ending_of(error, self._course.root)

    def _judge(self, config: pytest.Config, submission: Submission) -> tuple[Measured, ...]:
        bench = self._bench
        chosen = self._choose(submission) if self._choose else frozenset[str]()
        items = [item for item in self._items if not chosen or item.id in chosen]
        bench.begin(submission, items)
        config.stash[BENCH] = bench
        try:
            answers = {item.id: bench.answer(item) for item in items}
            # Light checks set nothing up: for pytest the next one is the next of the others.
            plan = [
                node
                for item in items
                if not isinstance(answers[item.id], Absent)
                for node in self._collected.nodes[item.id]
                if not isinstance(node, LIGHT)
            ]
            following = dict(zip(plan, [*plan[1:], None], strict=False))
            early = self._readings(config, items, answers)
            seen = [self._item(config, item, answers[item.id], following, early) for item in items]
        finally:
            bench.end()
        return tuple(seen)

    def _readings(
        self, config: pytest.Config, items: Sequence[Item], answers: Mapping[str, Answer]
    ) -> dict[pytest.Item, Ran]:
        """Checks that only read source go first: a process that parsed may still run code, not the reverse."""
        ran: dict[pytest.Item, Ran] = {}
        for item in items:
            nodes = [] if isinstance(answers[item.id], Absent) else self._collected.nodes[item.id]
            for node in nodes:
                if isinstance(node, CheckItem) and node.only_reads:
                    self._bench.turn_to(item)
                    ran[node] = self._run(config, self._bench, node, None)
        return ran

    def _item(
        self,
        config: pytest.Config,
        item: Item,
        answer: Answer,
        following: Mapping[pytest.Item, pytest.Item | None],
        early: Mapping[pytest.Item, Ran],
    ) -> Measured:
        specs, broken = self._collected.specs[item.id], self._collected.broken.get(item.id)
        if isinstance(answer, Absent):
            return Measured(item, answer, specs, broken=broken)
        self._bench.turn_to(item)
        nodes = self._collected.nodes[item.id]
        ran = [early.get(node) or self._run(config, self._bench, node, following.get(node)) for node in nodes]
        remarks = self._bench.remarks()
        for position, node in enumerate(nodes):
            if unexpected(ran[position].ending):
                ran[position] = self._reconsidered(config, item, node, ran[position])
        return Measured(item, answer, specs, tuple(ran), broken, *remarks)

    def _run(
        self, config: pytest.Config, bench: Bench, node: pytest.Item, following: pytest.Item | None
    ) -> Ran:
        spec = node.stash[SPEC]
        self._ending, self._statement, self._seconds = None, "", 0.0
        bench.start_check()
        number = seed(self._course.id, self._lesson.id, spec.item, spec.id) % (1 << 32)
        random.seed(number)
        np.random.seed(number)
        config.hook.pytest_runtest_protocol(item=node, nextitem=following)
        ending: Ending = self._ending
        if ending is None and isinstance(node, BuiltinItem):
            ending = node.verdict
        if isinstance(ending, Broken) and not ending.where:
            ending = msgspec.structs.replace(ending, where=spec.where)
        return Ran(spec, node.name, ending, bench.calls(), self._seconds, self._statement)

    def _reconsidered(self, config: pytest.Config, item: Item, node: pytest.Item, ran: Ran) -> Ran:
        """A check that broke off: the student's doing when it holds for the reference, ours otherwise."""
        if self._course.edition is Edition.CLASS:
            to_blame = any(isinstance(call.outcome, Reply) for call in ran.calls)
        else:
            to_blame = self._holds_for_reference(config, item, node)
        if not to_blame:
            return ran
        note = "what your work gave is of a kind that this check cannot work with"
        failure = CheckFailed(Difference.TYPE, note, note=note)
        return Ran(ran.spec, ran.case, failure, ran.calls, ran.seconds)

    def _holds_for_reference(self, config: pytest.Config, item: Item, node: pytest.Item) -> bool:
        if node not in self._sound:
            self._bench.pause()
            bench = self._rehearsal
            bench.begin(Submission(files=discover.references(self._course, self._lesson)))
            config.stash[BENCH] = bench
            try:
                bench.turn_to(item)
                ended = self._run(config, bench, node, None).ending
            finally:
                bench.end()
                config.stash[BENCH] = self._bench
            self._sound[node] = ended is None
        return self._sound[node]

    @contextmanager
    def _caught(self) -> Iterator[None]:
        """Keep what must reach our caller away from pytest, which would print it."""
        try:
            yield
        except BaseException as error:  # noqa: BLE001
            self.escaped = error
