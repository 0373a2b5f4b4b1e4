"""Stubs are made from references, and a student's work is never overwritten."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from grader.authoring import stubs
from grader.course import load
from grader.course.model import Course, Lesson
from grader.errors import CourseError, GraderError

COURSE = """\
format: 1
id: shapes
title: Shapes
mission: {text: Measure things.}
lessons:
  - id: flat
    title: Flat shapes
    items:
      - {id: area, kind: code, title: Area, stub: area.py, points: 2}
      - {id: why, kind: text, title: Why, stub: why.md, points: 1}
      - {id: sides, kind: numeric, title: Sides, stub: sides.yaml, points: 1}
      - {id: names, kind: mapping, title: Names, stub: names.yaml, points: 1}
      - {id: pick, kind: choice, title: Pick, stub: pick.md, points: 1}
"""
REFERENCES = {
    "area.py": (
        "import math\n\n\nclass Square:\n    def area(self, a):\n        '''The area.'''\n"
        "        ### BEGIN SOLUTION\n        b = a\n        return a * b\n        ### END SOLUTION\n\n\n"
        "def root(x):\n    # BEGIN SOLUTION\n    return math.sqrt(x)\n    # END SOLUTION\n"
    ),
    "why.md": "# Why?\n\n## Your answer\n\n### BEGIN SOLUTION\nBecause √2.\n\nAnd so.\n### END SOLUTION\n",
    "sides.yaml": "# by hand\nsquare: [4, 4]  # two of them\nhint: 2\n",
    "sides.rubric.yaml": "fields:\n  hint: {given: true}\n  square: {points: 1}\n",
    "names.yaml": "width: a\nheight: b.T\n",
    "pick.md": "Which?\n\n- [ ] a) round\n- [x] b) square\n",
}
STUBS = {
    "area.py": (
        "import math\n\n\nclass Square:\n    def area(self, a):\n        '''The area.'''\n"
        "        # YOUR CODE HERE\n        raise NotImplementedError\n\n\n"
        "def root(x):\n    # YOUR CODE HERE\n    raise NotImplementedError\n"
    ),
    "why.md": "# Why?\n\n## Your answer\n\n<!-- Write your sentence here. -->\n",
    "sides.yaml": "# by hand\nsquare:  # two of them\nhint: 2\n",
    "names.yaml": "width:\nheight:\n",
    "pick.md": "Which?\n\n- [ ] a) round\n- [ ] b) square\n",
}


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A course with references and no stub yet."""
    (tmp_path / "solutions" / "flat").mkdir(parents=True)
    (tmp_path / "course.yaml").write_text(COURSE, encoding="utf-8")
    for name, text in REFERENCES.items():
        (tmp_path / "solutions" / "flat" / name).write_text(text, encoding="utf-8")
    return load.load(tmp_path, files=False)


@pytest.fixture
def lesson(course: Course) -> Lesson:
    return course.lesson("flat")


def change(course: Course, name: str, old: str, new: str) -> None:
    path = course.root / "solutions" / "flat" / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_every_kind_of_reference_gives_its_stub(course: Course, lesson: Lesson) -> None:
    """Marked code and text go, the stub's words keep the indentation; values and ticks are emptied"""
    assert {name: text.decode() for name, text in stubs.generate(course, lesson).items()} == STUBS


def test_windows_line_ends_and_a_byte_order_mark_give_the_same_stubs(course: Course, lesson: Lesson) -> None:
    """A reference saved by any editor makes the same stub"""
    for name in STUBS:
        path = course.root / "solutions" / "flat" / name
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert {name: text.decode() for name, text in stubs.generate(course, lesson).items()} == STUBS


@pytest.mark.parametrize(
    ("name", "old", "new", "what"),
    [
        ("area.py", "        ### END SOLUTION\n", "", "not every BEGIN has its END"),
        ("area.py", "### BEGIN SOLUTION", "### BEGIN SOLUTON", "not every BEGIN has its END"),
        ("area.py", "        b = a\n", "# BEGIN SOLUTION\n# END SOLUTION\n", "nested begin solution"),
        ("why.md", "### END SOLUTION\n", "", "not every BEGIN has its END"),
        ("why.md", REFERENCES["why.md"], "Because.\n", "nothing that a student"),
        ("pick.md", "[x]", "[ ]", "nothing that a student"),
        ("names.yaml", "width: a\nheight: b.T\n", "width:\nheight:\n", "nothing that a student"),
        ("names.yaml", "width: a\n", "width: a\nwidth: b\n", "a second time"),
    ],
)  # fmt: skip
def test_a_reference_that_would_give_itself_away_is_refused(
    course: Course, lesson: Lesson, name: str, old: str, new: str, what: str
) -> None:
    """Broken or absent marks never become a stub that holds the answer; the file is named"""
    change(course, name, old, new)
    with pytest.raises(CourseError, match=what) as caught:
        stubs.write(course, lesson)
    assert caught.value.problems[0].where.startswith(f"solutions/flat/{name}")
    assert caught.value.problems[0].hint
    assert not (course.root / "exercises").exists()


def test_without_nbgrader_the_message_says_what_to_install(
    course: Course, lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A student's install lacks nbgrader; that is a sentence, not an ImportError"""
    monkeypatch.setitem(sys.modules, "nbgrader.preprocessors", None)
    with pytest.raises(GraderError) as caught:
        stubs.generate(course, lesson)
    assert "pip install nbgrader" in caught.value.problems[0].hint


def test_the_class_edition_cannot_make_stubs(course: Course, lesson: Lesson) -> None:
    """Without references it says which file is not there"""
    shutil.rmtree(course.root / "solutions")
    with pytest.raises(CourseError, match=r"solutions/flat/area\.py"):
        stubs.generate(course, lesson)


def test_writing_makes_stubs_and_twins_once(course: Course, lesson: Lesson) -> None:
    """The first time writes both of each, the second time nothing, and the course then loads"""
    changed = stubs.write(course, lesson)
    assert {path.as_posix() for path in changed} == {
        f"exercises/flat/{folder}{name}" for name in STUBS for folder in ("", ".stubs/")
    }
    assert (course.root / "exercises/flat/why.md").read_text(encoding="utf-8") == STUBS["why.md"]
    assert stubs.write(course, lesson) == []
    assert stubs.check(course, lesson) == []


def test_untouched_stubs_follow_a_changed_reference(course: Course, lesson: Lesson) -> None:
    """A better prompt reaches the stub and its twin as long as nobody worked on it"""
    stubs.write(course, lesson)
    change(course, "pick.md", "Which?", "Which one?")
    assert [path.as_posix() for path in stubs.write(course, lesson)] == [
        "exercises/flat/.stubs/pick.md",
        "exercises/flat/pick.md",
    ]


def test_work_is_never_overwritten_unless_forced(course: Course, lesson: Lesson) -> None:
    """A stub that somebody filled in stays through every run; its twin is renewed; force replaces it"""
    stubs.write(course, lesson)
    work = course.root / "exercises/flat/pick.md"
    work.write_text("- [x] a) mine\n")
    change(course, "pick.md", "Which?", "Which one?")
    assert [path.name for path in stubs.write(course, lesson)] == ["pick.md"]
    assert stubs.write(course, lesson) == []
    assert work.read_text() == "- [x] a) mine\n"
    stubs.write(course, lesson, force=True)
    assert work.read_text() == "Which one?\n\n- [ ] a) round\n- [ ] b) square\n"


def test_work_without_a_twin_counts_as_work(course: Course, lesson: Lesson) -> None:
    """Where nothing tells whether a stub was touched, it is kept"""
    work = course.root / "exercises/flat/pick.md"
    work.parent.mkdir(parents=True)
    work.write_text("- [x] a) mine\n")
    stubs.write(course, lesson)
    assert work.read_text() == "- [x] a) mine\n"


def test_check_names_stubs_that_are_stale_or_missing(course: Course, lesson: Lesson) -> None:
    """Each twin that is not what its reference gives is one problem with a place and a next step"""
    stubs.write(course, lesson)
    change(course, "pick.md", "Which?", "Which one?")
    (course.root / "exercises/flat/.stubs/why.md").unlink()
    (course.root / "exercises/flat/area.py").write_text("my work\n")
    found = {problem.where: problem.what for problem in stubs.check(course, lesson)}
    assert found == {
        "exercises/flat/.stubs/why.md": "this stub is missing",
        "exercises/flat/.stubs/pick.md": "this stub is not what its reference gives",
    }


def test_the_shipped_stubs_are_what_the_solutions_give() -> None:
    """Nobody edits a stub by hand: each is made from its reference"""
    shipped = load.load(Path(__file__).parents[3])
    for lesson in shipped.file.lessons:
        assert stubs.check(shipped, lesson) == []
