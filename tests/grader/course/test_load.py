"""course.yaml is loaded strictly: everything that is wrong is said at once, with its line and what to do."""

from __future__ import annotations

import shutil
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

import grader
from grader.course import load, rules
from grader.course.model import Edition, Kind
from grader.errors import CourseError, Problem


def problems(text: str, root: Path) -> list[Problem]:
    with pytest.raises(CourseError) as caught:
        load.parse(text, "course.yaml", root)
    return list(caught.value.problems)


def only(text: str, root: Path) -> Problem:
    (problem,) = problems(text, root)
    return problem


def line_of(text: str, part: str) -> str:
    return f"course.yaml:{text[: text.index(part)].count(chr(10)) + 1}"


def test_a_sound_course_loads_typed_and_exact(root: Path) -> None:
    """Points and tolerances are exact decimals, `1e-3` among them, and defaults fill the rest"""
    course = load.load(root)
    area, sides = course.lesson("flat").items
    assert course.edition is Edition.SELF_STUDY
    assert area.kind is Kind.CODE
    assert area.limits.seconds == 5.0
    assert sides.points == Decimal("1.5")
    assert sides.tolerance is not None
    assert sides.tolerance.rtol == Decimal("0.001")
    assert course.lesson("flat").max_score == Decimal("3.5")


def test_words_and_ids_are_kept_as_they_look(course_text: str, tmp_path: Path) -> None:
    """A title `No` and an id `0429` come through as text, not as a boolean or another number"""
    text = course_text.replace("title: Sides", "title: No").replace("id: shapes", "id: 0429")
    course = load.parse(text, "course.yaml", tmp_path)
    assert course.id == "0429"
    assert course.lesson("flat").item("sides").title == "No"


def test_without_solutions_it_is_the_class_edition(root: Path) -> None:
    """No solutions folder: the class edition, in which no reference is asked for"""
    shutil.rmtree(root / "solutions")
    assert load.load(root).edition is Edition.CLASS


def test_misspelt_keys_are_all_named_with_what_was_meant(course_text: str, tmp_path: Path) -> None:
    """`point`, `timout` and a tolerance in the wrong place: three problems, each with line and near miss"""
    text = (
        course_text.replace("points: 2\n", "point: 2\n        timout: 4\n")
        .replace("tolerance: {rtol: 1e-3}", "rtol: 1e-3")
        .replace("title: Shapes", "titel: Shapes")
    )
    found = {problem.what: problem for problem in problems(text, tmp_path)}
    point = found["unknown key 'point' in item 'area'"]
    assert point.where == line_of(text, "point: 2")
    assert point.hint == "Did you mean 'points'?"
    assert found["unknown key 'timout' in item 'area'"].hint == "Did you mean 'seconds', in 'limits'?"
    assert found["unknown key 'rtol' in item 'sides'"].hint == "Did you mean 'rtol', in 'tolerance'?"
    assert found["unknown key 'titel' in this file"].where == line_of(text, "titel")
    assert found["item 'area' has no 'points'"].where == line_of(text, "- id: area")
    assert found["this file has no 'title'"].where == "course.yaml:1"


@pytest.mark.parametrize(
    ("old", "new", "what", "hint"),
    [
        ("points: 2\n", "points: two\n", "'points' must be a number, not 'two'", ""),
        ("points: 2\n", 'points: "2"\n', "'points' must be a number, not '2'", ""),
        ("points: 2\n", "points: 02\n", "'points' must be a number, not '02'", ""),
        ("points: 2\n", "points: .nan\n", "'points' must be a number, not '.nan'", ""),
        ("points: 2\n", "points: [2]\n", "'points' must be a number, not a list", ""),
        ("points: 2\n", "points:\n", "'points' is empty", "delete the line"),
        ("points: 2\n", "points: true\n", "'points' must be a number, not 'True'", ""),
        ("title: Sides", "title: 1984", "'title' must be text, not '1984'", "quotes"),
        ("uses: [area]", "uses: area", "'uses' must be a list", "[a, b]"),
        ("format: 1\n", "format: '1'\n", "'format' is '1', which is not one of 1", "without quotes"),
        ("format: 1\n", "format: 1.0\n", "'format' is '1.0', which is not one of 1", ""),
        ("format: 1\n", "format: true\n", "'format' is 'True', which is not one of 1", ""),
        ("kind: code", "kind: coed", "'kind' is 'coed', which is not one of", "Did you mean 'code'?"),
        ("{text: Measure things.}", "Measure", "'mission' must be a map", "text, url"),
        ("uses: [area]", "grade: 1", "unknown key 'grade'", "Keys that belong here"),
        ("title: Solid shapes", "title: Cubes, balls and cones", "unknown key 'balls and cones'", "comma"),
        ("points: 2\n", "points: 2\n        answers: now\n", "not one of after_attempt", ""),
        ("points: 2\n", "points: 2\n        when: {days_after: 0.5}\n", "must be a whole number", ""),
    ],
)  # fmt: skip
def test_a_wrong_type_is_refused(
    course_text: str, tmp_path: Path, old: str, new: str, what: str, hint: str
) -> None:
    """Each is named with its line, in words about the file and not about Python"""
    text = course_text.replace(old, new)
    problem = only(text, tmp_path)
    assert what in problem.what
    assert hint in problem.hint
    assert problem.where.startswith("course.yaml:")


@pytest.mark.parametrize(
    ("old", "new", "what", "at"),
    [
        ("points: 2\n", "points: -1\n", "'points' is negative", "points: -1"),
        ("points: 2\n", "points: 0.00001\n", "at most four decimals", "points: 0"),
        ("points: 2\n", "points: 1e300\n", "at most 1,000,000", "points: 1e"),
        ("points: 2\n", "points: 2\n        limits: {seconds: 0}\n", "'seconds' must be more", "limits"),
        ("points: 2\n", "points: 2\n        limits: {memory_mb: -5}\n", "'memory_mb' must be", "limits"),
        ("points: 2\n", "points: 2\n        when: {days_after: -1}\n", "must be 0 or more", "when"),
        ("points: 2\n", "points: 2\n        limits: {output_mb: 1000001}\n", "at most 1,000,000", "limits"),
        ("{rtol: 1e-3}", "{atol: -0.1}", "'atol' is negative", "tolerance"),
        ("points: 2\n", "points: 2\n        tolerance: {atol: 1}\n", "means nothing for a code", "tolerance"),
        ("id: sides", "id: watch", "the name of a command", "id: watch"),
        ("id: sides", "id: Sides_2", "may hold only a-z", "id: Sides_2"),
        ("id: flat", "id: -flat", "may hold only a-z", "id: -flat"),
        ("id: shapes", "id: my shapes", "may hold only a-z", "id: my"),
        ("id: sides", "id: area", "two items are called 'area'; the first is on line 9",
         "id: area\n        kind: n"),
        ("id: solid", "id: flat", "two lessons are called 'flat'; the first is on line 6", "{id: flat"),
        ("stub: sides.yaml", "stub: area.py", "ends in .yaml or .yml", "stub: area.py\n        points: 1.5"),
        ("stub: area.py", "stub: ../area.py", "does not stay inside", "stub: ../"),
        ("stub: area.py", "stub: /etc/area.py", "does not stay inside", "stub: /etc"),
        ("stub: area.py", "stub: 'a\\area.py'", "does not stay inside", "stub: 'a"),
        ("stub: area.py", "stub: .hidden.py", "does not stay inside", "stub: .h"),
        ("files: [helper.py]", "files: [x/../../h.py]", "does not stay inside", "files"),
        ("format: 1\n", "format: 1\ngrading_version: 0\n", "must be 1 or more", "grading_version"),
    ],
)  # fmt: skip
def test_what_is_typed_rightly_and_cannot_be_is_refused(
    course_text: str, tmp_path: Path, old: str, new: str, what: str, at: str
) -> None:
    """Ranges, ids and paths: each refusal names the very line"""
    text = course_text.replace(old, new)
    found = [problem for problem in problems(text, tmp_path) if what in problem.what]
    assert [problem.where for problem in found] == [line_of(text, at)]


def test_two_items_cannot_share_a_stub(course_text: str, tmp_path: Path) -> None:
    """Also when the names differ in case only, since some systems know no difference"""
    text = course_text.replace("kind: numeric", "kind: code").replace("stub: sides.yaml", "stub: Area.py")
    text = text.replace("        tolerance: {rtol: 1e-3}\n", "")
    problem = only(text, tmp_path)
    assert problem.what == "items 'area' and 'sides' have the same stub 'Area.py'"
    assert problem.where == line_of(text, "stub: Area.py")


def test_unknown_names_get_a_near_miss(course_text: str, tmp_path: Path) -> None:
    """`uses` and `prerequisites` may name only what exists, and never the item or lesson itself"""
    text = course_text.replace("uses: [area]", "uses: [aera, sides]")
    text = text.replace("title: Flat shapes", "title: Flat shapes\n    prerequisites: [points, flat]")
    found = problems(text, tmp_path)
    assert [problem.what for problem in found] == [
        "'prerequisites' of 'flat' names 'points', which is no other lesson here",
        "'prerequisites' of 'flat' names 'flat', which is no other lesson here",
        "'uses' of 'sides' names 'aera', which is no other item here",
        "'uses' of 'sides' names 'sides', which is no other item here",
    ]
    assert found[2].hint == "Did you mean 'area'?"
    assert found[2].where == line_of(text, "uses:")


@pytest.mark.parametrize(
    ("head", "what"),
    [
        ("format: 2\n", "this course has format 2"),
        ("format: 1\nrequires_grader: '>=99'\n", "this course needs grader >=99"),
        ("format: 1\nrequires_grader: newest\n", "not a version specifier"),
    ],
)
def test_a_course_for_another_grader_says_so_first(
    course_text: str, tmp_path: Path, head: str, what: str
) -> None:
    """The version is the one problem, whatever new keys the course uses beside it"""
    problem = only(course_text.replace("format: 1\n", head + "new_key: 1\n"), tmp_path)
    assert what in problem.what
    assert problem.where == f"course.yaml:{head.count(chr(10))}"
    assert "Upgrade" in problem.hint or ">=" in problem.hint


def test_a_course_that_fits_this_grader_loads(course_text: str, tmp_path: Path) -> None:
    """requires_grader is satisfied by this very version"""
    text = course_text.replace("format: 1\n", f"format: 1\nrequires_grader: '=={grader.__version__}'\n")
    assert load.parse(text, "course.yaml", tmp_path).id == "shapes"


@pytest.mark.parametrize(
    ("gone", "what"),
    [
        ("exercises/flat/README.md", "lesson 'flat' has no page"),
        ("exercises/flat/.stubs/area.py", "item 'area' has no untouched stub"),
        ("exercises/flat/helper.py", "item 'area' has no helper file"),
        ("solutions/flat/sides.yaml", "item 'sides' has no reference"),
    ],
)
def test_a_missing_file_is_named(root: Path, gone: str, what: str) -> None:
    """Each file that course.yaml promises is asked for, and the command that writes it can still load"""
    (root / gone).unlink()
    with pytest.raises(CourseError, match=what) as caught:
        load.load(root)
    assert gone in str(caught.value)
    assert load.load(root, files=False).id == "shapes"


def test_a_stub_that_the_student_deleted_is_no_course_error(root: Path) -> None:
    """It is that item's status, which the student sees; the course still loads"""
    (root / "exercises/flat/area.py").unlink()
    assert load.load(root).id == "shapes"


def test_no_course_file_is_a_course_error(tmp_path: Path) -> None:
    """Not a traceback of the operating system's"""
    with pytest.raises(CourseError, match=r"course\.yaml cannot be read"):
        load.load(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "just words", "- a\n- b"])
def test_a_file_that_is_no_map_is_refused(text: str, tmp_path: Path) -> None:
    """An empty file and a list are told which keys belong there"""
    assert "format" in only(text, tmp_path).hint


def test_the_commands_of_the_design_are_reserved() -> None:
    """No item can take the name of a command that a student or instructor types"""
    words = "list run watch hint answer reset progress lesson submit doctor batch report review override diff"
    words += " export nbgrader ci bundle course forget"
    assert set(words.split()) == rules.COMMANDS


def test_loading_imports_no_more_than_it_needs(root: Path) -> None:
    """A sound course loads without numpy, pytest, rapidfuzz, nbgrader or Jinja2"""
    script = (
        "import sys; from pathlib import Path; from grader.course.load import load; load(Path('.'));"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    environment = {"PYTHONPATH": str(Path(grader.__file__).parents[1])}
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=root, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    unwanted = {"numpy", "pytest", "rapidfuzz", "nbgrader", "jinja2", "click", "rich"}
    assert not unwanted & set(run.stdout.split())
