"""The roster, the results folder and the display of a batch."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli import roster
from grader.cli.console import Console
from grader.cli.live import Plain, Tally, display
from grader.cli.outfolder import OutFolder, page_name
from grader.errors import UsageError
from grader.records import Status
from grader.report.style import Style
from tests.grader.attempts import attempt, result

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_roster_is_read_as_spreadsheets_write_it(
    tmp_path: Path, separator: str, ending: str, mark: str
) -> None:
    """Byte-order mark, line ends, separators, quotes and line breaks in cells; ids stay text"""
    rows = [
        ("Student ID", "Name"),
        ("007", '"Bond, James; 7"'),
        ("08", '"Two\nLines"'),
        ("9", '"says ""hi"""'),
        ("", ""),
    ]
    path = tmp_path / "r.csv"
    path.write_bytes((mark + ending.join(separator.join(row) for row in rows)).encode())
    assert roster.read(path).names == {"007": "Bond, James; 7", "08": "Two\nLines", "9": 'says "hi"'}


@pytest.mark.parametrize(
    ("text", "what", "where"),
    [
        ("idd,name\na,A\n", "no column of student ids", ":1"),
        ("id,name\na,A\na,B\n", "listed twice", ":3"),
        ("id,name\n,A\n", "no student id", ":2"),
        ("", "no column of student ids", ":1"),
    ],
)
def test_a_roster_that_is_no_use_is_refused_with_its_line(
    tmp_path: Path, text: str, what: str, where: str
) -> None:
    """A missing id column, an id twice, a line without one"""
    path = tmp_path / "r.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=what) as caught:
        roster.read(path)
    assert caught.value.problems[0].where == f"{path}{where}"


GRADEBOOKS = {
    "Canvas": (
        "Student,ID,SIS User ID,SIS Login ID,Section,Exercise 1 (4711)\n    Points Possible,,,,,10\n"
        '"Doe, Jane",1001,S1,jdoe,A,9.5\n',
        {"1001": "Doe, Jane"},
    ),
    "Moodle's worksheet": (
        'Identifier,"Full name","Email address",Status,Grade\n"Participant 123","Jane Doe",j@example.org,-,\n',
        {"Participant 123": "Jane Doe"},
    ),
    "Moodle's gradebook": (
        '"First name","Last name","ID number","Email address"\nJane,Doe,S1,j@example.org\n',
        {"S1": "Jane Doe"},
    ),
    "Blackboard": (
        '"Last Name"\t"First Name"\t"Username"\t"Student ID"\n"Doe"\t"Jane"\t"jdoe"\t"S1"\n',
        {"S1": "Jane Doe"},
    ),
    "Gradescope": (
        "First Name,Last Name,SID,Email,Sections\nJane,Doe,20260001,j@e.org,A\n",
        {"20260001": "Jane Doe"},
    ),
    "nbgrader": ("assignment,student_id,last_name,first_name\nex1,jdoe,Doe,Jane\n", {"jdoe": "Jane Doe"}),
    "GitHub Classroom": ("assignment_name,github_username\nex,octocat\n", {"octocat": ""}),
    "grades.csv": ("student,name,status\n0429,Zoë,passed\n", {"0429": "Zoë"}),
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("platform", GRADEBOOKS)
def test_a_platforms_own_gradebook_is_a_roster(platform: str, encoding: str, tmp_path: Path) -> None:
    """Each by the columns that it exports; Blackboard writes UTF-16, Canvas a line of maxima"""
    text, names = GRADEBOOKS[platform]
    path = tmp_path / "r.csv"
    path.write_bytes(text.encode(encoding))
    assert roster.read(path).names == names


def test_a_roster_in_another_encoding_says_what_to_do(tmp_path: Path) -> None:
    """Not UTF-8: save it as UTF-8; not there: check the name"""
    path = tmp_path / "r.csv"
    path.write_bytes("id,name\na,Zoë\n".encode("latin-1"))
    with pytest.raises(UsageError, match="UTF-8"):
        roster.read(path)
    with pytest.raises(UsageError, match="cannot be read"):
        roster.read(tmp_path / "none.csv")


def test_groups_hand_in_for_their_members(tmp_path: Path) -> None:
    """Who hands in are the groups and those without one; a group's members share its submission"""
    path = tmp_path / "r.csv"
    path.write_text("id,group\na,x\nb,x\nc,\n", encoding="utf-8")
    people = roster.read(path)
    assert people.submitters == {"x", "c"}
    assert people.members("x") == ("a", "b")
    assert people.members("c") == ("c",)


def test_page_names_are_safe_and_differ() -> None:
    """No separator, no dot file, no device, no two that a case-blind file system takes for one"""
    students = [
        "ann",
        "Ann",
        "ANN",
        "../../etc/passwd",
        "/abs",
        "con",
        "COM1.txt",
        ".hidden",
        "a b",
        "a-b",
        "é",
        "",
    ]
    students += ["x" * 300, "x" * 301, "trailing.", "nul.json", "\ud800"]
    pages = [page_name(student) for student in students]
    assert len({page.lower() for page in pages}) == len(students)
    for page in pages:
        assert page == os.path.basename(page)
        assert page[0] not in ".-"
        assert page[-1] != "."
        assert len(page) < 100
        assert page.split(".")[0] not in {"con", "nul"}
    assert page_name("ann") == "ann"


FULL = """
import resource, signal, sys
from pathlib import Path
from grader.cli.outfolder import OutFolder
from grader.errors import GraderFault
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with OutFolder(Path(sys.argv[1])) as out:
    out.write("grades.csv", "old")
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
    try:
        out.write("grades.csv", ("x" * 100 for _ in range(1000)))
    except GraderFault as error:
        print(error)
"""


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    """When there is no room the old content stays, nothing half-written is left, and a sentence says so"""
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "out")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "the disk is full" in done.stdout
    assert (tmp_path / "out" / "grades.csv").read_text() == "old"
    assert {path.name for path in (tmp_path / "out").iterdir()} == {".lock", "grades.csv"}


def test_an_unfinished_batch_is_remembered(tmp_path: Path) -> None:
    """Until a batch has come to its end, the next one knows that pages may lag behind the store"""
    (tmp_path / "results.db").touch()
    for expected in (False, True):
        with OutFolder(tmp_path) as out:
            assert out.begin() is expected
    with OutFolder(tmp_path) as out:
        out.begin()
        out.end()
    with OutFolder(tmp_path) as out:
        assert out.begin() is False


def test_a_tally_counts_and_foretells() -> None:
    """Passing, failing, faults; time left once a few are done and the total is known"""
    tally = Tally()
    tally.total = 10
    tally.count(attempt(result("mean", Status.PASSED, "3", "3")))
    tally.count(attempt(result("mean", Status.FAILED, "0", "3")))
    assert tally.left is None
    tally.count(attempt(result("mean", Status.GRADER_ERROR, "0", "3")))
    assert (tally.done, tally.passing, tally.failing, tally.faults) == (3, 1, 1, 1)
    assert tally.left is not None
    assert str(tally).startswith("3 of 10 done, 1 passing, 1 failing, 1 grader faults, ")


def test_without_a_terminal_lines_are_few_and_plain() -> None:
    """No escape sequence and not a line for each submission"""
    err = io.StringIO()
    tally = Tally()
    console = Console(io.StringIO(), err, Style())
    with display(console, tally) as shown:
        assert isinstance(shown, Plain)
        for _ in range(500):
            tally.count(attempt(result("mean", Status.PASSED, "3", "3")))
            shown.update()
        shown.note("a word in between")
    assert err.getvalue() == "a word in between\n"
