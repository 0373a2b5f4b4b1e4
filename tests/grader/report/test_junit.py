"""JUnit XML that its readers read."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from xml.etree import ElementTree as ET

from junitparser import Error, Failure, JUnitXml, Skipped

from grader.records import Attempt, Status
from grader.report import junit
from grader.report.rows import Context


def outcomes(text: str) -> dict[str, type | None]:
    """Case name -> what junitparser takes its outcome for."""
    suites = JUnitXml.fromstring(text.encode())
    return {case.name: type(case.result[0]) if case.result else None for suite in suites for case in suite}


def test_a_check_is_a_case_and_an_item_without_checks_is_one_too(ordinary: Attempt, context: Context) -> None:
    """Titles are the names; passed, failed and not started come out as JUnit says them."""
    assert outcomes(junit.write([ordinary], context)) == {"Shape": None, "Scale": Failure, "output": Skipped}


def test_the_students_file_and_line_are_named(ordinary: Attempt, context: Context) -> None:
    """A reader can link the failure to the line."""
    case = ET.fromstring(junit.write([ordinary], context)).find(".//testcase[@name='Scale']")
    assert case is not None
    assert (case.get("file"), case.get("line")) == ("exercises/attention/scores.py", "12")


def test_feedback_and_diagnosis_are_told(ordinary: Attempt, context: Context) -> None:
    """The failure's text holds the message, the author's feedback and the mistake's name in words."""
    failure = ET.fromstring(junit.write([ordinary], context)).find(".//failure")
    assert failure is not None
    assert failure.text == (
        "The result differs (scores.py:12).\nWhich factor keeps the scores small?\nThe scores are not scaled."
    )


def test_each_status_has_its_kind(make: Any, context: Context) -> None:
    """Wrong work fails, work that could not be judged is an error, work that waits is skipped."""
    found = outcomes(junit.write([make.every_status()], context))
    kinds = {name.removeprefix("Does "): kind for name, kind in found.items()}
    assert {kinds[name] for name in ("failed", "missing", "refused")} == {Failure}
    assert {kinds[name] for name in ("error", "timeout", "out_of_memory", "output_limit", "crashed")} == {
        Error
    }
    assert {kinds[name] for name in ("not_started", "recorded", "needs_review")} == {Skipped}
    assert kinds["passed"] is None


def test_a_grader_fault_is_an_error_never_a_failure(make: Any, context: Context) -> None:
    """Its type says whose fault it is."""
    broken = make.attempt(
        make.item("scores", make.check("one", Status.GRADER_ERROR), status=Status.GRADER_ERROR)
    )
    error = ET.fromstring(junit.write([broken], context)).find(".//error")
    assert error is not None
    assert error.get("type") == "grader_error"


def test_counts_agree_with_the_cases(make: Any, context: Context) -> None:
    """Suite and file count what junitparser counts again."""
    text = junit.write([make.every_status()], context)
    written = JUnitXml.fromstring(text.encode())
    said = (written.tests, written.failures, written.errors, written.skipped)
    written.update_statistics()
    assert said == (written.tests, written.failures, written.errors, written.skipped) == (12, 3, 5, 3)


def test_hostile_text_stays_text(hostile: Attempt, context: Context) -> None:
    """A class full of it is well-formed XML 1.0 with no element of the student's making, and stays small."""
    text = junit.write([hostile, hostile], context)
    root = ET.fromstring(text.encode())
    assert {element.tag for element in root.iter()} == {
        "testsuites", "testsuite", "testcase", "failure", "error", "skipped",
    }  # fmt: skip
    assert len(text) < 200_000
    assert "truncated" in text


def test_what_the_students_code_printed_is_not_reported(
    make: Any, ordinary: Attempt, context: Context
) -> None:
    """Output is for its author's own terminal."""
    assert make.secret_output not in junit.write([ordinary], context)


def test_no_two_cases_share_a_name(make: Any, context: Context) -> None:
    """GitLab would show only one of them."""
    twins = make.item("scores", make.check("a", title="Same"), make.check("b", title="Same"))
    root = ET.fromstring(junit.write([make.attempt(twins), make.attempt(twins)], context))
    names = [(case.get("classname"), case.get("name")) for case in root.iter("testcase")]
    assert len(names) == len(set(names)) == 4


def test_a_class_too_large_for_gitlab_is_told_more_briefly(make: Any, context: Context) -> None:
    """Over 30 MB of messages: every case is still there, with shorter texts."""
    checks = [make.check(f"c{n}", Status.FAILED, message="m" * 8000, score=Decimal(0)) for n in range(20)]
    one = make.attempt(make.item("scores", *checks, status=Status.FAILED), status=Status.FAILED)
    text = junit.write([one] * 210, context)
    assert len(text.encode()) <= junit.MAX_BYTES
    assert text.count("<testcase") == 210 * 20
