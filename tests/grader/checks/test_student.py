"""The student proxy and the child behind it, with a child that says what it is told to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from grader.checks import CheckFailed, assert_inputs_unchanged, assert_no_warnings, check, raises
from grader.checks.calls import LeftOut, heft_of
from grader.checks.mark import mark_of
from grader.checks.proxy import RemoteObject, Student
from grader.checks.work import MAX_KEPT, Work
from grader.errors import CourseError
from grader.grading.alike import alike
from grader.sandbox.api import Budget, Crashed, Handle, Module, Raised, Reply, Tier, TimedOut

Answer = Callable[[tuple[Any, ...]], Reply]


class Scripted:
    """A child whose one function answers as scripted."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.closed = False
        self.output = ""
        self.slow_calls = 0.0

    def load(self, name: str) -> Module:
        return Module(("attention", "Box"), ("limit",))

    def call(self, name: str, function: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Reply:
        return self.answer(tuple(args))

    def call_method(
        self, handle: Handle, method: str, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Reply:
        return Reply((handle.id, method, *args))

    def get(self, owner: str | Handle, attribute: str) -> tuple[bool, Any]:
        return attribute == "method", None if attribute == "method" else 42

    def parse(self, source: str | bytes, mode: str = "exec") -> Any:
        return {"node": "Module"}

    def close(self) -> None:
        self.closed = True


class Children:
    """A sandbox that hands out scripted children and remembers them."""

    tier = Tier.PROCESS

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.opened: list[Scripted] = []

    def open(self, files: Mapping[str, bytes], budget: Budget) -> Scripted:
        self.opened.append(Scripted(self.answer))
        return self.opened[-1]

    def close(self) -> None:
        pass


def student_of(answer: Answer) -> tuple[Student, Work, Children]:
    sandbox = Children(answer)
    work = Work(sandbox, {}, Budget())
    return Student(work, "attention.py"), work, sandbox


def test_no_child_before_it_is_needed() -> None:
    """A check that never asks for student code opens no child."""
    student, _, sandbox = student_of(lambda args: Reply(1))
    assert sandbox.opened == []
    assert student.attention() == 1
    assert len(sandbox.opened) == 1


def test_pythons_own_names_are_not_forwarded() -> None:
    """Names with a leading underscore never reach the sandbox."""
    student, _, sandbox = student_of(lambda args: Reply(1))
    for name in ("__array__", "__len__", "_secret"):
        with pytest.raises(AttributeError):
            getattr(student, name)
    assert sandbox.opened == []


def test_a_child_cannot_move_the_goal_posts() -> None:
    """What a child says of the arguments is in student.last and never in the check's own arrays."""
    student, _, _ = student_of(lambda args: Reply(0, args=(np.array([9.0]),)))
    own = np.array([1.0])
    student.attention(own)
    assert own.tolist() == [1.0]
    assert student.last.args is not None
    assert student.last.args[0].tolist() == [9.0]
    with pytest.raises(CheckFailed, match="argument 1"):
        assert_inputs_unchanged(student)


def test_calls_are_recorded_as_they_were_made() -> None:
    """A later change to an argument does not change the record."""
    student, work, _ = student_of(lambda args: Reply(0))
    own = np.array([1.0])
    student.attention(own)
    own[0] = 5.0
    assert work.calls[0].args is not None
    assert work.calls[0].args[0].tolist() == [1.0]


def test_objects_stay_in_the_sandbox() -> None:
    """An instance is a stand-in: methods are called and attributes read where it lives."""
    student, work, _ = student_of(lambda args: Reply([Handle(7, "Box")]))
    (box,) = student.Box()
    assert isinstance(box, RemoteObject)
    assert box.method(box) == (7, "method", box) or box.method(1) == (7, "method", 1)
    assert box.size == 42
    assert student.limit == 42
    assert [call.name for call in work.calls if call.args is None] == ["size", "limit"]


def test_near_miss_is_suggested() -> None:
    """A function that is not there is told with the name that is nearly like it."""
    student, _, _ = student_of(lambda args: Reply(0))
    with pytest.raises(CheckFailed) as failed:
        student.atention  # noqa: B018
    assert "it has `attention`" in failed.value.details
    assert "`attention`" not in failed.value.safe


def test_dead_child_is_replaced() -> None:
    """After a crash the next call gets a new child."""
    faults = iter([Crashed("your code ended the program")])

    def answer(args: tuple[Any, ...]) -> Reply:
        for fault in faults:
            raise fault
        return Reply(3)

    student, _, sandbox = student_of(answer)
    with pytest.raises(Crashed):
        student.attention()
    assert student.attention() == 3
    assert [child.closed for child in sandbox.opened] == [True, False]


def test_after_two_timeouts_nothing_is_opened_any_more() -> None:
    """A hanging item is not waited for a third time; the next item starts afresh."""

    def hang(args: tuple[Any, ...]) -> Reply:
        raise TimedOut(1.0)

    student, work, sandbox = student_of(hang)
    for _ in range(4):
        with pytest.raises(TimedOut):
            student.attention()
    assert len(sandbox.opened) == 2
    work.start_item()
    with pytest.raises(TimedOut):
        student.attention()
    assert len(sandbox.opened) == 3


def test_expected_exceptions_and_warnings() -> None:
    """``raises`` accepts the named exception only; a warning of the last call is told."""

    def answer(args: tuple[Any, ...]) -> Reply:
        if args:
            return Reply(1, warnings=("RuntimeWarning",))
        raise Raised("ValueError", "")

    student, _, _ = student_of(answer)
    with raises("ValueError"):
        student.attention()
    with pytest.raises(Raised), raises("TypeError"):
        student.attention()
    with pytest.raises(CheckFailed), raises("ValueError"):
        student.attention(1)
    with pytest.raises(CheckFailed, match="warning"):
        assert_no_warnings(student)


def test_points_are_exact() -> None:
    """One tenth is one tenth; what is no number of points is refused."""
    assert mark_of(check(points=0.1, feedback="x")(lambda: None)).points == Decimal("0.1")  # type: ignore[union-attr]
    for wrong in (-1, "many", float("nan"), True):
        with pytest.raises(CourseError):
            check(points=wrong)


def test_each_item_has_its_own_output() -> None:
    """What one item printed is not shown with the next, though both may use the same child."""
    student, work, sandbox = student_of(lambda args: Reply(0))
    student.attention()
    sandbox.opened[0].output = "first\n"
    assert work.output() == work.output() == "first\n"
    work.start_item()
    sandbox.opened[0].output = "first\nsecond\n"
    assert work.output() == "second\n"


def test_what_is_kept_of_large_answers_is_bounded() -> None:
    """However large the answers of many calls, only some are kept; the newest is whole for the check itself."""
    answers = iter(range(100))
    student, work, _ = student_of(lambda args: Reply(np.full(MAX_KEPT // 64, next(answers))))
    kept = []
    for _ in range(10):
        work.calls = []
        for _ in range(4):
            student.attention([1.0, 2.0])
        assert np.ptp(student.last.value) == 0
        kept += work.record()
    assert sum(map(heft_of, kept)) <= MAX_KEPT + 100_000
    values = [call.outcome.value for call in kept if isinstance(call.outcome, Reply)]
    assert len(values) == 40
    assert isinstance(values[0], np.ndarray)
    assert isinstance(values[-1], LeftOut)
    assert not alike(values[-1], values[0])


def test_answers_that_are_all_just_in_time_end_the_item() -> None:
    """Each call within its limit, all together too long: a timeout that says so, and nothing runs any more."""

    def late(args: tuple[Any, ...]) -> Reply:
        sandbox.opened[-1].slow_calls += 0.9
        return Reply(0)

    student, work, sandbox = student_of(late)
    for _ in range(9):
        student.attention()
    with pytest.raises(TimedOut) as caught:
        student.attention()
    assert caught.value.altogether
    assert [child.closed for child in sandbox.opened] == [True]
    work.start_item()
    assert student.attention() == 0
