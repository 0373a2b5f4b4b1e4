"""Where a course keeps what. The only place that knows the folder names."""

from __future__ import annotations

from pathlib import Path

from grader.course.model import Course, Item, Lesson
from grader.records import Visibility

COURSE_FILE = "course.yaml"
SECRET_FOLDERS = ("solutions", "tests/hidden")


def exercises(course: Course, lesson: Lesson) -> Path:
    """What a student receives: the lesson page and the stubs."""
    return course.root.joinpath("exercises", lesson.id)


def solutions(course: Course, lesson: Lesson) -> Path:
    """Staff only: the references, under the stubs' own names."""
    return course.root.joinpath("solutions", lesson.id)


def lesson_page(course: Course, lesson: Lesson) -> Path:
    return exercises(course, lesson) / "README.md"


def stub(course: Course, lesson: Lesson, item: Item) -> Path:
    """The file that the student fills in."""
    return exercises(course, lesson) / item.stub


def pristine(course: Course, lesson: Lesson, item: Item) -> Path:
    """The untouched stub. A student works on the stub itself, so ``grade course stubs`` keeps a twin."""
    return course.root.joinpath("exercises", lesson.id, ".stubs", item.stub)


def reference(course: Course, lesson: Lesson, item: Item) -> Path:
    return course.root.joinpath("solutions", lesson.id, item.stub)


def rubric(course: Course, lesson: Lesson, item: Item) -> Path:
    return solutions(course, lesson) / f"{item.id}.rubric.yaml"


def mistakes(course: Course, lesson: Lesson, item: Item) -> Path:
    """Folder of known wrong solutions, one ``<name>.py`` each; other forms of one are in ``<name>/``."""
    return course.root.joinpath("solutions", lesson.id, "mistakes", item.id)


def mistake_files(course: Course, lesson: Lesson, item: Item) -> dict[str, Path]:
    """Name -> file of each mistake: ``no_scale``, followed by its other forms, ``no_scale/with_loops``."""
    folder = mistakes(course, lesson, item)
    files = [*folder.glob("*.py"), *folder.glob("*/*.py")]
    named = {path.relative_to(folder).with_suffix("").as_posix(): path for path in files}
    return {name: named[name] for name in sorted(named, key=lambda name: name.split("/"))}


def checks(course: Course, lesson: Lesson, visibility: Visibility) -> Path:
    """Folder of a lesson's checks."""
    return course.root.joinpath("tests", str(visibility), lesson.id)


def check_file(course: Course, lesson: Lesson, item: Item, visibility: Visibility) -> Path:
    """``test_<item>.py``, the item's id with ``-`` as ``_``. Need not exist."""
    return checks(course, lesson, visibility) / f"test_{item.id.replace('-', '_')}.py"
