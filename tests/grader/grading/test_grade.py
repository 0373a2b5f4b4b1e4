"""From submission to attempt, with real checks and a real sandbox."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grader.course.model import Course
from grader.grading import grade_all, words
from grader.grading.trial import references, stubs
from grader.intake.submission import Submission
from grader.records import Attempt, CheckResult, ItemResult, Status

COUNTER_THAT = (
    "class Counter:\n    def __init__(self, start):\n        self.total = start\n"
    "    def add(self, n):\n        {}\n"
)


def item(attempt: Attempt, item_id: str) -> ItemResult:
    return next(each for each in attempt.items if each.id == item_id)


def check(attempt: Attempt, item_id: str, check_id: str) -> CheckResult:
    return next(each for each in item(attempt, item_id).checks if each.id == check_id)


def statuses(attempt: Attempt) -> dict[str, Status]:
    return {each.id: each.status for each in attempt.items}


def test_references_earn_everything(grade: Any) -> None:
    """A right submission has all points; only written text waits for a person."""
    attempt = grade()
    assert (attempt.score, attempt.max_score) == (15, 15)
    assert attempt.status is Status.NEEDS_REVIEW
    assert attempt.provisional
    assert {status for name, status in statuses(attempt).items() if name != "why"} == {Status.PASSED}


def test_untouched_stubs_are_not_started(sandbox: Any, tiny: Course) -> None:
    """Stubs as handed out earn nothing and are called not started, not wrong."""
    lesson, got = tiny.file.lessons[0], []
    grade_all(tiny, lesson, [stubs(tiny, lesson)], lambda _, attempt: got.append(attempt), sandbox=sandbox)
    assert set(statuses(got[0]).values()) == {Status.NOT_STARTED}
    assert got[0].score == 0


def test_order_of_submissions_does_not_matter(sandbox: Any, tiny: Course) -> None:
    """Each submission gets the same attempt whoever was graded before it."""
    lesson = tiny.file.lessons[0]
    submissions = [
        references(tiny, lesson),
        references(tiny, lesson, {"counter.py": COUNTER_THAT.format("import os; os._exit(0)").encode()}),
        references(
            tiny, lesson, {"shares.py": b"def shares(values):\n    values[0] = 7\n    return values\n"}
        ),
    ]
    seen: dict[str, set[bytes]] = {}

    def deliver(submission: Submission, attempt: Attempt) -> None:
        items = tuple(_timeless(each) for each in attempt.items)
        seen.setdefault(submission.digest, set()).add(msgspec.json.encode(items))

    in_all_orders = [each for order in permutations(submissions) for each in order]
    grade_all(tiny, lesson, in_all_orders, deliver, sandbox=sandbox)
    assert [len(results) for results in seen.values()] == [1, 1, 1]


def _timeless(result: ItemResult) -> ItemResult:
    checks = tuple(msgspec.structs.replace(each, seconds=None) for each in result.checks)
    return msgspec.structs.replace(result, checks=checks)


@pytest.mark.parametrize(
    ("does", "status"),
    [
        ("while True: pass", Status.TIMEOUT),
        ("import os; os._exit(0)", Status.CRASHED),
        ("import sys; sys.exit(0)", Status.CRASHED),
        ("while True: print('x' * 1000000)", Status.OUTPUT_LIMIT),
        ("return bytearray(4 << 30)", Status.OUT_OF_MEMORY),
        ("raise ValueError", Status.ERROR),
        ("return object", Status.ERROR),
    ],
)
def test_a_fault_costs_only_its_item(grade: Any, does: str, status: Status) -> None:
    """Code that hangs, dies, floods or eats memory gets its own status, and the other items their points."""
    attempt = grade({"counter.py": COUNTER_THAT.format(does)}, only=frozenset({"counter", "shares", "pick"}))
    found = statuses(attempt)
    if does.startswith("import sys"):
        assert found.pop("counter") in (Status.CRASHED, Status.ERROR)
    else:
        assert found.pop("counter") is status
    assert set(found.values()) == {Status.PASSED}


def test_after_two_timeouts_an_item_is_not_asked_again(grade: Any, copy: Path) -> None:
    """The third check of a hanging item takes the status without a third wait."""
    _edit(copy / "course.yaml", "limits: {seconds: 1}", "limits: {seconds: 0.4}")
    attempt = grade(
        {"counter.py": COUNTER_THAT.format("while True: pass")}, copy, only=frozenset({"counter"})
    )
    checks = item(attempt, "counter").checks
    assert [each.status for each in checks] == [Status.TIMEOUT] * 3
    assert [(each.seconds or 0) >= 0.4 for each in checks] == [True, True, False]


def test_hidden_messages_give_nothing_away(grade: Any) -> None:
    """A hidden check's words hold no expected value and nothing that the student's code wrote."""
    spoken = "class Counter_LEAK: pass\nclass LEAK(Exception): pass\n" + COUNTER_THAT
    for does in (
        "raise LEAK('LEAK')",
        "raise ValueError('LEAK %d' % n)",
        "return 'LEAK'",
        "return LEAK()",
        "return -1",
    ):
        attempt = grade({"counter.py": spoken.format(does)}, only=frozenset({"counter"}))
        remembers = check(attempt, "counter", "test_remembers")
        assert remembers.status is not Status.PASSED
        assert remembers.message
        assert "LEAK" not in remembers.message
        assert "13" not in remembers.message


def test_public_messages_tell_all(grade: Any) -> None:
    """A failed public check shows what was expected, what came, and where they first differ."""
    attempt = grade({"shares.py": "def shares(values):\n    return values / 4\n"}, only=frozenset({"shares"}))
    message = check(attempt, "shares", "test_two_shares").message
    assert "expected [0.25, 0.75]" in message
    assert "got      [0.5, 1.5]" in message
    assert "first at [0]" in message


def test_own_line_is_named_and_claims_are_not_believed(grade: Any) -> None:
    """An exception is told with the student's own line, in hidden checks too."""
    attempt = grade({"counter.py": COUNTER_THAT.format("return 1 / 0")}, only=frozenset({"counter"}))
    message = check(attempt, "counter", "test_remembers").message
    assert message == "Your code raised ZeroDivisionError in counter.py, line 5"


def test_file_that_does_not_load_is_explained_once_with_its_words(grade: Any) -> None:
    """A syntax error's own words stand with the item; the checks only say that they did not run."""
    attempt = grade(
        {"counter.py": "class Counter:\n    def add(self n):\n        pass\n"}, only=frozenset({"counter"})
    )
    result = item(attempt, "counter")
    assert result.status is Status.ERROR
    assert result.message.startswith("Your file did not load: SyntaxError in counter.py, line 2: ")
    assert {(each.message, each.feedback) for each in result.checks} == {(words.NOT_RUN, "")}


def test_misspelt_name_is_suggested_to_the_eye_that_may_see_it(grade: Any) -> None:
    """A public check names the near miss; a hidden one only says that there is one."""
    attempt = grade({"counter.py": "class Countre:\n    pass\n"}, only=frozenset({"counter"}))
    assert "it has `Countre`" in check(attempt, "counter", "test_counts_from_start").message
    hidden = check(attempt, "counter", "test_remembers").message
    assert "`Counter`" in hidden
    assert "Countre" not in hidden


def test_all_cases_of_a_parametrized_check_must_pass(grade: Any) -> None:
    """One wrong case of a parametrized check costs the whole check and nothing but it."""
    wrong = (
        "import numpy as np\ndef shares(v):\n    n = np.asarray(v, float)\n"
        "    return n / n.sum() + (len(n) == 5)\n"
    )
    attempt = grade({"shares.py": wrong}, only=frozenset({"shares"}))
    failed = [each for each in item(attempt, "shares").checks if each.status is Status.FAILED]
    assert [(each.id, each.score) for each in failed] == [("test_add_up", 0)]
    assert item(attempt, "shares").score == 3


def test_value_that_a_check_cannot_work_with_is_a_failure(grade: Any) -> None:
    """A check that stumbles over a student's value, and not over the reference's, has failed."""
    attempt = grade({"shares.py": "def shares(v):\n    return {'a': 1}\n"}, only=frozenset({"shares"}))
    adds_up = check(attempt, "shares", "test_add_up")
    assert adds_up.status is Status.FAILED
    assert adds_up.score == 0


def test_other_item_first(grade: Any) -> None:
    """A check that reads another item's file says which one is missing."""
    attempt = grade({"shares.py": "\n"}, only=frozenset({"own-example"}))
    assert "`shares.py`" in check(attempt, "own-example", "test_agrees_with_own_code").message


def test_bonus_and_later_items_do_not_decide_the_attempt(grade: Any) -> None:
    """A failed bonus and an item that is not due are reported and leave the attempt's status alone."""
    spoilt = {"extra.py": "def stem(word):\n    return word\n", "names.yaml": "values: nothing\ntotal:\n"}
    attempt = grade(spoilt, later=frozenset({"names"}))
    assert statuses(attempt)["extra"] is Status.FAILED
    assert statuses(attempt)["names"] is Status.FAILED
    assert not item(attempt, "names").due
    assert attempt.status is Status.NEEDS_REVIEW


def test_text_with_an_idea_missing_is_not_full(grade: Any) -> None:
    """Half of the ideas is half of the points, and still a machine's opinion."""
    why = item(grade({"why.md": "## Your answer\n\nThey are divided.\n"}, only=frozenset({"why"})), "why")
    assert (why.status, why.score, why.provisional) == (Status.FAILED, Decimal(1), True)


def test_class_edition_records_what_it_cannot_judge(grade: Any, copy: Path) -> None:
    """Without the secret folders, public checks run and everything else is recorded, with what is to come."""
    import shutil

    for secret in ("solutions", "tests/hidden"):
        shutil.rmtree(copy / secret)
    (copy / "tests" / "later.json").write_text('{"counting": {"counter": 2, "shares": 3, "pick": 1}}')
    attempt = grade({}, copy)
    assert attempt.edition == "class"
    counter = item(attempt, "counter")
    assert (counter.status, counter.score, counter.max_score, counter.needs_later) == (
        Status.RECORDED,
        1,
        3,
        2,
    )
    assert statuses(attempt)["pick"] is Status.RECORDED
    wrong = grade({"counter.py": COUNTER_THAT.format("return 0")}, copy, only=frozenset({"counter"}))
    assert item(wrong, "counter").status is Status.FAILED


def test_what_deliver_raises_reaches_the_caller(sandbox: Any, tiny: Course) -> None:
    """A full disk or Ctrl-C while an attempt is kept ends the session with that very exception."""

    def deliver(submission: Submission, attempt: Attempt) -> None:
        raise KeyboardInterrupt

    lesson = tiny.file.lessons[0]
    with pytest.raises(KeyboardInterrupt):
        grade_all(
            tiny, lesson, [references(tiny, lesson)], deliver, sandbox=sandbox, only=frozenset({"pick"})
        )


def test_readers_own_pytest_settings_take_no_part(
    grade: Any, monkeypatch: pytest.MonkeyPatch, copy: Path
) -> None:
    """Neither PYTEST_ADDOPTS nor a conftest.py nor a pytest.ini reaches a verdict."""
    monkeypatch.setenv("PYTEST_ADDOPTS", "--collect-only -p no_such_plugin")
    (copy / "pytest.ini").write_text("[pytest]\npython_functions = nothing_*\n")
    (copy / "tests" / "hidden" / "conftest.py").write_text("raise SystemExit(3)\n")
    assert statuses(grade({}, copy, only=frozenset({"counter"}))) == {"counter": Status.PASSED}


def test_importing_costs_nothing() -> None:
    """The package can be imported before the sandbox is started without loading pytest or numpy."""
    seen = "import sys, grader.grading; print({'pytest', 'numpy', 'msgspec'} & set(sys.modules))"
    result = subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "set()"


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
