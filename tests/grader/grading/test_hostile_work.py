"""Work that is made to hold up or to fill up the process that judges it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grader.checks import work
from grader.course.model import Course, Item
from grader.grading import grade_one
from grader.grading.faults import in_main_block
from grader.grading.patience import patience
from grader.intake.submission import Submission
from grader.records import Status
from grader.sandbox.api import Budget, Child, Sandbox
from tests.grader.grading.conftest import Grade

ITEM = Item(id="mean", kind="code", title="", stub="mean.py", points=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("line", [b" " * 900_000 + b"#x", b"\t" * 900_000, b" x" * 400_000])
def test_any_line_is_looked_through_to_its_end(line: bytes) -> None:
    """Looking for a misspelt name in a file of one endless line comes to an end"""
    with patience(20.0):
        assert not in_main_block("missing", ITEM, {"mean.py": b'if __name__ == "__main__":\n' + line})
        assert in_main_block("missing", ITEM, {"mean.py": b"__main__\n" + line + b"\n  missing = 1"})


def test_an_answer_too_large_to_keep_is_judged_all_the_same(
    grade: Grade, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is a wrong answer like any other, with no known mistake behind it"""
    wrong = "import numpy as np\ndef shares(values): return np.asarray(values) / len(values)\n"
    only = frozenset({"shares"})
    (kept,) = grade({"shares.py": wrong}, only=only).items
    monkeypatch.setattr(work, "MAX_KEPT", 0)
    (item,) = grade({"shares.py": wrong}, only=only).items
    assert item.diagnoses == ()
    assert [(check.status, check.message) for check in item.checks] == [
        (check.status, check.message) for check in kept.checks
    ]


def test_the_reference_is_tried_while_no_student_code_runs(
    tiny: Course, right: Mapping[str, bytes], sandbox: Sandbox
) -> None:
    """Whether a check or an odd answer is to blame is not decided beside threads that the answer left running"""
    running: list[Child] = []
    beside: list[int] = []

    class Watched:
        def __getattr__(self, name: str) -> Any:
            return getattr(sandbox, name)

        def open(self, files: Mapping[str, bytes], budget: Budget) -> Child:
            child = sandbox.open(files, budget)
            end = child.close
            beside.append(len(running))
            running.append(child)
            child.close = lambda: (child in running and running.remove(child), end())[1]  # type: ignore[method-assign]
            return child

        def close(self) -> None: ...

    files = {**right, "shares.py": b"def shares(v):\n    return [[1.0], [1.0, 2.0]]\n"}
    lesson, only = tiny.file.lessons[0], frozenset({"shares"})
    attempt = grade_one(tiny, lesson, Submission(files=files), sandbox=Watched(), only=only)
    assert attempt.items[0].status is Status.FAILED
    assert len(beside) > 1
    assert set(beside) == {0}
