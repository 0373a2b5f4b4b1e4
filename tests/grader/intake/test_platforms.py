"""Downloads of learning platforms: everybody's files found, each with its owner, nothing dropped unsaid."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.model import Lesson
from grader.intake.batch import discover
from grader.intake.platforms import by_student

from .conftest import MakeZip, download

MOODLE = {
    "4.1 and newer": "Zoë Núñez_1002_assignsubmission_file/{}",
    "3.1 to 4.0": "Zoë Núñez_1002_assignsubmission_file_/{}",
    "without folders": "Zoë Núñez_1002_assignsubmission_file_{}",
    "names hidden": "Participant_1002_assignsubmission_file/{}",
}


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("form", MOODLE)
def test_moodles_folders_are_students(
    form: str, packed: bool, tmp_path: Path, lesson: Lesson, make_zip: MakeZip
) -> None:
    """In every form that Moodle has had; what was typed into its page belongs to the same student"""
    files = [(MOODLE[form].format(name), b"1") for name in ("stir.py", "weigh.yaml")]
    typed = MOODLE[form].replace("_file", "_onlinetext").format("onlinetext.html")
    files += [(typed, b"<p>hello</p>"), ("Ada L_7_assignsubmission_onlinetext/onlinetext.html", b"")]
    got = {each.student: each for each in discover(download(tmp_path, files, packed, make_zip), lesson)}
    zoe = "Participant_1002" if "hidden" in form else "Zoë Núñez_1002"
    assert set(got) == {zoe, "Ada L_7"}
    assert set(got[zoe].files) == {"stir.py", "weigh.yaml"}
    assert got["Ada L_7"].files == {}


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("wrapper", ["", "download again/"])
def test_canvas_files_are_gathered_by_student(
    wrapper: str, packed: bool, tmp_path: Path, lesson: Lesson, make_zip: MakeZip
) -> None:
    """Late ones, second versions, names with underscores, uploaded archives, typed text, hidden names"""
    if wrapper and not packed:
        wrapper = ""
    inner = make_zip([("hw/stir.py", b"4")])
    files = [
        ("doejane_101_5001_stir.py", b"1"),
        ("doejane_101_5002_weigh.yaml", b"x"),
        ("nunez_zoë_LATE_102_5003_stir-2.py", b"2"),
        ("nunez_zoë_LATE_102_5004_my_notes-1.txt", b""),
        ("anon_xy7_5005_stir.py", b"3"),
        ("roeal_104_5006_homework.zip", inner),
        ("typer_105_text.html", b"<p>hello</p>"),
        ("both_106_5007_stir.py", b"old"),
        ("both_106_5008_stir-1.py", b"new"),
    ]
    files = [(wrapper + name, content) for name, content in files]
    found = discover(download(tmp_path, files, packed, make_zip), lesson)
    assert found.left_out == ()
    got = {each.student: each for each in found}
    assert {student: each.files for student, each in got.items()} == {
        "doejane_101": {"stir.py": b"1", "weigh.yaml": b"x"},
        "nunez_zoë_102": {"stir.py": b"2"},
        "anon_xy7": {"stir.py": b"3"},
        "roeal_104": {"stir.py": b"4"},
        "typer_105": {},
        "both_106": {"stir.py": b"old"},
    }
    assert got["nunez_zoë_102"].ignored == ("my_notes-1.txt",)
    assert got["both_106"].ignored == ("stir-1.py",)


@pytest.mark.parametrize(
    "names",
    [
        ["hw_2024_12_ada.zip", "hw_2024_12_bob.zip"],
        ["doejane_101_5001_stir.py", "index.html"],
        ["ada/", "bob/"],
        ["ada/1_2_stir.py", "bob/1_2_stir.py"],
        [],
    ],
)
def test_other_downloads_are_left_as_they_are(names: list[str]) -> None:
    """Numbers that repeat, a name that fits no rule, ordinary folders"""
    assert by_student(names, {"stir.py"}) == {}


def test_a_class_packed_again_is_still_the_class(tmp_path: Path, lesson: Lesson, make_zip: MakeZip) -> None:
    """One folder around Moodle's, and a stray file in it"""
    files = [("all/Ada L_7_assignsubmission_file/stir.py", b"1"), ("all/grades.csv", b"")]
    found = discover(download(tmp_path, files, True, make_zip), lesson)
    assert [each.student for each in found] == ["Ada L_7"]
    assert found.left_out == ("grades.csv",)


@pytest.mark.parametrize(
    ("name", "on_roster"),
    [
        ("doejane_LATE_101_5001_stir.py", "101"),
        ("Jane Doe_123_assignsubmission_file/stir.py", "Participant 123"),
        ("Jane Doe_123_assignsubmission_file/stir.py", "123"),
    ],
)
def test_a_platforms_number_is_looked_for_on_the_roster(
    name: str, on_roster: str, tmp_path: Path, lesson: Lesson, make_zip: MakeZip
) -> None:
    """Canvas's ID, Moodle's participant: the submission is that student's, not a stranger's"""
    path = download(tmp_path, [(name, b"1")], True, make_zip)
    got = list(discover(path, lesson, [on_roster, "999"]))
    assert [(each.student, len(each.files)) for each in got] == [(on_roster, 1), ("999", 0)]
