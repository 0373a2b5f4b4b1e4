"""The workflow files, drawn from the templates beside this module.

A student repository's workflow runs the public checks and holds no secret: whoever can push to a repository
can read every secret that its workflows can. Hidden checks run in the instructor's repository only.
"""

from __future__ import annotations

import json
import shlex
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from grader import __version__
from grader.course.model import Course

DISTRIBUTION = "gradewright"
PYTHON = "3.12"

# Full commits: a tag can be moved by whoever takes over an action's repository. Dependabot moves these.
ACTIONS = {
    "checkout": "actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0",
    "setup_python": "actions/setup-python@e797f83bcb11b83ae66e0230d6156d7c80228e7c # v6.0.0",
    "upload": "actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0",
}


@dataclass(frozen=True, slots=True)
class Generated:
    """One file to write."""

    path: str
    """Relative to the repository, ``/`` between its parts."""
    text: str
    keep: bool = False
    """Whether a file of this name that is already there is left alone."""


def student(course: Course, platform: str) -> tuple[Generated, ...]:
    """The workflow of a student repository on ``github`` or ``gitlab``: public checks at every push."""
    where = {"github": ".github/workflows/grade.yml", "gitlab": ".gitlab-ci.yml"}[platform]
    return (Generated(where, _draw(f"{platform}.yml.j2", course)),)


def grading(course: Course) -> tuple[Generated, ...]:
    """The workflow of the instructor's repository on GitHub, and the list of students that it reads."""
    return (
        Generated(".github/workflows/grade-class.yml", _draw("github_grading.yml.j2", course)),
        Generated("students.csv", "student,repository,ref\n", keep=True),
    )


def install_target(root: Path) -> str:
    """What ``pip install`` gets: the wheel in this copy of the course, or itself, or a fixed version."""
    wheels = sorted(wheel for depth in ("", "*/") for wheel in root.glob(f"{depth}{DISTRIBUTION}-*.whl"))
    if wheels:
        return "./" + wheels[-1].relative_to(root).as_posix()
    project = root / "pyproject.toml"
    if project.is_file():
        with project.open("rb") as file:
            if tomllib.load(file).get("project", {}).get("name") == DISTRIBUTION:
                return "."
    return f"{DISTRIBUTION}=={__version__}"


def _with_extra(target: str) -> str:
    """``target`` with what an instructor needs on top."""
    name, version, number = target.partition("==")
    return f"{name}[instructor]{version}{number}"


def _draw(template: str, course: Course) -> str:
    from jinja2 import Environment, StrictUndefined

    # Workflows use {{ }} themselves. Nothing here is HTML, so there is nothing to autoescape.
    environment = Environment(
        variable_start_string="<%=",
        variable_end_string="%>",
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    text = files(__package__).joinpath(template).read_text(encoding="utf-8")
    target = install_target(course.root)
    return environment.from_string(text).render(
        lessons=json.dumps([lesson.id for lesson in course.file.lessons]),
        lesson=json.dumps(course.file.lessons[0].id),
        install=shlex.quote(target),
        install_staff=shlex.quote(_with_extra(target)),
        python=PYTHON,
        **ACTIONS,
    )
