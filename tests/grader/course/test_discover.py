"""The course is found from anywhere inside it, and its digests change with what decides a verdict."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader.course import discover
from grader.course.load import load
from grader.errors import CourseError, UsageError


def test_the_nearest_course_upwards_is_found(root: Path) -> None:
    """From the root, from deep inside, and never past the nearest one"""
    assert discover.find_root(root) == root.resolve()
    assert discover.find_root(root / "exercises" / "flat") == root.resolve()


def test_no_course_is_a_usage_error_with_a_next_step(tmp_path: Path) -> None:
    """Where there is no course.yaml, the message says how to name one"""
    with pytest.raises(UsageError) as caught:
        discover.find_root(tmp_path)
    assert "--course" in caught.value.problems[0].hint


def test_references_come_with_helpers(root: Path) -> None:
    """The references are a whole submission; a helper of the solutions' own wins over the students'"""
    course = load(root)
    lesson = course.lesson("flat")
    assert set(discover.references(course, lesson)) == {"area.py", "sides.yaml", "helper.py"}
    assert discover.references(course, lesson)["helper.py"] == b"UNIT = 1\n"
    (root / "solutions/flat/helper.py").write_bytes(b"UNIT = 2\n")
    assert discover.references(course, lesson)["helper.py"] == b"UNIT = 2\n"


def test_the_class_edition_has_no_references(root: Path) -> None:
    """Asking for them there is a course error that names the file"""
    shutil.rmtree(root / "solutions")
    course = load(root)
    with pytest.raises(CourseError, match=r"solutions/flat/area\.py"):
        discover.references(course, course.lesson("flat"))


def test_pristine_stubs_are_the_untouched_twins(root: Path) -> None:
    """What a student did to the stub does not change them"""
    course = load(root)
    (root / "exercises/flat/sides.yaml").write_text("square: 4\n")
    assert discover.pristine_stubs(course, course.lesson("flat"))["sides.yaml"] == b"square:\n"


@pytest.mark.parametrize(
    ("name", "changes_area", "changes_sides"),
    [
        ("exercises/flat/.stubs/area.py", True, False),
        ("exercises/flat/helper.py", True, False),
        ("solutions/flat/area.py", True, False),
        ("solutions/flat/area.rubric.yaml", True, False),
        ("solutions/flat/mistakes/area/adds.py", True, False),
        ("tests/hidden/flat/test_area.py", True, False),
        ("tests/public/flat/test_area.py", True, False),
        ("solutions/flat/sides.yaml", False, True),
        ("tests/hidden/flat/shared.py", True, True),
        ("exercises/flat/area.py", False, False),
        ("exercises/flat/notes.txt", False, False),
    ],
)
def test_an_item_digest_follows_what_judges_it_and_nothing_else(
    root: Path, name: str, changes_area: bool, changes_sides: bool
) -> None:
    """A new reference or check regrades its own item; a student's work and another item's do not"""

    def digests() -> list[str]:
        course = load(root)
        lesson = course.lesson("flat")
        return [discover.item_digest(course, lesson, item) for item in lesson.items]

    before = digests()
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text("new: 1\n")
    assert [old != new for old, new in zip(before, digests(), strict=True)] == [changes_area, changes_sides]


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ("points: 2\n", "points: 3\n", True),
        ("points: 2\n", "points: 2\n        limits: {seconds: 1}\n", True),
        ("format: 1\n", "format: 1\ngrading_version: 2\n", True),
        ("The area of a rectangle", "Rectangles", False),
        ("points: 2\n", "points: 2.0\n", False),
    ],
)
def test_an_item_digest_follows_its_settings(
    root: Path, course_text: str, old: str, new: str, changes: bool
) -> None:
    """Points, limits and the grading version count; a better title or another way to write 2 does not"""
    course = load(root)
    lesson = course.lesson("flat")
    before = discover.item_digest(course, lesson, lesson.item("area"))
    (root / "course.yaml").write_text(course_text.replace(old, new))
    course = load(root)
    lesson = course.lesson("flat")
    assert (discover.item_digest(course, lesson, lesson.item("area")) != before) is changes


def test_line_ends_do_not_change_a_digest(root: Path) -> None:
    """Git may check files out with Windows line ends; the verdict is the same"""
    course = load(root)
    before = discover.course_digest(course)
    for path in root.rglob("*.*"):
        if path.is_file():
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert discover.course_digest(load(root)) == before


def test_the_course_digest_follows_every_part(root: Path) -> None:
    """A check of one item and the lesson's page both change it"""
    seen = {discover.course_digest(load(root))}
    for name in ("tests/hidden/flat/test_area.py", "exercises/flat/README.md", "solutions/flat/sides.yaml"):
        (root / name).write_text("changed: 1\n")
        seen.add(discover.course_digest(load(root)))
    assert len(seen) == 4


def test_one_look_at_the_files_gives_every_digest(root: Path) -> None:
    """The same ones that each item and the course have by themselves"""
    course = load(root)
    found = discover.digests(course)
    assert found.course == discover.course_digest(course)
    assert found.items == {
        (lesson.id, item.id): discover.item_digest(course, lesson, item)
        for lesson in course.file.lessons
        for item in lesson.items
    }
