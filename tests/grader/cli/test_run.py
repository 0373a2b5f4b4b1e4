"""`grade`: what it says, and the code it ends with."""

from __future__ import annotations

import json
import signal
import subprocess
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.grader.cli.conftest import RIGHT, WRONG, Desk


def statuses(desk: Desk) -> dict[str, str]:
    return {item["id"]: item["status"] for item in desk.json()["items"]}


def test_untouched_stubs_are_not_started_and_end_with_1(desk: Desk) -> None:
    """Nothing done yet is not an error of the student's, but not right either"""
    done = desk.grade()
    assert done.returncode == 1
    assert set(statuses(desk).values()) == {"not_started"}
    assert "open exercises/averages/mean.py" in done.stdout
    assert done.stderr == ""


def test_everything_right_ends_with_0_although_one_item_is_for_tomorrow(desk: Desk) -> None:
    """What is not due today does not count against the student, and its day is named"""
    desk.solve("mean.py", "pick.md")
    done = desk.grade()
    assert done.returncode == 0
    assert "Due tomorrow." in done.stdout
    record = desk.json()
    assert {item["id"]: item["due"] for item in record["items"]} == {
        "mean": True,
        "pick": True,
        "once-more": False,
    }
    assert record["score"] == 4


def test_a_wrong_answer_is_explained_and_ends_with_1(desk: Desk) -> None:
    """Expected, got, the author's question and the known mistake"""
    desk.write("mean.py", WRONG)
    done = desk.grade("mean")
    assert done.returncode == 1
    for words in (
        "The mean of 1, 2 and 6 is 3",
        "What do you divide the sum by?",
        "Your function returns the sum.",
    ):
        assert words in done.stdout
    assert "pick" not in done.stdout


def test_run_item_is_the_long_form_of_item(desk: Desk) -> None:
    """`grade run mean` and `grade mean` say the same, but for the attempt's number"""
    desk.write("mean.py", WRONG)
    short, long = desk.grade("mean").stdout, desk.grade("run", "mean").stdout
    assert short.replace("attempt 1", "attempt 2") == long


def test_every_run_is_kept_and_numbered(desk: Desk) -> None:
    """First 1, then 2; a run for one item counts too"""
    assert [desk.json()["attempt"], desk.json("mean")["attempt"], desk.json()["attempt"]] == [1, 2, 3]


def test_a_folder_of_somebody_else_is_graded_apart(desk: Desk, tmp_path: Path) -> None:
    """--submission takes only what is there, and does not mix into one's own progress"""
    theirs = tmp_path / "kim"
    theirs.mkdir()
    (theirs / "mean.py").write_text(RIGHT, encoding="utf-8")
    (theirs / "notes.txt").write_text("x", encoding="utf-8")
    record = desk.json("run", "--submission", str(theirs))
    assert (record["student"], record["attempt"], record["ignored"]) == ("kim", 1, ["notes.txt"])
    assert {item["id"]: item["status"] for item in record["items"]}["pick"] == "missing"
    assert desk.json("progress")["attempts"] == 0
    assert desk.json("progress", "--submission", str(theirs))["attempts"] == 1


@pytest.mark.parametrize(
    ("word", "meant"), [("maen", "Did you mean 'mean'?"), ("progess", "Did you mean 'progress'?")]
)
def test_a_misspelt_word_is_looked_for_among_items_and_commands(desk: Desk, word: str, meant: str) -> None:
    """Refused with 2 before anything is graded or kept"""
    done = desk.grade(word)
    assert done.returncode == 2
    assert meant in done.stderr
    assert done.stdout == ""
    assert desk.json("progress")["attempts"] == 0


def test_a_command_in_the_place_of_an_item_is_explained(desk: Desk) -> None:
    """`grade mean list`: a command comes first"""
    done = desk.grade("mean", "list")
    assert done.returncode == 2
    assert "grade list" in done.stderr


def test_without_a_course_there_is_one_clear_sentence(tmp_path: Path, desk: Desk) -> None:
    """Exit code 2, where we looked, and no traceback; the same for a folder named by hand"""
    for arguments in ((), ("--course", str(tmp_path / "nowhere"))):
        done = desk.grade(*arguments, cwd=tmp_path)
        assert done.returncode == 2
        assert "course.yaml" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_wrong_course_file_ends_with_2_and_the_line(desk: Desk) -> None:
    """The sentence names course.yaml and the line"""
    path = desk.root / "course.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("points: 3", "point: 3"), encoding="utf-8")
    done = desk.grade()
    assert done.returncode == 2
    assert "course.yaml:" in done.stderr
    assert "points" in done.stderr


def test_a_check_that_does_not_load_is_the_graders_fault(desk: Desk) -> None:
    """Exit code 3, the item named, the other items graded, and no blame"""
    desk.solve("mean.py", "pick.md")
    (desk.root / "tests/hidden/averages/test_mean.py").write_text(
        "import nothing_of_that_name\n", encoding="utf-8"
    )
    done = desk.grade()
    assert done.returncode == 3
    assert "not your fault" in done.stdout
    assert statuses(desk) | {"once-more": ""} == {"mean": "grader_error", "pick": "passed", "once-more": ""}


def test_the_code_is_the_same_when_the_reader_of_the_pipe_has_gone(desk: Desk) -> None:
    """`grade | head -0`: still 1, and no complaint"""
    running = subprocess.Popen(
        desk.command(), cwd=desk.root, env=desk.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert running.stdout is not None
    running.stdout.close()
    assert running.stderr is not None
    assert running.stderr.read() == b""
    assert running.wait(60) == 1


def test_an_interrupt_ends_with_130_and_leaves_nothing_running(desk: Desk) -> None:
    """Ctrl-C while student code hangs: no traceback, no half attempt"""
    course = desk.root / "course.yaml"
    course.write_text(
        course.read_text(encoding="utf-8").replace("seconds: 2", "seconds: 30"), encoding="utf-8"
    )
    desk.write("mean.py", "def mean(numbers):\n    while True:\n        pass\n")
    running = subprocess.Popen(
        desk.command(), cwd=desk.root, env=desk.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(3)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert desk.json("progress")["attempts"] == 0


@pytest.mark.parametrize(
    "locale",
    [
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_any_terminal_encoding_can_carry_the_report(desk: Desk, locale: dict[str, str]) -> None:
    """Code page 1252 and the C locale: the same codes, marks in plain characters, nothing raised"""
    desk.write("mean.py", WRONG)
    done = desk.grade(**locale)
    assert done.returncode == 1
    assert done.stderr == ""
    assert done.stdout.isascii()
    assert "Averages, sqrt and all" in done.stdout
    assert " x mean" in done.stdout


def test_json_is_utf_8_whatever_the_terminal_speaks(desk: Desk) -> None:
    """Another program reads the same bytes in every locale"""
    record = json.loads(desk.grade("--format", "json", PYTHONIOENCODING="ascii").stdout)
    assert record["format_version"] == 1
    assert record["edition"] == "self-study"


def test_attempts_that_cannot_be_kept_do_not_stop_grading(desk: Desk) -> None:
    """A damaged file or a folder that cannot be made: graded all the same, with a note of it on stderr"""
    desk.solve("mean.py", "pick.md")
    (desk.root / ".grade").write_text("in the way", encoding="utf-8")
    blocked = desk.grade()
    (desk.root / ".grade").unlink()
    (desk.root / ".grade").mkdir()
    (desk.root / ".grade" / "attempts.db").write_text("not a database " * 100, encoding="utf-8")
    damaged = desk.grade()
    for done in (blocked, damaged):
        assert done.returncode == 0
        assert "not kept" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_report_goes_beside_the_text(desk: Desk) -> None:
    """--report junit=FILE writes the file and still prints the text"""
    done = desk.grade("--report", "junit=out.xml")
    assert "Averages" in done.stdout
    assert ET.parse(desk.root / "out.xml").getroot().tag == "testsuites"


def test_an_unknown_report_format_is_refused_before_grading(desk: Desk) -> None:
    """With the near miss"""
    done = desk.grade("--report", "junti")
    assert done.returncode == 2
    assert "Did you mean 'junit'?" in done.stderr


def test_colour_is_for_terminals_and_for_whoever_asks(desk: Desk) -> None:
    """A pipe gets none, FORCE_COLOR brings it, --no-color wins"""
    assert "\x1b" not in desk.grade("mean").stdout
    assert "\x1b[" in desk.grade("mean", FORCE_COLOR="1").stdout
    assert "\x1b" not in desk.grade("mean", "--no-color", FORCE_COLOR="1").stdout


def test_a_package_that_the_course_allows_can_be_imported(desk: Desk) -> None:
    """`packages: [click]` in course.yaml lets the code import it; without that there is no such module"""
    desk.write("mean.py", "import click\n" + RIGHT)
    refused = desk.json("mean")["items"][0]
    course = desk.root / "course.yaml"
    text = course.read_text(encoding="utf-8")
    course.write_text(
        text.replace("stub: mean.py", "stub: mean.py\n        packages: [click]"), encoding="utf-8"
    )
    assert refused["status"] == "error"
    assert "ModuleNotFoundError" in refused["message"]
    assert desk.json("mean")["items"][0]["status"] == "passed"
