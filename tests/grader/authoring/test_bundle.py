"""A bundle, laid out and started as its platform does it."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from grader.authoring.bundle import platforms, run, wheel
from grader.authoring.bundle.contents import Settings
from grader.course.load import load
from grader.errors import CourseError
from grader.records import Status, decode

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these platforms are Linux containers")

COURSE = Path(__file__).parents[2] / "samples" / "courses" / "averages"
SOLVED = COURSE / "solutions" / "averages"
HANGING = "while True:\n    pass\n"
HOSTILE = """
import os, sys, pathlib
for place in (".", "/autograder/results", "/results", os.path.expanduser("~")):
    try:
        pathlib.Path(place, "results.json").write_text('{"score": 1000}')
    except OSError:
        pass
print('{"score": 1000}', flush=True)
def mean(values):
    os._exit(0)
"""


@pytest.fixture(scope="module")
def bundle() -> bytes:
    course = load(COURSE)
    settings = Settings(lesson="averages", percent_per_day=Decimal(10), keep_best=True)
    return platforms.gradescope(course, course.lesson("averages"), settings)


@pytest.fixture
def root(bundle: bytes, tmp_path: Path) -> Path:
    """What Gradescope's image holds after setup.sh, with the interpreter of this test as its environment."""
    with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
        archive.extractall(tmp_path / "source")
    shutil.copy(tmp_path / "source" / "run_autograder", tmp_path / "run_autograder")
    (tmp_path / "run_autograder").chmod(0o755)
    (tmp_path / "venv").symlink_to(sys.prefix)
    (tmp_path / "results").mkdir()
    (tmp_path / "submission").mkdir()
    return tmp_path


def autograde(root: Path) -> subprocess.CompletedProcess[str]:
    """Start ``run_autograder`` as Gradescope's harness does."""
    return subprocess.run(
        [root / "run_autograder"],
        cwd=root,
        env={"PATH": os.environ["PATH"], "AUTOGRADER_ROOT": str(root)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def result(root: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((root / "results" / "results.json").read_text(encoding="utf-8"))
    return found


def hand_in(folder: Path, **files: str) -> None:
    """The solved lesson, with ``files`` (stem -> text) in place of its own."""
    for path in SOLVED.iterdir():
        if path.is_file() and "rubric" not in path.name:
            shutil.copy(path, folder)
    for stem, text in files.items():
        (folder / f"{stem}.py").write_text(text, encoding="utf-8")


def test_the_zip_has_its_scripts_at_the_root_and_runnable(bundle: bytes) -> None:
    """Gradescope finds them nowhere else."""
    with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
        modes = {entry.filename: entry.external_attr >> 16 for entry in archive.infolist()}
    assert modes["setup.sh"] & 0o111
    assert modes["run_autograder"] & 0o111
    assert "course/tests/hidden/averages/test_mean.py" in modes
    assert not any("__pycache__" in name for name in modes)


def test_the_same_course_gives_the_same_bytes(bundle: bytes) -> None:
    """So a bundle can be compared with the one that is uploaded."""
    course = load(COURSE)
    settings = Settings(lesson="averages", percent_per_day=Decimal(10), keep_best=True)
    assert platforms.gradescope(course, course.lesson("averages"), settings) == bundle


@pytest.mark.parametrize("script", ["gradescope_setup.sh", "gradescope_run.sh"])
def test_the_scripts_are_sound_bash(script: str) -> None:
    """The shell itself reads them without a complaint."""
    path = Path(platforms.__file__).with_name(script)
    assert subprocess.run(["bash", "-n", path], capture_output=True, check=True).stderr == b""


def test_a_right_submission_earns_full_marks(root: Path) -> None:
    """And what the run prints holds nothing."""
    hand_in(root / "submission")
    done = autograde(root)
    assert done.returncode == 0, done.stderr
    found = result(root)
    assert found["score"] == sum(test.get("max_score", 0) for test in found["tests"]) > 0


def test_a_late_submission_pays_and_an_earlier_better_one_stands(root: Path) -> None:
    """Both from submission_metadata.json, by the policy in the bundle."""
    hand_in(root / "submission")
    autograde(root)
    full = result(root)["score"]
    metadata: dict[str, Any] = {
        "created_at": "2026-03-02T12:00:00.000000-08:00",
        "assignment": {"due_date": "2026-03-01T23:00:00.000000-08:00"},
        "previous_submissions": [],
    }
    (root / "submission_metadata.json").write_text(json.dumps(metadata), encoding="utf-8")
    autograde(root)
    assert result(root)["score"] == pytest.approx(full * 0.9)
    metadata["previous_submissions"] = [{"score": full}]
    (root / "submission_metadata.json").write_text(json.dumps(metadata), encoding="utf-8")
    autograde(root)
    assert result(root)["score"] == full


@pytest.mark.parametrize(
    "code", [HANGING, HOSTILE, "def mean(values):\n    return 0\n"], ids=["hangs", "hostile", "wrong"]
)
def test_work_that_is_not_right_costs_its_own_points_only(root: Path, code: str) -> None:
    """A hang, an attack on the result and a plain mistake: the other item keeps its points."""
    hand_in(root / "submission", mean=code)
    done = autograde(root)
    assert done.returncode == 0, done.stderr
    tests = result(root)["tests"]
    assert result(root)["score"] < sum(test.get("max_score", 0) for test in tests)
    assert {test["status"] for test in tests if "Mean" in test["name"] or "mean" in test["name"]} >= {
        "failed"
    }
    assert any(test["status"] == "passed" for test in tests)


def test_nothing_of_a_hidden_check_is_told(root: Path) -> None:
    """No line of the hidden checks or of the reference appears in the result or on either stream."""
    hand_in(root / "submission", mean="def mean(values):\n    return 0\n")
    done = autograde(root)
    told = done.stdout + done.stderr + (root / "results" / "results.json").read_text(encoding="utf-8")
    secret = [*COURSE.glob("tests/hidden/**/*.py"), *SOLVED.glob("*.py")]
    lines = {line.strip() for path in secret for line in path.read_text(encoding="utf-8").splitlines()}
    given = (COURSE / "exercises" / "averages" / "mean.py").read_text(encoding="utf-8")
    distinctive = {
        line for line in lines if len(line) > 15 and not line.startswith('"""') and line not in given
    }
    assert distinctive
    assert not [line for line in distinctive if line in told]


def test_a_link_instead_of_a_file_is_refused(root: Path) -> None:
    """It is not followed to the reference."""
    hand_in(root / "submission")
    (root / "submission" / "mean.py").unlink()
    (root / "submission" / "mean.py").symlink_to(
        root / "source" / "course" / "solutions" / "averages" / "mean.py"
    )
    autograde(root)
    assert any("it is a link" in test["output"] for test in result(root)["tests"])


def test_a_damaged_bundle_leaves_no_result(root: Path) -> None:
    """An old result would be taken for this submission's; there is none, and staff read why."""
    (root / "results" / "results.json").write_text('{"score": 3}', encoding="utf-8")
    (root / "source" / "bundle.json").write_text("{", encoding="utf-8")
    done = autograde(root)
    assert done.returncode == 3
    assert "bundle is damaged" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (root / "results" / "results.json").exists()


def test_the_container_writes_the_attempt_and_junit(tmp_path: Path) -> None:
    """The folders of the image, under another root."""
    course = load(COURSE)
    contents = platforms.docker(course, course.lesson("averages"), Settings(lesson="averages"))
    for name, content in contents.items():
        file = tmp_path / "grader" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    (tmp_path / "submission").mkdir()
    hand_in(tmp_path / "submission")
    assert run.main(["docker", str(tmp_path)]) == 0
    attempt = decode((tmp_path / "results" / "results.json").read_bytes())
    assert attempt.score == attempt.max_score
    assert attempt.status is not Status.GRADER_ERROR
    assert (tmp_path / "results" / "junit.xml").exists()


def test_the_image_runs_as_nobody_in_particular() -> None:
    """Its last user is not root, and it installs the wheel that is in the bundle."""
    course = load(COURSE)
    contents = platforms.docker(course, course.lesson("averages"), Settings(lesson="averages"))
    lines = contents["Dockerfile"].decode().splitlines()
    users = [line.split()[1] for line in lines if line.startswith("USER")]
    assert users[-1:] == ["10001"]
    assert wheel.build()[0] in contents


def test_the_wheel_installs_and_is_this_grader(tmp_path: Path) -> None:
    """pip accepts it, and what is imported from it is a whole package with its command."""
    name, content = wheel.build()
    (tmp_path / name).write_bytes(content)
    place = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", place]
    subprocess.run([*pip, tmp_path / name], check=True, capture_output=True)
    code = "import grader, grader.__main__; print(grader.__file__, grader.__version__)"
    out = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(place)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert out.stdout.startswith(str(place))


def test_a_class_edition_cannot_be_bundled(tmp_path: Path) -> None:
    """It has no hidden checks: a bundle of it would grade by the public ones only."""
    shutil.copytree(COURSE, tmp_path / "course", ignore=shutil.ignore_patterns("solutions", "hidden"))
    course = load(tmp_path / "course")
    with pytest.raises(CourseError, match="no hidden checks"):
        platforms.gradescope(course, course.lesson("averages"), Settings(lesson="averages"))


def test_packages_are_required_by_the_name_that_pip_knows(tmp_path: Path) -> None:
    """`packages: [yaml]` is what the code imports; the bundle asks pip for PyYAML"""
    root = tmp_path / "course"
    shutil.copytree(COURSE, root)
    file = root / "course.yaml"
    text = file.read_text(encoding="utf-8").replace(
        "stub: mean.py", "stub: mean.py\n        packages: [yaml]"
    )
    file.write_text(text, encoding="utf-8")
    course = load(root)
    made = platforms.gradescope(course, course.lesson("averages"), Settings(lesson="averages"))
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.read("requirements.txt").decode().lower().split() == ["pyyaml"]
