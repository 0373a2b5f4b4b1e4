"""What a course author may get wrong in a check file, and who pays for it: never a student."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.errors import CourseError
from grader.records import Status

HIDDEN = Path("tests/hidden/counting/test_counter.py")
ONLY = frozenset({"counter", "pick"})


def add(root: Path, text: str, file: Path = HIDDEN) -> int:
    """Append ``text`` to a check file; the line where it begins."""
    before = (root / file).read_text()
    (root / file).write_text(before + text)
    return before.count("\n") + 1


def test_file_that_does_not_import_is_our_fault_for_its_item_only(grade: Any, copy: Path) -> None:
    """A broken check file makes its item a grader error that names file and line; others are graded."""
    line = add(copy, "import no_such_thing\n")
    attempt = grade({}, copy, only=ONLY)
    counter, pick = attempt.items
    assert counter.status is Status.GRADER_ERROR
    assert f"{HIDDEN.as_posix()}:{line}" in counter.message
    assert "not your fault" in counter.message
    assert pick.status is Status.PASSED


@pytest.mark.parametrize(
    "body",
    [
        "return {}['x']",
        "pytest.skip('later')",
        "pytest.xfail('later')",
        "return student.Counter(1).add(1) == 2",
    ],
)
def test_check_that_cannot_do_its_work_is_our_fault(grade: Any, copy: Path, body: str) -> None:
    """A check that raises by itself, skips or returns a value is a grader error: no pass, no failure."""
    add(copy, f"import pytest\n@check(points=0)\ndef test_new(student):\n    {body}\n")
    counter = grade({}, copy, only=ONLY).items[0]
    assert counter.checks[-1].status is Status.GRADER_ERROR
    assert counter.status is Status.GRADER_ERROR
    assert HIDDEN.as_posix() in counter.checks[-1].message
    assert "later" not in counter.checks[-1].message


def test_an_expected_value_that_is_not_finite_is_said_to_be_that(grade: Any, copy: Path) -> None:
    """Computed in the check, so that no reading of its file finds it: the reason is told, not only where."""
    body = "assert_close(student.Counter(1).total, np.float64(1e308) * 10)"
    add(copy, "import numpy as np\nfrom grader.checks import assert_close\n")
    add(copy, f"@check(points=0)\ndef test_new(student):\n    {body}\n")
    said = grade({}, copy, only=ONLY).items[0].checks[-1]
    assert said.status is Status.GRADER_ERROR
    assert "an expected value that is not finite" in said.message
    assert HIDDEN.as_posix() in said.message


def test_a_warning_in_a_check_shows_nobody_its_source(
    grade: Any, copy: Path, recwarn: pytest.WarningsRecorder, capfd: pytest.CaptureFixture[str]
) -> None:
    """Neither while its file is loaded nor while it runs: Python would print the line beside the warning"""
    add(copy, "import numpy as np\nnp.log(np.float64(0))\nfrom grader.checks import check\n")
    add(copy, "@check(points=0)\ndef test_new(student):\n    np.log(np.float64(-1))\n")
    assert grade({}, copy, only=ONLY).items[0].status is Status.PASSED
    assert not recwarn.list
    assert "np.log" not in "".join(capfd.readouterr())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("def test_plain(student):\n    pass\n", "no @check"),
        ("class TestThings:\n    pass\n", "test class"),
        ("@check(points=1)\ndef remembers(student):\n    pass\n", "never run"),
        ("@check(points=1)\nasync def test_later(student):\n    pass\n", "coroutine"),
        ("import pytest\n@pytest.mark.skip\n@check(points=1)\ndef test_no(student):\n    pass\n", "skip"),
        ("@check(points=-1)\ndef test_negative(student):\n    pass\n", "points"),
        ("@check(points=2)\ndef test_heavy(student):\n    pass\n", "add up to 5 points, not 3"),
        (
            "@check(points=0)\ndef test_counts_from_start(student):\n    pass\n",
            "called test_counts_from_start",
        ),
    ],
)
def test_what_would_not_count_is_refused(grade: Any, copy: Path, text: str, says: str) -> None:
    """What looks like a check and would not count as one is refused, with its place, before grading."""
    add(copy, text)
    with pytest.raises(CourseError) as refused:
        grade({}, copy, only=ONLY)
    assert says in str(refused.value)
    assert "counting/test_counter.py" in str(refused.value)


def test_check_file_of_no_item_is_refused_with_the_near_miss(grade: Any, copy: Path) -> None:
    """A misnamed check file would never run: it is refused and the right name suggested."""
    (copy / "tests/hidden/counting/test_countr.py").write_text("")
    with pytest.raises(CourseError, match=r"test_counter\.py"):
        grade({}, copy, only=ONLY)


def test_state_in_a_check_file_does_not_reach_the_next_student(grade: Any, copy: Path, sandbox: Any) -> None:
    """Lists, dicts, arrays and names at module level are as they were when the next submission is judged."""
    from grader.course.load import load
    from grader.grading import grade_all
    from grader.grading.trial import references

    add(
        copy,
        "SEEN, COUNT = [], 0\n@check(points=0)\ndef test_once(student):\n    global COUNT\n"
        "    SEEN.append(1)\n    COUNT += 1\n    assert len(SEEN) == 1 and COUNT == 1\n",
    )
    course = load(copy)
    lesson, got = course.file.lessons[0], []
    twice = [references(course, lesson)] * 2
    grade_all(
        course,
        lesson,
        twice,
        lambda _, attempt: got.append(attempt),
        sandbox=sandbox,
        only=frozenset({"counter"}),
    )
    assert [attempt.items[0].checks[-1].status for attempt in got] == [Status.PASSED] * 2


def test_authors_own_fixtures_work(grade: Any, copy: Path) -> None:
    """A check may use fixtures of its file, parameters and ours together."""
    add(
        copy,
        "import pytest\n@pytest.fixture(params=[1, 2])\ndef fresh(student, request):\n"
        "    return student.Counter(request.param), request.param\n"
        "@check(points=0)\ndef test_fresh(fresh, rng):\n    counter, start = fresh\n"
        "    assert_equal(counter.add(1), start + 1)\n",
    )
    assert grade({}, copy, only=ONLY).items[0].checks[-1].status is Status.PASSED
    wrong = (
        "class Counter:\n    def __init__(self, start):\n        self.total = 1\n"
        "    def add(self, n):\n        return 2\n"
    )
    assert grade({"counter.py": wrong}, copy, only=ONLY).items[0].checks[-1].status is Status.FAILED


def test_fixtures_are_torn_down_between_files_and_submissions(grade: Any, copy: Path, sandbox: Any) -> None:
    """A module's fixture lives as long as the file's checks of one submission, light checks between or not."""
    from grader.course.load import load
    from grader.grading import grade_all
    from grader.grading.trial import references

    kept = (
        "import pytest\nOPEN = []\n@pytest.fixture(scope='module')\ndef kept():\n    OPEN.append(1)\n"
        "    yield OPEN\n    OPEN.pop()\n"
        "@check(points=0)\ndef test_first(kept):\n    assert kept == [1]\n"
        "@check(points=0)\ndef test_light():\n    assert OPEN == [1]\n"
        "@check(points=0)\ndef test_last(kept):\n    assert kept == [1]\n"
        "@check(points=0)\ndef test_afterwards():\n    pass\n"
    )
    add(copy, kept)
    add(copy, kept, HIDDEN.with_name("test_shares.py"))
    course, got = load(copy), []
    lesson = course.file.lessons[0]
    twice = [references(course, lesson)] * 2
    grade_all(course, lesson, twice, lambda _, attempt: got.append(attempt), sandbox=sandbox)
    for attempt in got:
        results = {item.id: item.checks for item in attempt.items}
        for checks in (results["counter"], results["shares"]):
            assert [check.status for check in checks[-4:]] == [Status.PASSED] * 4


def test_bare_assert_shows_its_line_in_public_only(grade: Any, copy: Path) -> None:
    """A plain assert without words shows its own line in a public check and nothing in a hidden one."""
    extra = "@check(points=0)\ndef test_bare{}(student):\n    assert student.Counter(1).total == 99\n"
    add(copy, extra.format(1), Path("tests/public/counting/test_counter.py"))
    add(copy, extra.format(2))
    checks = {each.id: each for each in grade({}, copy, only=ONLY).items[0].checks}
    assert checks["test_bare1"].message == "assert student.Counter(1).total == 99"
    assert checks["test_bare2"].message == ""
    assert checks["test_bare2"].status is Status.FAILED
