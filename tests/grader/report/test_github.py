"""GitHub's runner obeys our commands and none of a student's."""

from __future__ import annotations

import re
from typing import Any

import pytest

from grader.records import Attempt, Status
from grader.report import github
from grader.report.rows import Context

COMMAND = re.compile(r"^\s*::(?P<name>[\w-]+)(?: (?P<properties>[^:]*))?::(?P<data>.*)$")


def obeyed(log: str) -> list[tuple[str, dict[str, str], str]]:
    """The commands that a runner obeys in ``log``, by the rules of actions/runner (ActionCommand.cs)."""
    found, token = [], None
    for line in re.split(r"\r\n|\r|\n", log):
        if token:
            token = None if line.strip() == f"::{token}::" else token
            continue
        assert "##[" not in line
        if match := COMMAND.match(line):
            pairs = (pair.partition("=") for pair in (match["properties"] or "").split(",") if pair)
            found.append((match["name"], {key: value for key, _, value in pairs}, match["data"]))
            token = match["data"] if match["name"] == "stop-commands" else None
    assert token is None, "commands stay stopped"
    return found


def named(log: str, *names: str) -> list[tuple[str, dict[str, str], str]]:
    return [command for command in obeyed(log) if command[0] in names]


def test_what_is_wrong_is_annotated_at_the_students_line(ordinary: Attempt, context: Context) -> None:
    """A failed check is an error with file, line and title; work not begun is a warning."""
    log = github.write([ordinary], context)
    ((_, where, text),) = named(log, "error")
    assert where == {"file": "exercises/attention/scores.py", "line": "12", "title": "Scores%3A Scale"}
    assert text.startswith("The result differs (scores.py:12).%0AWhich factor")
    assert len(named(log, "warning")) == 1


def test_the_score_is_a_notice(ordinary: Attempt, context: Context) -> None:
    """One line says where the student stands."""
    assert named(github.write([ordinary], context), "notice")[0][2] == "attention: 1/4"


def test_no_command_of_a_students_is_obeyed(hostile: Attempt, context: Context) -> None:
    """Only annotations of ours, groups, and the pair that stops and resumes commands."""
    log = github.write([hostile, hostile], context)
    names = {name for name, _, _ in obeyed(log)}
    assert names <= {"error", "warning", "notice", "group", "endgroup", "stop-commands"}
    # Even where the runner did not know stop-commands, no line would be a command.
    inside = log.split(f"::stop-commands::{context.token}")[1].split(f"\n::{context.token}::\n")[0]
    assert not any(line.strip().startswith("::") for line in inside.splitlines())


def test_a_log_without_an_unguessable_token_is_refused(ordinary: Attempt) -> None:
    """A student who knows the token could resume commands."""
    with pytest.raises(ValueError, match="token"):
        github.write([ordinary], Context(token="short"))


def test_never_more_annotations_than_a_step_may_have(make: Any, context: Context) -> None:
    """Ten of a level; the last one counts the rest."""
    levels = {"error": Status.FAILED, "warning": Status.NOT_STARTED, "notice": Status.RECORDED}
    checks = [make.check(f"{level}{n}", status) for level, status in levels.items() for n in range(25)]
    log = github.write([make.attempt(make.item("scores", *checks, status=Status.FAILED))], context)
    for level in levels:
        assert len(named(log, level)) == 10
    assert named(log, "error")[-1][2] == "16 more; the log lists them all"


def test_the_summary_shows_checks_and_points(ordinary: Attempt, context: Context) -> None:
    """A table row for each check, details for what is not right."""
    text = github.summary([ordinary], context)
    assert text.startswith("### attention: 1/4\n")
    assert "| Scores\\: Shape | :white\\_check" not in text
    assert "| Scores\\: Shape | :white_check_mark: passed | 1/1 |" in text
    assert "Which factor keeps the scores small?" in text


def test_the_summary_of_a_class_holds_totals_only(ordinary: Attempt, context: Context) -> None:
    """Nothing about a check: whoever can read the repository can read it."""
    text = github.summary([ordinary, ordinary], context)
    assert "Scale" not in text
    assert text.count("1/4") == 2


def test_hostile_text_adds_no_markup_to_the_summary(hostile: Attempt, context: Context) -> None:
    """No tag, no link, no mention, no table column outside a code block."""
    text = github.summary([hostile], context)
    outside = re.sub(r"(?ms)^(`{3,})text\n.*?^\1$", "", text)
    assert "<script>" not in outside
    assert "](" not in outside
    assert "@everyone" not in outside
    rows = [line for line in outside.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {4}


def test_the_summary_keeps_within_a_mebibyte(make: Any, context: Context) -> None:
    """Over it GitHub would show nothing; what is left out is counted."""
    checks = [make.check(f"c{n}", Status.FAILED, message="é" * 8000) for n in range(200)]
    text = github.summary([make.attempt(make.item("scores", *checks, status=Status.FAILED))], context)
    assert len(text.encode()) <= github.SUMMARY_BYTES
    assert "Truncated" in text


def test_a_grader_fault_says_whose_it_is(make: Any, context: Context) -> None:
    """The annotation's title names the grader, and the points are a dash."""
    broken = make.item("scores", make.check("one", Status.GRADER_ERROR), status=Status.GRADER_ERROR)
    log = github.write([make.attempt(broken)], context)
    assert "(the grader's fault)" in named(log, "error")[0][1]["title"]
    assert "| -/1 |" in github.summary([make.attempt(broken)], context)


def test_printed_output_is_in_neither(make: Any, ordinary: Attempt, context: Context) -> None:
    """Output is for its author's own terminal."""
    assert make.secret_output not in github.write([ordinary], context) + github.summary([ordinary], context)
