"""The bundle of each platform: the common contents and the files by which the platform starts them."""

from __future__ import annotations

from importlib.resources import files

from grader.authoring.bundle.archive import packed
from grader.authoring.bundle.contents import Settings, common
from grader.course.model import Course, Lesson

# The platform's name -> the template's.
_GRADESCOPE = {"setup.sh": "gradescope_setup.sh", "run_autograder": "gradescope_run.sh"}
_DOCKER = {"Dockerfile": "Dockerfile.j2", "README.md": "docker_readme.md"}


def gradescope(course: Course, lesson: Lesson, settings: Settings) -> bytes:
    """The zip to upload under "Configure Autograder", its files at the root. Raises ``CourseError``."""
    contents = common(course, lesson, settings) | _templates(_GRADESCOPE)
    return packed(contents, executable=_GRADESCOPE)


def docker(course: Course, lesson: Lesson, settings: Settings) -> dict[str, bytes]:
    """Name -> content of a folder for ``docker build``. Raises ``CourseError``."""
    return common(course, lesson, settings) | _templates(_DOCKER)


def _templates(names: dict[str, str]) -> dict[str, bytes]:
    # A checkout on Windows may have given the scripts line ends that a shell does not understand.
    here = files(__package__)
    return {name: here.joinpath(file).read_bytes().replace(b"\r\n", b"\n") for name, file in names.items()}
