"""A new course and new items are whole at once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from grader.__main__ import run
from grader.authoring.new import new_course, new_item, schema_text
from grader.course import load
from grader.course.model import Kind
from grader.errors import CourseError, UsageError
from tests.grader.authoring.conftest import Draft

REPOSITORY = Path(__file__).parents[3]


def test_a_new_course_with_an_item_of_every_kind_passes_the_check(whole: Draft) -> None:
    """Nothing is found in a new course to which one item of each kind was added"""
    report = whole.report(quick=False)
    assert report.findings == []
    assert {str(item.kind) for item in load.load(whole.root).file.lessons[0].items} == set(Kind)


def test_an_item_is_added_without_touching_any_other_line(draft: Draft) -> None:
    """Comments and layout of course.yaml stay; the new item stands behind the last one"""
    path = draft.root / "course.yaml"
    before = (
        path.read_text(encoding="utf-8")
        + "      # a thought\n\n# what comes next\nnext:\n  - {id: b, title: B}\n"
    )
    path.write_text(before, encoding="utf-8")
    new_item(draft.root, "area", "numeric", title='The "area"')
    after = path.read_text(encoding="utf-8")
    added = after.replace(before.partition("\n# what")[0], "").replace(
        "\n# what" + before.partition("\n# what")[2], ""
    )
    assert added.startswith("\n      - id: area\n")
    assert [item.title for item in load.load(draft.root).file.lessons[0].items] == ["The mean", 'The "area"']


@pytest.mark.parametrize(
    ("item", "words"), [("mean", "two items"), ("Area", "may hold only"), ("run", "name of a command")]
)
def test_an_id_that_may_not_be_is_refused_before_anything_is_written(
    draft: Draft, item: str, words: str
) -> None:
    """A taken, malformed or reserved id is an error that names course.yaml, which stays as it was"""
    before = (draft.root / "course.yaml").read_bytes()
    with pytest.raises(CourseError, match=words):
        new_item(draft.root, item, "choice")
    assert (draft.root / "course.yaml").read_bytes() == before


def test_no_file_is_written_over(draft: Draft) -> None:
    """An item whose files are there already is refused, and the files stay"""
    draft.write("solutions/area.md", "mine")
    with pytest.raises(UsageError, match="already there"):
        new_item(draft.root, "area", "choice")
    assert draft.path("solutions/area.md").read_text(encoding="utf-8") == "mine"


def test_items_in_one_line_cannot_be_added_to(draft: Draft) -> None:
    """A lesson whose items stand in brackets is refused with a word on how to write them"""
    item = "{id: mean, kind: code, title: M, stub: mean.py, points: 2}"
    head = (draft.root / "course.yaml").read_text(encoding="utf-8").partition("    items:")[0]
    (draft.root / "course.yaml").write_text(f"{head}    items: [{item}]\n", encoding="utf-8")
    with pytest.raises(UsageError, match="'- ' lines"):
        new_item(draft.root, "area", "choice")


def test_a_code_item_never_hides_a_module(draft: Draft) -> None:
    """An item called like a module or a keyword gets a file of another name"""
    new_item(draft.root, "random", "code")
    new_item(draft.root, "2-means", "code")
    stubs = [item.stub for item in load.load(draft.root).file.lessons[0].items]
    assert stubs == ["mean.py", "random_item.py", "item_2_means.py"]


def test_a_course_is_not_written_into_a_folder_in_use(tmp_path: Path) -> None:
    """A folder that holds something is refused, and nothing is added to it"""
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="not empty"):
        new_course(tmp_path, "Means")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_lesson_that_is_not_there_is_answered_with_those_that_are(draft: Draft) -> None:
    """An unknown lesson is an error that lists the lessons"""
    with pytest.raises(UsageError, match="no lesson 'second'") as caught:
        new_item(draft.root, "area", "choice", lesson="second")
    assert "first-lesson" in caught.value.problems[0].hint


def test_the_shipped_schema_is_the_one_that_is_printed() -> None:
    """`grade course schema` prints what course.schema.json holds, and course.yaml points editors to it"""
    line = [sys.executable, "-m", "grader", "course", "schema"]
    printed = subprocess.run(line, capture_output=True, text=True, check=True, timeout=60).stdout
    assert json.loads(printed) == json.loads(schema_text())
    assert json.loads((REPOSITORY / "course.schema.json").read_text(encoding="utf-8")) == json.loads(printed)
    assert (
        "$schema=course.schema.json"
        in (REPOSITORY / "course.yaml").read_text(encoding="utf-8").split("\n")[0]
    )


def test_the_commands_of_an_author_work_hand_in_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """new, new-item, stubs and release do what they say, and each names the files that it wrote"""
    root = tmp_path / "means"
    here = ["--course", str(root)]
    assert run(["course", "new", str(root)]) == 0
    assert run(["course", "new-item", "area", "--kind", "code", *here]) == 0
    assert "solutions/first-lesson/area.py" in capsys.readouterr().out
    assert run(["course", "stubs", "--check", *here]) == 0
    reference = root / "solutions" / "first-lesson" / "area.py"
    reference.write_text(reference.read_text(encoding="utf-8").replace("numbers", "values"), encoding="utf-8")
    assert run(["course", "stubs", "--check", *here]) == 1
    assert "not what its reference gives" in capsys.readouterr().out
    assert run(["course", "stubs", *here]) == 0
    assert "Wrote exercises/first-lesson/area.py" in capsys.readouterr().out
    assert run(["course", "release", str(tmp_path / "class"), *here]) == 0
    assert run(["course", "check", "--course", str(tmp_path / "class")]) == 2
    assert "no references to check" in capsys.readouterr().err
