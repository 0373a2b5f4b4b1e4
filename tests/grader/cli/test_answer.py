"""When ``grade answer`` shows the reference, and when it does not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.grader.cli.conftest import REPOSITORY, WRONG, Desk

TINY = REPOSITORY / "tests" / "samples" / "courses" / "tiny"


@pytest.fixture
def counting(tmp_path: Path) -> Desk:
    """A course whose numeric item asks for a guess before any arithmetic."""
    shutil.copytree(TINY, tmp_path / "tiny")
    desk = Desk(tmp_path / "tiny")
    desk.work = desk.root / "exercises" / "counting"
    return desk


def rule(desk: Desk, item: str, answers: str) -> None:
    """Give ``item`` its own rule in course.yaml."""
    path = desk.root / "course.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(f"- id: {item}\n", f"- id: {item}\n        answers: {answers}\n"), "utf-8")


def fill(desk: Desk, **fields: str) -> None:
    stub = (desk.work / ".stubs" / "first-sum.yaml").read_text(encoding="utf-8")
    lines = [
        f"{line} {fields[line[:-1]]}" if line.endswith(":") and line[:-1] in fields else line
        for line in stub.splitlines()
    ]
    desk.write("first-sum.yaml", "\n".join(lines) + "\n")


def test_the_guess_comes_before_the_reference(counting: Desk) -> None:
    """Whatever else is filled in and however often it was tried; once it is made, right or wrong, that is enough"""
    for attempt in range(4):
        fill(counting, sum=str(attempt), shares="[1, 2, 3]")
        counting.grade("first-sum")
    early = counting.grade("answer", "first-sum")
    assert early.returncode == 2
    assert "guess first: `largest` in first-sum.yaml is still blank" in early.stderr
    assert "third" not in early.stdout + early.stderr
    fill(counting, largest="first", sum="8", shares="[1, 2, 3]")
    counting.grade("first-sum")
    shown = counting.grade("answer", "first-sum")
    assert shown.returncode == 0, shown.stderr
    assert "largest: first" in shown.stdout
    assert "largest: third" in shown.stdout


def test_a_course_can_keep_a_reference_to_itself(desk: Desk) -> None:
    """``answers: never``: not after a try, and not when everything is right"""
    rule(desk, "mean", "never")
    desk.solve("mean.py")
    desk.grade("mean")
    refused = desk.grade("answer", "mean")
    assert refused.returncode == 2
    assert "does not show the reference" in refused.stderr


def test_a_reference_can_wait_until_the_item_is_due(desk: Desk) -> None:
    """``answers: after_due``: the item for tomorrow does not show it today; one that is due already does"""
    rule(desk, "once-more", "after_due")
    rule(desk, "pick", "after_due")
    desk.solve("mean.py", "pick.md", "once-more.md")
    desk.grade()
    waits = desk.grade("answer", "once-more")
    assert waits.returncode == 2
    assert "once this item is due" in waits.stderr
    assert desk.grade("answer", "pick").returncode == 0


def test_the_untouched_stub_is_not_an_attempt(desk: Desk) -> None:
    """However often it is graded"""
    for _ in range(4):
        desk.grade()
    assert "write something of your own first" in desk.grade("answer", "mean").stderr


def test_without_references_no_attempt_is_asked_for(desk: Desk) -> None:
    """In a class there is nothing to earn by trying: it says at once when the reference comes"""
    shutil.rmtree(desk.root / "solutions")
    shutil.rmtree(desk.root / "tests" / "hidden")
    for _ in range(2):
        told = desk.grade("answer", "mean")
        assert told.returncode == 2
        assert "with your feedback after you hand in" in told.stderr
        desk.write("mean.py", WRONG)
        desk.grade("mean")
