"""Check files under plain pytest, as a course author runs them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

TINY = Path(__file__).resolve().parents[2] / "samples" / "courses" / "tiny"


def run(*arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "grader.checks.plugin", "-p", "no:cacheprovider", "-q"]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, cwd=TINY, check=False)
    return done.returncode, done.stdout + done.stderr


def test_references_pass_and_a_student_is_judged(tmp_path: Path) -> None:
    """Without options the references are judged; with --submission one student, in pytest's own words."""
    code, said = run("tests/hidden", "tests/public")
    assert code == 0, said
    shutil.copytree(TINY / "solutions" / "counting", tmp_path / "kim")
    (tmp_path / "kim" / "shares.py").write_text("def shares(values):\n    return values\n")
    (tmp_path / "kim" / "counter.py").unlink()
    code, said = run("tests/hidden", "--submission", str(tmp_path / "kim"), "-k", "whole or remembers")
    assert code == 1
    assert "shares.py" not in said.splitlines()[0]
    assert "the result is a list" in said
    assert "counter.py: there is no such file" in said


def test_what_is_no_check_is_refused(tmp_path: Path) -> None:
    """A test function without @check is an error with its place here too."""
    course = shutil.copytree(TINY, tmp_path / "course")
    with (course / "tests/hidden/counting/test_counter.py").open("a") as file:
        file.write("def test_plain(student):\n    pass\n")
    code, said = run(str(course / "tests/hidden/counting/test_counter.py"), "--rootdir", str(course))
    assert code == 2
    assert "`test_plain` has no @check" in said


def test_helper_beside_a_check_file_is_found(tmp_path: Path) -> None:
    """A check file may import a helper from its own folder, here as in grading."""
    course = shutil.copytree(TINY, tmp_path / "course")
    folder = course / "tests/hidden/counting"
    (folder / "numbers_of_ours.py").write_text("SEVEN = 7\n")
    with (folder / "test_counter.py").open("a") as file:
        file.write(
            "from numbers_of_ours import SEVEN\n@check(points=0)\ndef test_seven():\n    assert SEVEN == 7\n"
        )
    code, said = run(str(folder / "test_counter.py"), "--rootdir", str(course))
    assert code == 0, said
