"""How the command starts: what it imports, and from where."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.grader.cli.conftest import Desk

NEEDED = {
    *("pytest", "_pytest", "pluggy", "iniconfig", "pygments", "numpy"),
    *("click", "yaml", "_yaml", "msgspec", "Stemmer", "packaging"),
    # pytest's own alias, and a module of Jython that pickle asks for
    *("py", "org"),
    # of the interpreter's own start, of an editable install, and what msgspec takes where it is there
    *("__main__", "typing_extensions", "_virtualenv", "_distutils_hack"),
    # What distributions run at the start of any Python.
    *("sitecustomize", "usercustomize", "apport_python_hook"),
}
"""What may be imported to grade right work, besides Python's own modules and ours."""
NEVER = (
    *("asyncio", "concurrent", "multiprocessing", "difflib", "sqlite3.dump", "numpy.testing"),
    *("grader.authoring", "grader.engine", "grader.grading.diagnose", "grader.grading.replay"),
    *(
        "grader.gradebook.changes",
        "grader.gradebook.forget",
        "grader.gradebook.resume",
        "grader.gradebook.trouble",
    ),
    *("grader.intake.archive", "grader.report.formats", "grader.report.pages", "grader.sandbox.portable"),
)
"""What among those is for others: wrong work, a whole class, an author, a page."""
COMMANDS = {
    "script": [str(Path(sys.executable).with_name("grade"))],
    "module": [sys.executable, "-m", "grader"],
}


@pytest.mark.parametrize("how", COMMANDS)
def test_a_file_of_the_students_is_never_imported_here(desk: Desk, how: str, tmp_path: Path) -> None:
    """Started in the folder of the exercises, beside files called like what the grader imports"""
    desk.solve("mean.py", "pick.md")
    told = tmp_path / "told"
    for name in ("numpy", "pytest", "click", "yaml", "msgspec", "random", "decimal", "grader", "Stemmer"):
        desk.write(f"{name}.py", f"open({str(told)!r}, 'a').write('{name} in process ' + __name__)\n")
    if how == "module":
        # `python -m` itself looks for a package of that name in the current folder first.
        (desk.work / "grader.py").unlink()
    done = subprocess.run(
        COMMANDS[how], cwd=desk.work, env=desk.environment, capture_output=True, encoding="utf-8", check=False
    )
    assert not told.exists(), told.read_text(encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_students_path_imports_only_what_it_needs(desk: Desk) -> None:
    """No nbgrader, Jinja2, Plotly, Dask, rich or asyncio, and nothing else that makes a student wait"""
    desk.solve("mean.py", "pick.md")
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "grader"],
        cwd=desk.root,
        env=desk.environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")][1:]
    found = {line.rpartition("|")[2].strip() for line in lines}
    assert "grader.checks.host" in found
    tops = {name.partition(".")[0] for name in found}
    strange = tops - NEEDED - set(sys.stdlib_module_names) - {"grader"}
    assert not {name for name in strange if not name.startswith(("_sysconfigdata", "__editable__"))}
    assert not {name for name in found if name.startswith(NEVER)}
