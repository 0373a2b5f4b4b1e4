"""--report FORMAT[=FILE]: what is asked for, and where it goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.records import Attempt
from grader.report.formats import FORMATS, Report, deliver, parse
from grader.report.rows import Context


def test_a_format_has_its_usual_file_and_a_given_one_goes_before_it() -> None:
    """Without a file the format's own; ``-`` is standard output; a file may hold an equals sign."""
    reports = parse(["junit", "csv=a=b.csv", "gitlab=-"])
    assert reports == (
        Report("junit", Path("junit.xml")),
        Report("csv", Path("a=b.csv")),
        Report("gitlab", None),
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["junti"], "Did you mean 'junit'"),
        (["nothing-like-it"], "Formats: junit"),
        (["junit="], "names no file"),
        (["junit=x", "csv=x"], "would go to the file x"),
        (["github", "junit=-"], "would go to standard output"),
    ],
)
def test_a_report_that_cannot_be_is_explained(words: list[str], message: str) -> None:
    """Unknown, nameless, or on top of another."""
    with pytest.raises(UsageError, match=message):
        parse(words)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_can_be_written(name: str, ordinary: Attempt, context: Context, tmp_path: Path) -> None:
    """The table names modules that exist and write a file."""
    target = tmp_path / "report"
    assert deliver(Report(name, target), [ordinary], context, {}) == ""
    assert target.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_survives_hostile_text(
    name: str, hostile: Attempt, context: Context, tmp_path: Path
) -> None:
    """The file is written and is UTF-8, whatever the text holds."""
    deliver(Report(name, tmp_path / "report"), [hostile], context, {})
    assert "\x1b" not in (tmp_path / "report").read_text(encoding="utf-8")


def test_github_adds_its_summary_where_the_runner_asks(
    ordinary: Attempt, context: Context, tmp_path: Path
) -> None:
    """What another command wrote there before stays, and counts against the limit."""
    summary = tmp_path / "summary.md"
    summary.write_text("before\n", encoding="utf-8")
    out = deliver(Report("github", None), [ordinary], context, {"GITHUB_STEP_SUMMARY": str(summary)})
    assert out.startswith("::notice")
    assert summary.read_text(encoding="utf-8").startswith("before\n### attention")
    summary.write_text("x" * 1024 * 1024, encoding="utf-8")
    deliver(Report("github", None), [ordinary], context, {"GITHUB_STEP_SUMMARY": str(summary)})
    assert summary.stat().st_size == 1024 * 1024


def test_a_place_that_cannot_be_written_is_named(ordinary: Attempt, context: Context, tmp_path: Path) -> None:
    """No traceback for a folder that is not there."""
    with pytest.raises(UsageError, match="cannot be written"):
        deliver(Report("csv", tmp_path / "no" / "report"), [ordinary], context, {})
