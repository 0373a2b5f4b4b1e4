"""The command line as a whole: names, help, faults, and what starting it costs."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from grader.__main__ import run
from grader.cli.app import COMMANDS, Entry, LazyGroup
from grader.course.rules import COMMANDS as RESERVED
from tests.grader.cli.conftest import Desk

STUDENT_PATH = {
    *("_pytest", "click", "grader", "iniconfig", "msgspec", "numpy", "packaging", "pluggy", "pytest", "yaml"),
    "py",  # pytest's own stand-in
    "pygments",  # pytest's terminal writer looks whether it is there
    "typing_extensions",  # msgspec's own, where it is installed
}
"""Every package beyond the standard library that a run may import: each costs time at every run."""


def test_a_run_imports_nothing_that_is_not_on_the_list(desk: Desk) -> None:
    """Grading code, numbers and choices needs pytest, numpy and little else"""
    desk.solve("mean.py", "pick.md")
    code = (
        "import sys, grader.__main__ as g; g.run([]); "
        "print('\\n' + ' '.join({m.split('.')[0] for m in sys.modules} - sys.stdlib_module_names))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=desk.root,
        env=desk.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    imported = {name for name in done.stdout.splitlines()[-1].split() if not name.startswith("__")}
    # Parts of the standard library and of compiled modules that go by names of their own.
    ours = {
        name
        for name in imported
        if not name.startswith(("_cython", "cython", "_sysconfigdata", "_distutils", "sitecustom"))
    }
    assert "numpy" in ours
    assert ours - STUDENT_PATH == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_in_the_table_exists_and_is_reserved(name: str) -> None:
    """It loads, has help of its own, and no item of a course may take its name"""
    group = LazyGroup()
    command = group.get_command(click.Context(group), name)
    assert command is not None
    assert command.help
    assert name in RESERVED


def test_help_names_every_command_without_importing_one(desk: Desk) -> None:
    """Help is instant, fits 80 columns and gives examples and exit codes"""
    done = desk.grade("--help", PYTHONPROFILEIMPORTTIME="1")
    assert done.returncode == 0
    for name in COMMANDS:
        assert f"\n  {name} " in done.stdout
    assert "Examples:" in done.stdout
    assert "Exit codes" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "grader.cli.run" not in done.stderr
    assert "numpy" not in done.stderr


def test_an_unknown_option_is_explained_and_ends_with_2(desk: Desk) -> None:
    """One sentence and where to read on"""
    done = desk.grade("--formt", "json")
    assert done.returncode == 2
    assert "--formt" in done.stderr
    assert "--help" in done.stderr


@pytest.mark.parametrize("debug", [True, False])
def test_a_fault_of_ours_ends_with_3_and_hides_its_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], debug: bool
) -> None:
    """The sentence says that it is not the student's fault; --debug adds the traceback, with the same code"""
    monkeypatch.setitem(COMMANDS, "list", Entry("grader.cli.no_such_module:command", "", ""))
    assert run(["list", *(["--debug"] if debug else [])]) == 3
    said = capsys.readouterr().err
    assert "not your fault" in said
    assert ("Traceback" in said) is debug
