"""What the grader is measured against. Each function grades submissions and returns how long that took, in seconds."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from grader.course import layout
from grader.course.model import Course, Lesson
from grader.intake.submission import Submission
from grader.records import Visibility
from tests.benchmarks import plain

ROOT = Path(__file__).parents[2]
CONFTEST = """
import os
from pathlib import Path
import pytest
from tests.benchmarks import plain

@pytest.fixture(scope="session")
def loaded():
    folder = Path(os.environ["SUBMISSION"])
    files = {path.name: path.read_bytes() for path in folder.glob("*.py")}
    return plain.load(files, %(names)r)

@pytest.fixture
def students(loaded):
    return {item: loaded[stub] for item, stub in %(stubs)r.items()}

@pytest.fixture
def student(request, students):
    stem = request.path.stem.partition("_test_")[2]
    return next(each for item, each in students.items() if item.replace("-", "_") == stem)

@pytest.fixture
def rng(request):
    return plain.random_of(request.node.name)
"""


def floor(course: Course, lesson: Lesson, submissions: Sequence[Submission]) -> float:
    """A bare fork for each submission from a process that has numpy and the checks, one core, nothing else."""
    from tests.benchmarks import floor as script

    command = [sys.executable, script.__file__, str(course.root), lesson.id]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(), cwd=ROOT
    )
    assert process.stdin
    assert process.stdout
    process.stdout.readline()
    names = [item.stub for item in plain.code_items(lesson)]
    works = [{name: submission.files[name].decode() for name in names} for submission in submissions]
    begin = time.perf_counter()
    process.stdin.write(json.dumps(works).encode() + b"\n")
    process.stdin.flush()
    passed = json.loads(process.stdout.readline())
    took = time.perf_counter() - begin
    process.communicate()
    assert len(passed) == len(submissions)
    return took


def pytest_each(
    course: Course, lesson: Lesson, submissions: Sequence[Submission], folder: Path, at_once: int
) -> float:
    """``python -m pytest`` once for each submission, the student's code in the same process."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "checks").mkdir(parents=True)
    stubs = {item.id: item.stub for item in plain.code_items(lesson)}
    text = CONFTEST % {"names": list(stubs.values()), "stubs": stubs}
    (folder / "checks" / "conftest.py").write_text(text, encoding="utf-8")
    for item in plain.code_items(lesson):
        for visibility in Visibility:
            path = layout.check_file(course, lesson, item, visibility)
            if path.is_file():
                shutil.copy(path, folder / "checks" / f"test_{visibility}_{path.name}")
    places = []
    for submission in submissions:
        place = folder / "work" / (submission.student or "")
        place.mkdir(parents=True)
        for name, content in submission.files.items():
            (place / name).write_bytes(content)
        places.append(place)
    selected = " or ".join(sorted({check.name for check in plain.checks(course, lesson)}))

    def run(place: Path) -> int:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", selected]
        done = subprocess.run(
            [*command, "--rootdir", str(folder), str(folder / "checks")],
            env=environment() | {"SUBMISSION": str(place), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            cwd=folder,
            capture_output=True,
            check=False,
        )
        assert done.returncode in (0, 1), done.stdout.decode()[-2000:]
        return done.returncode

    begin = time.perf_counter()
    with ThreadPoolExecutor(at_once) as pool:
        list(pool.map(run, places))
    return time.perf_counter() - begin


def nbgrader(course: Course, lesson: Lesson, submissions: Sequence[Submission], folder: Path) -> float:
    """``nbgrader autograde`` over the same code as notebooks, one grade cell for each check."""
    shutil.rmtree(folder, ignore_errors=True)
    _notebook(course, lesson, None, folder / "source" / "lesson")
    config = 'c = get_config()\nc.CourseDirectory.course_id = "bench"\n'
    (folder / "nbgrader_config.py").write_text(config, encoding="utf-8")
    _nbgrader(folder, "generate_assignment", "lesson")
    for submission in submissions:
        _notebook(course, lesson, submission, folder / "submitted" / (submission.student or "") / "lesson")
    begin = time.perf_counter()
    _nbgrader(folder, "autograde", "lesson")
    took = time.perf_counter() - begin
    assert len(list(folder.glob("autograded/*/lesson/work.ipynb"))) == len(submissions)
    return took


def _nbgrader(folder: Path, *words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *words],
        cwd=folder,
        env=environment(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()[-3000:]


def _notebook(course: Course, lesson: Lesson, submission: Submission | None, folder: Path) -> None:
    import nbformat
    from nbformat.v4 import new_code_cell, new_notebook

    cells = []
    items = plain.code_items(lesson)
    for item in items:
        own = submission.files[item.stub].decode() if submission else "### BEGIN SOLUTION\n### END SOLUTION"
        # What students write becomes a module, since one item imports another.
        source = f"SOURCE_{item.id} = {own!r}" if submission else f"{own}\nSOURCE_{item.id} = ''"
        cells.append(new_code_cell(source, metadata=_role(item.id, solution=True)))
    files = ", ".join(f"{item.stub!r}: SOURCE_{item.id}.encode()" for item in items)
    setup = (
        "from pathlib import Path\nfrom tests.benchmarks import plain\nfrom grader.course.load import load\n"
        f"course = load(Path({str(course.root)!r}))\nlesson = course.lesson({lesson.id!r})\n"
        "checks = {(c.name, i): c for i, c in enumerate(plain.checks(course, lesson))}\n"
        f"loaded = plain.load({{{files}}}, {[item.stub for item in items]!r})\n"
        f"students = {{item: loaded[stub] for item, stub in { ({item.id: item.stub for item in items})!r}.items()}}\n"
        "def run(key):\n    c = checks[key]\n"
        "    own = {'student': students[c.item], 'students': students, 'rng': plain.random_of(c.name)}\n"
        "    c.call(**c.case, **{name: own[name] for name in c.wants})\n"
    )
    cells.append(new_code_cell(setup, metadata=_role("setup", locked=True)))
    for number, check in enumerate(plain.checks(course, lesson)):
        cell = _role(f"{check.name}_{number}", grade=True, locked=True, points=1)
        cells.append(new_code_cell(f"run({(check.name, number)!r})", metadata=cell))
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = new_notebook(cells=cells, metadata=kernel)
    for number, each in enumerate(notebook.cells):
        each["id"] = f"c{number}"
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / "work.ipynb")


def _role(
    name: str, *, solution: bool = False, grade: bool = False, locked: bool = False, points: int | None = None
) -> dict[str, object]:
    role: dict[str, object] = {
        "schema_version": 3, "grade_id": name, "grade": grade, "solution": solution, "locked": locked,
        "task": False, "cell_type": "code",
    }  # fmt: skip
    if points is not None:
        role["points"] = points
    return {"nbgrader": role}


def environment() -> dict[str, str]:
    threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    # nbgrader looks for alembic on the path.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    # Bytecode may be kept: pytest would have to compile every check again for each submission.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **threads, "PYTHONPATH": str(ROOT), "PATH": path}
