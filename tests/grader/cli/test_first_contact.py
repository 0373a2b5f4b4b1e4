"""Whatever a newcomer does first: one clear next step, the right exit code, no traceback."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import grader
from grader.__main__ import PACKAGES
from tests.grader.cli.conftest import REPOSITORY, WRONG, Desk


class Contact(NamedTuple):
    """A folder to stand in, what is typed there, and the end of it."""

    stands_in: str
    typed: str
    code: int
    says: str
    next_step: str


FIRST = {
    "an empty folder": Contact("empty", "", 2, "no course.yaml", "Change into the course's folder"),
    "an item in an empty folder": Contact("empty", "mean", 2, "no course.yaml", "Change into the course's"),
    "the folder above the course": Contact("", "", 2, "no course.yaml", "cd course"),
    "a course that is not there": Contact(
        "empty", "--course nowhere", 2, "no course.yaml in", "--course takes"
    ),
    "a misspelt command": Contact("course", "progres", 2, "no item or command", "Did you mean 'progress'?"),
    "a misspelt item": Contact("course", "meen", 2, "no item or command", "Did you mean 'mean'?"),
    "a file for an item": Contact("course", "mean.py", 2, "no item or command", "Did you mean 'mean'?"),
    "a misspelt item after a command": Contact("course", "hint meen", 2, "no item", "Did you mean 'mean'?"),
    "a command without its item": Contact("course", "hint", 2, "Which item?", "`grade list` shows them"),
    "a word that is like nothing": Contact(
        "course", "zzzzzz", 2, "no item or command", "The items are: mean"
    ),
    "a misspelt option": Contact("course", "--formt json", 2, "--formt", "--format"),
    "an option of another command": Contact("course", "--html x", 2, "--html", "grade run --help"),
    "an unknown format": Contact("course", "--format xml", 2, "'xml'", "'text', 'json'"),
    "an unknown report": Contact("course", "--report junitt", 2, "no report format", "Did you mean 'junit'?"),
    "a misspelt lesson": Contact("course", "--lesson averges", 2, "no lesson", "Did you mean 'averages'?"),
    "a folder of work that is not there": Contact(
        "course", "run --submission none", 2, "no folder none", "--submission takes"
    ),
}


def damaged(kept: Path) -> None:
    (kept / "attempts.db").write_text("this is not a file of attempts " * 40, encoding="utf-8")


def newer(kept: Path) -> None:
    with sqlite3.connect(kept / "attempts.db") as file:
        file.execute("PRAGMA user_version=99")


def of_another_program(kept: Path) -> None:
    with sqlite3.connect(kept / "attempts.db") as file:
        file.execute("CREATE TABLE attempts(x)")


def not_writable(kept: Path) -> None:
    """What SQLite sees on a read-only disk: the file cannot be opened, whoever runs this."""
    (kept / "attempts.db").mkdir()


def no_folder(kept: Path) -> None:
    kept.rmdir()
    kept.write_text("", encoding="utf-8")


STORES = {
    "damaged": (damaged, "damaged", "Move the file away"),
    "kept by a newer grader": (newer, "newer version", "Update the grader"),
    "made by another program": (of_another_program, "not one of the grader's", "Move the file away"),
    "on a read-only disk": (not_writable, "may not be written", "Grading works without it"),
    "a file in the place of .grade": (no_folder, "may not be written", "Grading works without it"),
}


def no_traceback(done: subprocess.CompletedProcess[str]) -> None:
    assert "Traceback" not in done.stderr + done.stdout
    assert all(len(line) <= 100 for line in done.stderr.splitlines() if "/" not in line)


@pytest.mark.parametrize("contact", FIRST.values(), ids=list(FIRST))
def test_a_wrong_place_or_word_is_answered_with_one_next_step(desk: Desk, contact: Contact) -> None:
    """What is wrong, then on a line of its own what to do; nothing is graded"""
    (desk.root.parent / "empty").mkdir()
    done = desk.grade(*contact.typed.split(), cwd=desk.root.parent / contact.stands_in)
    no_traceback(done)
    assert (done.returncode, done.stdout) == (contact.code, "")
    what, next_step = done.stderr.splitlines()
    assert contact.says in what
    assert contact.next_step in what + next_step


@pytest.mark.parametrize(("spoil", "what", "next_step"), STORES.values(), ids=list(STORES))
def test_work_is_graded_although_it_cannot_be_kept(
    desk: Desk, spoil: Callable[[Path], None], what: str, next_step: str
) -> None:
    """The result as always on stdout; on stderr why it was not kept and what to do"""
    desk.write("mean.py", WRONG)
    (desk.root / ".grade").mkdir()
    spoil(desk.root / ".grade")
    done = desk.grade("mean")
    no_traceback(done)
    assert done.returncode == 1
    assert "What do you divide the sum by?" in done.stdout
    for words in ("graded but not kept", what, next_step):
        assert words in done.stderr


def test_a_course_that_changed_under_existing_work_is_said_once(desk: Desk) -> None:
    """A new stub: the student's file stays, and they hear how to get the new one; not at the next run again"""
    desk.write("mean.py", WRONG)
    desk.grade()
    for name in ("mean.py", "pick.md"):  # nobody has begun with the second, so there is nothing to say of it
        stub = desk.work / ".stubs" / name
        stub.write_text(stub.read_text(encoding="utf-8") + "\n# Mind the empty list.\n", encoding="utf-8")
    shutil.copy(stub, desk.work / "pick.md")
    first, second = desk.grade(), desk.grade()
    assert "The course has changed since your last attempt: mean." in first.stderr
    assert "`grade reset mean`" in first.stderr
    assert first.returncode == second.returncode == 1
    assert second.stderr == ""
    assert (desk.work / "mean.py").read_text(encoding="utf-8") == WRONG


def test_a_module_that_hides_a_library_is_explained(desk: Desk) -> None:
    """A student's random.py is not used, and they are told to give it a name of its own"""
    desk.write("mean.py", WRONG)
    desk.write("random.py", "x = 1\n")
    desk.write("notes.txt", "x")
    said = " ".join(desk.grade().stdout.split())
    assert "random.py has the name of a module of Python's or a library's" in said
    assert "no item asks for it: notes.txt." in said


def test_a_long_command_is_never_broken(desk: Desk, tmp_path: Path) -> None:
    """For a folder with a long name the next step says so in words, within 80 columns"""
    theirs = tmp_path / ("kim-" * 20)
    shutil.copytree(desk.work, theirs)
    (theirs / "mean.py").write_text(WRONG, encoding="utf-8")
    lines = desk.grade("run", "--submission", str(theirs)).stdout.splitlines()
    assert "  then: the same command again" in lines
    assert max(map(len, lines)) <= 80


def test_without_numpy_there_is_a_command_to_install_it(desk: Desk, tmp_path: Path) -> None:
    """`grade` ends with 3 and no traceback, `grade doctor` finds it too, and `grade list` does not need it"""
    gone = tmp_path / "gone" / "numpy"
    gone.mkdir(parents=True)
    (gone / "__init__.py").write_text(
        "raise ModuleNotFoundError('No numpy', name='numpy')\n", encoding="utf-8"
    )
    path = os.pathsep.join((str(gone.parent), str(REPOSITORY)))
    done, doctor = desk.grade(PYTHONPATH=path), desk.grade("doctor", PYTHONPATH=path)
    for run in (done, doctor):
        no_traceback(run)
        assert "python -m pip install --force-reinstall numpy" in run.stdout + run.stderr
    assert (done.returncode, doctor.returncode) == (3, 1)
    assert desk.grade("list", PYTHONPATH=path).returncode == 0


def test_every_library_is_called_as_pip_calls_it() -> None:
    """The command to install a missing library names its distribution, never another one of the import's name"""
    wanted = {canonicalize_name(Requirement(line).name) for line in base_requirements()}
    source = "\n".join(path.read_text(encoding="utf-8") for path in (REPOSITORY / "grader").rglob("*.py"))
    for module, distributions in metadata.packages_distributions().items():
        for name in wanted & {canonicalize_name(each) for each in distributions}:
            if re.search(rf"^\s*(from|import) {module}\b", source, re.MULTILINE):
                assert canonicalize_name(PACKAGES.get(module, module)) == name
                wanted.remove(name)
    assert not wanted, "required and never imported"


def base_requirements() -> list[str]:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = project["dependencies"]
    assert isinstance(found, list)
    return found


def test_an_old_python_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """The package says which Python it needs, and so does its metadata, before anything of it is imported"""
    with pytest.raises(SystemExit) as ended:
        grader.refuse_old_python((3, 9))
    assert ended.value.code == 2
    assert "Python 3.11 or newer" in capsys.readouterr().err
    grader.refuse_old_python((3, 11))
    assert 'requires-python = ">=3.11"' in (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
def test_an_environment_is_not_made_with_an_old_python(tmp_path: Path) -> None:
    """make-venv asks the Python it was given, says what to type instead, and makes nothing"""
    old = tmp_path / "python"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] && echo "Python 3.9.1" && exit 0\nexit 1\n', encoding="utf-8")
    old.chmod(0o755)
    done = subprocess.run(
        [str(REPOSITORY / ".ci" / "make-venv"), str(tmp_path / "venv"), "."],
        env={**os.environ, "PYTHON": str(old)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "Python 3.11 or newer" in done.stderr
    assert "make PYTHON=" in done.stderr
    assert not (tmp_path / "venv").exists()


@pytest.mark.parametrize(
    "locale",
    [
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=["cp1252", "C"],
)
def test_every_way_of_failing_is_readable_in_any_encoding(desk: Desk, locale: dict[str, str]) -> None:
    """A line of the student's own with marks beyond ASCII, a print of them, and a crash, in 80 columns"""
    crash = "    return numbers.total()  # √√√√√√√√√√√√√√√√√√√√√√√√√√√√√√√√√√√√√√√√√√√√√\n"
    desk.write("mean.py", f"def mean(numbers):\n    print('√ → ∑')\n{crash}")
    done = desk.grade("mean", **locale)
    no_traceback(done)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.isascii()
    assert "AttributeError in mean.py, line 3" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
