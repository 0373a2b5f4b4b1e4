"""With one part of the output filter switched off, the attacks that it is there for must be noticed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.grader.report.test_attacks_in_reports import graded

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[2]
NOTICED = {
    "terminal": "test_nothing_moves_a_cursor",
    "one_line": "test_nothing_moves_a_cursor",
    "autoescape": "test_a_page_has_the_same_tags_whatever_it_shows",
    "xml": "test_junit_stays_one_document",
    "csv_cell": "test_a_name_is_no_formula",
    "github_command": "test_no_line_of_a_log_is_a_command_of_a_students",
    "github_property": "test_no_line_of_a_log_is_a_command_of_a_students",
    "log_line": "test_no_line_of_a_log_is_a_command_of_a_students",
    "markdown": "test_a_summary_holds_no_markup_of_a_students",
    "markdown_block": "test_a_summary_holds_no_markup_of_a_students",
}
"""Part of the filter -> the test that has to fail without it."""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, subprocess.Popen[str]]]:
    """A run of the tests for each part, all at once; the attacks are graded only here."""
    folder = tmp_path_factory.mktemp("attacks")
    (folder / "graded.json").write_bytes(msgspec.json.encode(graded(folder)))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "filter_off",
        "-p",
        "no:cacheprovider",
        "--tb=no",
        "-rfE",
    ]
    path = os.pathsep.join([str(HERE), str(REPOSITORY)])
    shared = {**os.environ, "PYTHONPATH": path, "ATTACKS_GRADED": str(folder / "graded.json")}
    started = {
        name: subprocess.Popen(
            [*command, str(HERE / "test_attacks_in_reports.py")],
            cwd=REPOSITORY,
            env=shared | {"FILTER_OFF": name},
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in NOTICED
    }
    yield started
    for run in started.values():
        run.kill()
        run.wait()
        run.stdout.close()


@pytest.mark.parametrize("name", NOTICED)
def test_the_attack_is_noticed_without_its_filter(runs: dict[str, subprocess.Popen[str]], name: str) -> None:
    """The test of that kind fails, and the one that sees to it that there is something to see does not."""
    said, _ = runs[name].communicate()
    failed = set(re.findall(r"^(?:FAILED|ERROR) \S+::(\w+)", said, re.MULTILINE))
    assert NOTICED[name] in failed, said
    assert "test_the_attacks_are_there" not in failed, said
