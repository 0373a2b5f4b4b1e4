"""What is on the bench runs in as few children as it may, and none of them is waited for without need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from grader.checks.bench import Bench
from grader.checks.trusted import References
from grader.course import discover
from grader.course.load import load
from grader.errors import GraderFault
from grader.intake.submission import Submission
from grader.sandbox import Budget, Child, Sandbox, Tier, start

COURSE = load(Path(__file__).parents[3])
LESSON = COURSE.file.lessons[0]
WORK = Submission(files=discover.references(COURSE, LESSON))
FIRST, SAME, OTHER = map(LESSON.item, ("attention", "hand-example", "saturation"))


class Counted:
    """A sandbox that remembers what it opened."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self.tier: Tier = sandbox.tier
        self.name = sandbox.name
        self.seen: list[set[str]] = []
        self.children: list[Child] = []

    def open(self, files: Mapping[str, bytes], budget: Budget) -> Child:
        self.seen.append(set(files))
        self.children.append(self._sandbox.open(files, budget))
        return self.children[-1]

    def close(self) -> None: ...


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    warm = start()
    yield warm
    warm.close()


@pytest.fixture
def counted(sandbox: Sandbox) -> Counted:
    return Counted(sandbox)


@pytest.fixture
def bench(counted: Counted) -> Iterator[Bench]:
    references = References(COURSE, LESSON)
    one = Bench(COURSE, LESSON, counted, references)
    yield one
    one.end()
    references.close()


def test_the_next_child_is_set_up_while_this_one_works(bench: Bench, counted: Counted) -> None:
    """By the time other code has its turn, its child is there; the same code goes on in the same child"""
    bench.begin(WORK, [FIRST, SAME, OTHER])
    bench.turn_to(FIRST)
    assert not counted.seen
    bench.work.module(FIRST.stub)
    assert counted.seen == [{FIRST.stub}, {FIRST.stub, OTHER.stub}]
    bench.turn_to(SAME)
    bench.work.module(FIRST.stub)
    bench.turn_to(OTHER)
    bench.work.module(OTHER.stub)
    assert len(counted.seen) == 2


def test_nothing_is_set_up_for_what_will_not_run(bench: Bench, counted: Counted) -> None:
    """An item that is not asked for, or that has no work, gets no child"""
    bench.begin(WORK, [FIRST, SAME])
    bench.turn_to(FIRST)
    bench.work.module(FIRST.stub)
    without = {name: content for name, content in WORK.files.items() if name != OTHER.stub}
    bench.begin(Submission(files=without), [FIRST, OTHER])
    bench.turn_to(FIRST)
    bench.work.module(FIRST.stub)
    assert counted.seen == [{FIRST.stub}, {FIRST.stub}]


def test_a_child_that_was_never_needed_ends_with_the_others(bench: Bench, counted: Counted) -> None:
    """No process of a submission outlives it"""
    bench.begin(WORK, [FIRST, OTHER])
    bench.turn_to(FIRST)
    bench.work.module(FIRST.stub)
    bench.end()
    assert len(counted.children) == 2
    for child in counted.children:
        with pytest.raises(GraderFault, match="closed"):
            child.load("never_asked_for.py")
