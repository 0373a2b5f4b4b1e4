"""A released class edition in a student's hands: what is recorded, and what is said about it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from grader.authoring import release
from grader.course.load import load
from tests.grader.cli.conftest import Desk


@pytest.fixture
def released(desk: Desk, tmp_path: Path) -> Desk:
    """What students get, with the hand-in of somebody who has done everything rightly."""
    release.write(load(desk.root), tmp_path / "class")
    handed_out = Desk(tmp_path / "class")
    for name in ("mean.py", "pick.md", "once-more.md"):
        shutil.copy(desk.root / "solutions" / "averages" / name, handed_out.work / name)
    return handed_out


def test_what_cannot_be_judged_here_is_recorded_and_says_when_it_will_be(released: Desk) -> None:
    """Exit 0 for good work; how many checks are to come; points that are not known are not called lost"""
    done = released.grade()
    assert done.returncode == 0, done.stdout
    assert "Class edition: what is recorded here is graded after you hand in." in done.stdout
    assert done.stdout.count("1 more check runs after you hand in.") == 3, done.stdout
    assert "points  (the rest after you hand in)" in done.stdout
    assert "Next: grade submit" in done.stdout
    record = json.loads(released.grade("--format", "json").stdout)
    assert record["edition"] == "class"
    assert {item["status"] for item in record["items"]} == {"recorded"}


def test_progress_does_not_count_what_is_not_known(released: Desk) -> None:
    """In the terminal and on the page: recorded, and its points come later"""
    released.grade()
    text = released.grade("progress").stdout
    assert "pick       recorded     -/1" in text
    assert "graded after you hand in: grade submit" in text
    released.grade("progress", "--html", "page.html")
    page = (released.root / "page.html").read_text(encoding="utf-8")
    assert "graded after you hand in" in page
    assert "0 of 1" not in page


def test_the_reference_comes_with_the_feedback(released: Desk) -> None:
    """Not with another attempt: nobody is sent to try again for it"""
    told = released.grade("answer", "mean")
    assert told.returncode == 2
    assert "with your feedback after you hand in" in told.stderr


def test_submit_says_what_happens_then(released: Desk, desk: Desk, tmp_path: Path) -> None:
    """And the instructor's copy of the course grades that very zip"""
    said = released.grade("submit")
    assert "Then all of it is graded, also what is only recorded" in said.stdout
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    shutil.move(released.root / "averages.zip", inbox / "ada.zip")
    done = desk.grade("batch", str(inbox), "--out", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    graded = json.loads((tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8"))
    assert [item["status"] for item in graded["items"]] == ["passed"] * 3
    assert graded["score"] == graded["max_score"]
