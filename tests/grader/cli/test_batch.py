"""``grade batch`` as an instructor drives it."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import time
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.grader.cli.conftest import REPOSITORY, RIGHT, WRONG, Desk

SLOW = "import time\ntime.sleep(0.6)\n" + RIGHT
HIDDEN = Path("tests/hidden/averages/test_mean.py")


class Class:
    """A folder of submissions, and the batches that grade it."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self.desk, self.folder, self.out = desk, folder / "submissions", folder / "results"
        self.folder.mkdir()

    def hand_in(self, student: str, source: str, *, pick: bool = False) -> None:
        (self.folder / student).mkdir(exist_ok=True)
        (self.folder / student / "mean.py").write_text(source, encoding="utf-8")
        if pick:
            for name in ("pick.md", "once-more.md"):
                shutil.copy(self.desk.root / "solutions" / "averages" / name, self.folder / student / name)

    def grade(self, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
        # One worker unless a test is about several: half the start-up.
        jobs = () if "--jobs" in options else ("--jobs", "1")
        return self.desk.grade(
            "batch", str(self.folder), "--out", str(self.out), *jobs, *options, **environment
        )

    def start(self, *options: str) -> subprocess.Popen[str]:
        command = self.desk.command("batch", str(self.folder), "--out", str(self.out), *options)
        return subprocess.Popen(
            command,
            cwd=self.desk.root,
            env=self.desk.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def results(self) -> dict[str, dict[str, Any]]:
        lines = (self.out / "results.jsonl").read_text(encoding="utf-8").splitlines()
        return {record["student"]: record for record in map(json.loads, lines)}

    def mean(self, student: str) -> dict[str, Any]:
        item: dict[str, Any] = self.results()[student]["items"][0]
        assert item["id"] == "mean"
        return item

    def set_limit(self, seconds: float) -> None:
        path = self.desk.root / "course.yaml"
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"seconds: [\d.]+", f"seconds: {seconds}", text), encoding="utf-8")


@pytest.fixture
def room(desk: Desk, tmp_path: Path) -> Class:
    folder = tmp_path / "class"
    folder.mkdir()
    return Class(desk, folder)


def graded_now(done: subprocess.CompletedProcess[str]) -> int:
    found = re.search(r"(\d+) graded now", done.stdout)
    assert found, done.stderr
    return int(found[1])


def test_one_bad_submission_stops_nothing(room: Class) -> None:
    """Good, broken, empty, unreadable and endless work: a row for each, and every file is written"""
    room.set_limit(0.5)
    room.hand_in("good", RIGHT, pick=True)
    room.hand_in("syntax", "def mean(numbers:\n")
    room.hand_in("hang", "while True:\n    pass\n")
    (room.folder / "empty").mkdir()
    (room.folder / "broken.zip").write_bytes(b"PK\x03\x04 and no more")
    done = room.grade()
    assert done.returncode == 1, done.stderr
    results = room.results()
    assert list(results) == ["broken", "empty", "good", "hang", "syntax"]
    assert (results["good"]["status"], results["good"]["score"]) == ("passed", 5)
    means = {student: room.mean(student)["status"] for student in results}
    assert means == {
        "broken": "refused",
        "empty": "missing",
        "good": "passed",
        "hang": "timeout",
        "syntax": "error",
    }
    assert "broken: " in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert "5 submissions" in done.stdout
    with (room.out / "grades.csv").open(newline="", encoding="utf-8") as table:
        assert [row["student"] for row in csv.DictReader(table)] == list(results)
    assert (room.out / "junit.xml").exists()
    for student in results:
        for page in ("report/{}.html", "feedback/{}.html", "feedback/{}.json"):
            assert (room.out / page.format(student)).exists()
    assert (room.out / "report" / "index.html").exists()
    assert stat.S_IMODE(room.out.stat().st_mode) == 0o700


def test_every_file_has_the_order_of_students(room: Class) -> None:
    """Whatever order the work finished in, and with one worker or two, the files are the same"""
    for number in range(8):
        room.hand_in(f"s{number}", SLOW if number < 2 else RIGHT)
    files = []
    for jobs in ("1", "2"):
        assert room.grade("--jobs", jobs).returncode == 0
        text = (room.out / "results.jsonl").read_text(encoding="utf-8")
        files.append(re.sub(r'"(graded_at|seconds)":("[^"]*"|[\d.e-]+)', "", text))
        shutil.rmtree(room.out)
    assert files[0] == files[1]
    assert list(
        map(json.loads, files[0].replace("{,", "{").replace(",,", ",").replace(",}", "}").splitlines())
    )


def test_a_second_run_grades_what_is_new_or_changed(room: Class) -> None:
    """Unchanged work is left alone, a new file is graded, and an earlier version handed in again is known"""
    for student in ("a", "b", "c"):
        room.hand_in(student, f"# {student}\n{WRONG}")
    assert graded_now(room.grade()) == 3
    assert graded_now(room.grade()) == 0
    room.hand_in("b", RIGHT)
    room.hand_in("d", RIGHT)
    dry = room.grade("--dry-run")
    assert [line.split(":")[0] for line in dry.stdout.splitlines()] == ["b", "d"]
    assert graded_now(room.grade()) == 2
    assert room.mean("b")["score"] == 3
    assert room.results()["b"]["attempt"] == 2
    assert room.results()["a"]["attempt"] == 1
    room.hand_in("b", f"# b\n{WRONG}")
    assert graded_now(room.grade()) == 0
    assert room.mean("b")["score"] == 0
    feedback = json.loads((room.out / "feedback" / "b.json").read_text(encoding="utf-8"))
    assert feedback["items"][0]["score"] == 0


def test_a_corrected_check_regrades_what_it_judges(room: Class) -> None:
    """Changing the check of one item grades that item again and keeps the others as they were"""
    room.hand_in("a", WRONG, pick=True)
    room.grade()
    before = room.results()["a"]["items"]
    check = room.desk.root / HIDDEN
    check.write_text(check.read_text(encoding="utf-8").replace("-3.0", "-6"), encoding="utf-8")
    assert room.grade("--dry-run").stdout == "a: mean\n"
    assert graded_now(room.grade()) == 1
    after = room.results()["a"]["items"]
    assert after[1:] == before[1:]
    assert (before[0]["score"], after[0]["score"]) == (0, 2)


def test_regrade_only_and_item(room: Class) -> None:
    """``--regrade`` takes all again, ``--only`` and ``--item`` narrow it, a misspelt student is named"""
    for student in ("ann", "bob"):
        room.hand_in(student, RIGHT, pick=True)
    room.grade()
    assert graded_now(room.grade("--regrade", "--only", "ann", "--item", "mean")) == 1
    results = room.results()
    assert (results["ann"]["attempt"], results["bob"]["attempt"]) == (2, 1)
    assert results["ann"]["score"] == 5
    wrong = room.grade("--only", "anne")
    assert wrong.returncode == 2
    assert "Did you mean 'ann'?" in wrong.stderr
    assert room.grade("--item", "maen").returncode == 2


def test_ctrl_c_keeps_what_is_done_and_the_next_run_goes_on(room: Class) -> None:
    """After SIGINT the files are valid and hold what was graded; the same command grades the rest, once"""
    for number in range(6):
        room.hand_in(f"s{number}", f"# {number}\n{SLOW}")
    batch = room.start("--jobs", "1")
    database = room.out / "results.db"
    deadline = time.monotonic() + 30
    while not (database.exists() and kept(database)) and time.monotonic() < deadline:
        time.sleep(0.05)
    batch.send_signal(signal.SIGINT)
    _, err = batch.communicate(timeout=30)
    assert batch.returncode == 130, err
    assert "run the same command again" in err
    first = room.results()
    assert 1 <= len(first) < 6
    done = room.grade()
    assert graded_now(done) == 6 - len(first)
    results = room.results()
    assert [results[student]["attempt"] for student in sorted(results)] == [1] * 6
    assert {student: results[student] for student in first} == first
    assert (room.out / "feedback" / "s0.html").exists()


def kept(database: Path) -> int:
    import sqlite3

    try:
        with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as store:
            return int(store.execute("SELECT count(*) FROM attempts").fetchone()[0])
    except sqlite3.Error:
        return 0


def test_a_fault_of_ours_leaves_the_earlier_score(room: Class) -> None:
    """A check that breaks after ada earned her points: grader error, exit 3, points there, then mended"""
    room.hand_in("ada", RIGHT, pick=True)
    room.grade()
    check = room.desk.root / HIDDEN
    sound = check.read_text(encoding="utf-8")
    check.write_text("import nothing_of_that_name\n" + sound, encoding="utf-8")
    done = room.grade()
    assert done.returncode == 3
    assert room.mean("ada")["status"] == "grader_error"
    assert room.mean("ada")["score"] == 3
    assert f"{HIDDEN.as_posix()}:1: ModuleNotFoundError" in done.stderr
    with (room.out / "grades.csv").open(newline="", encoding="utf-8") as table:
        assert [(row["score"], row["mean"]) for row in csv.DictReader(table)] == [("5", "3")]
    assert "earlier score of 3 stands" in room.mean("ada")["message"]
    assert "NaN" not in (room.out / "results.jsonl").read_text(encoding="utf-8")
    check.write_text(sound, encoding="utf-8")
    assert room.grade().returncode == 0
    assert room.mean("ada")["status"] == "passed"


def test_two_batches_cannot_share_a_folder(room: Class) -> None:
    """The second one is told so at once and changes nothing; the first one ends as if alone"""
    for number in range(3):
        room.hand_in(f"s{number}", f"# {number}\n{SLOW}")
    first = room.start("--jobs", "1")
    while not (room.out / "results.db").exists():
        time.sleep(0.02)
    second = room.grade()
    assert second.returncode == 2
    assert "another batch" in second.stderr
    assert str(first.pid) in second.stderr
    first.communicate(timeout=60)
    assert first.returncode == 0
    assert len(room.results()) == 3


def test_a_roster_names_students_and_shows_who_is_absent(room: Class) -> None:
    """A spreadsheet's roster (BOM, CRLF, quoted commas, leading zeros): names on pages, absent ones too"""
    room.hand_in("0042", RIGHT)
    roster = room.folder.parent / "roster.csv"
    roster.write_bytes('\ufeffid,name\r\n0042,"Nuñez, Zoë"\r\n0043,Łukasz Ü\r\n'.encode())
    assert room.grade("--roster", str(roster)).returncode == 0
    results = room.results()
    assert list(results) == ["0042", "0043"]
    assert results["0043"]["status"] == "missing"
    assert "Nuñez, Zoë" in (room.out / "feedback" / "0042.html").read_text(encoding="utf-8")
    assert "Łukasz Ü" in (room.out / "report" / "index.html").read_text(encoding="utf-8")
    with (room.out / "grades.csv").open(newline="", encoding="utf-8") as table:
        named = [(row["student"], row["name"]) for row in csv.DictReader(table)]
    assert named == [("0042", "Nuñez, Zoë"), ("0043", "Łukasz Ü")]
    again = room.grade("--roster", str(room.out / "grades.csv"))
    assert "2 unchanged" in again.stdout, again.stderr


def test_whoever_does_not_match_the_roster_is_named(room: Class) -> None:
    """Who is not on it, who handed in nothing, and what lies there and is no submission"""
    for student in ("ada", "bob", "cyy"):
        room.hand_in(student, RIGHT)
    (room.folder / "notes.txt").touch()
    roster = room.folder.parent / "roster.csv"
    roster.write_text("id,name\nada,A\nbob,B\ncy,C\n", encoding="utf-8")
    for options in ((), ("--dry-run",)):
        done = room.grade("--roster", str(roster), *options)
        assert done.returncode == 0
        assert "Not on the roster, and graded all the same: cyy. Did you mean 'cy'?" in done.stderr
        assert "On the roster, and nothing handed in: cy." in done.stderr
        assert "Left out, being neither a folder nor an archive: notes.txt." in done.stderr


def test_a_group_hands_in_once_and_each_member_has_the_result(room: Class) -> None:
    """One submission called as the group is everybody's in it; the others hand in alone"""
    room.hand_in("team-1", RIGHT)
    room.hand_in("cy", WRONG)
    roster = room.folder.parent / "roster.csv"
    roster.write_text("id;name;group\nann;Ann;team-1\nbob;Bob;team-1\ncy;Cy;\n", encoding="utf-8")
    done = room.grade("--roster", str(roster))
    assert graded_now(done) == 2
    assert {student: result["items"][0]["score"] for student, result in room.results().items()} == {
        "ann": 3,
        "bob": 3,
        "cy": 0,
    }


def test_feedback_shows_a_student_nothing_hidden(room: Class) -> None:
    """No hidden check's or mistake's name, no printed text, no expected value; staff's page has it all"""
    room.hand_in("kim", "print('my own secret print')\n" + WRONG)
    room.grade()
    page = (room.out / "feedback" / "kim.html").read_text(encoding="utf-8")
    record = (room.out / "feedback" / "kim.json").read_text(encoding="utf-8")
    for secret in ("test_negative_numbers", "my own secret print", "forgets_to_divide", "-3"):
        assert secret not in page + record
    assert "Does your function still work for numbers below zero?" in page
    staff = (room.out / "report" / "kim.html").read_text(encoding="utf-8")
    for shown in ("test_negative_numbers", "my own secret print", "forgets_to_divide"):
        assert shown in staff


def test_hostile_names_stay_text_and_inside_the_folder(room: Class) -> None:
    """Markup in a name is text on every page, and no name leads out of OUT or onto another student's page"""
    names = ["<img src=x>", "Ann", "ann", "a..b.", "con", "=1+1", "a" * 120]
    for name in names:
        room.hand_in(name, RIGHT)
    assert room.grade().returncode == 0
    pages = {path.name.lower() for path in (room.out / "feedback").glob("*.html")}
    assert len(pages) == len(names)
    index = (room.out / "report" / "index.html").read_text(encoding="utf-8")
    assert "&lt;img src=x&gt;" in index
    assert "<img" not in index
    for link in re.findall(r'href="([^"]+)"', index):
        assert (room.out / "report" / link).exists(), link
    with (room.out / "grades.csv").open(newline="", encoding="utf-8") as table:
        assert "'=1+1" in [row["student"] for row in csv.DictReader(table)]


def test_a_zip_of_zips_is_a_class(room: Class) -> None:
    """One archive with a folder for one student and an archive for another"""
    room.hand_in("ann", RIGHT)
    inner = room.folder.parent / "bob.zip"
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("mean.py", WRONG)
    download = room.folder.parent / "download.zip"
    with zipfile.ZipFile(download, "w") as archive:
        archive.write(room.folder / "ann" / "mean.py", "ann/mean.py")
        archive.write(inner, "bob.zip")
    done = room.desk.grade("batch", str(download), "--out", str(room.out))
    assert done.returncode == 0, done.stderr
    assert [(name, room.mean(name)["score"]) for name in room.results()] == [("ann", 3), ("bob", 0)]


def test_fail_under_is_about_every_submission(room: Class) -> None:
    """Exit 1 when somebody has less than P percent, 0 when nobody has"""
    room.hand_in("a", RIGHT, pick=True)
    room.hand_in("b", RIGHT)
    assert room.grade("--fail-under", "60").returncode == 0
    assert room.grade("--fail-under", "60.5%").returncode == 1
    assert room.grade("--fail-under", "101").returncode == 2


def test_results_do_not_mix_with_other_things(room: Class) -> None:
    """A folder that holds something else, or lies within the submissions, is refused and left alone"""
    room.hand_in("a", RIGHT)
    room.out.mkdir()
    (room.out / "thesis.txt").write_text("all my work", encoding="utf-8")
    assert room.grade().returncode == 2
    assert [path.name for path in room.out.iterdir()] == ["thesis.txt"]
    inside = room.desk.grade("batch", str(room.folder), "--out", str(room.folder / "results"))
    assert inside.returncode == 2
    assert not (room.folder / "results").exists()


def test_an_item_that_left_the_course_leaves_the_results(room: Class) -> None:
    """A renamed item is graded under its new name; maxima come from the course; old attempts stay stored"""
    room.hand_in("a", RIGHT, pick=True)
    room.grade()
    path = room.desk.root / "course.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("id: once-more", "id: renamed"), encoding="utf-8"
    )
    assert room.grade("--dry-run").stdout == "a: renamed\n"
    room.grade()
    record = room.results()["a"]
    assert [item["id"] for item in record["items"]] == ["mean", "pick", "renamed"]
    assert (record["score"], record["max_score"], record["attempt"]) == (5, 5, 2)


def test_diff_says_who_changed_where_and_why(room: Class) -> None:
    """Other work and other checks are told apart; nothing changed is exit 0"""
    for student in ("a", "b"):
        room.hand_in(student, WRONG)
    room.grade()
    old = room.out.with_name("old")
    shutil.copytree(room.out, old)
    assert room.desk.grade("diff", str(old), str(room.out)).returncode == 0
    room.hand_in("a", RIGHT)
    room.grade()
    done = room.desk.grade("diff", str(old), str(room.out))
    assert done.returncode == 1
    assert done.stdout == "a  mean  0 failed -> 3 passed  (other work was handed in)\n"
    record = json.loads(room.desk.grade("diff", str(old), str(room.out), "--format", "json").stdout)
    assert (record["student"], record["before"], record["after"]) == ("a", "failed", "passed")
    assert room.desk.grade("diff", str(old), str(room.folder)).returncode == 2


def test_a_full_disk_loses_nothing(room: Class) -> None:
    """On a disk that fills up: one sentence and exit 3 or 2; with room again, the same command ends well"""
    for number in range(40):
        room.hand_in(f"s{number:02}", f"# {number}\n{WRONG}")
    room.out.mkdir()
    inner = " ".join(
        f"'{word}'" for word in room.desk.command("batch", str(room.folder), "--out", str(room.out))
    )
    script = f"mount -t tmpfs -o size=200k tmpfs '{room.out}' && {inner}; code=$?; " + (
        f"mount -o remount,size=50m '{room.out}' && {inner} && cat '{room.out}/results.jsonl'; exit $code"
    )
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    done = subprocess.run(
        ["unshare", *user, "--mount", "sh", "-c", script],
        cwd=room.desk.root,
        env=room.desk.environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if "ermission" in done.stderr and "mount" in done.stderr:
        pytest.skip("a small disk cannot be made here: no right to mount")
    assert done.returncode in (2, 3), done.stderr
    assert "full" in done.stderr
    assert "Traceback" not in done.stderr
    records = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert [record["student"] for record in records] == [f"s{number:02}" for number in range(40)]
    assert {record["attempt"] for record in records} == {1}


def test_reports_cover_the_whole_class(room: Class) -> None:
    """--report, repeated, writes each format with every student in it; a misspelt one is refused at once"""
    room.hand_in("ann", RIGHT)
    room.hand_in("bob", WRONG)
    file = room.folder.parent / "class.xml"
    done = room.grade("--report", f"junit={file}", "--report", "csv=-")
    assert done.returncode == 0
    assert [row["student"] for row in csv.DictReader(done.stdout.splitlines())] == ["ann", "bob"]
    assert {suite.get("name") for suite in ElementTree.parse(file).getroot()} == {"ann", "bob"}
    assert room.grade("--report", "junti").returncode == 2


def test_a_weaker_sandbox_is_said(room: Class) -> None:
    """A batch that ran below the strongest tier says so on stderr, and each result names its tier"""
    room.hand_in("ann", RIGHT)
    done = room.desk.without_namespaces("batch", str(room.folder), "--out", str(room.out), "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert "1 submission: " in done.stdout
    tier = room.results()["ann"]["sandbox"]
    assert tier.startswith("landlock")
    assert f"Not in the strongest sandbox: {tier}. `grade doctor` says why." in done.stderr


def test_the_class_page_counts_as_complete_what_awaits_a_person(room: Class) -> None:
    """A text with every idea leaves its author nothing to do, and so does an item that is not due"""
    tiny = REPOSITORY / "tests" / "samples" / "courses" / "tiny"
    shutil.copytree(tiny / "solutions" / "counting", room.folder / "ada")
    shutil.copy(tiny / "exercises" / "counting" / "steps.py", room.folder / "ada")
    (room.folder / "bob").mkdir()
    assert room.grade("--course", str(tiny)).returncode == 0
    assert room.results()["ada"]["status"] == "needs_review"
    page = (room.out / "report" / "index.html").read_text(encoding="utf-8")
    assert "<strong>2</strong> submissions, <strong>1</strong> complete" in page
    assert re.search(r"Why shares add up</th><td>1</td>", page)


def test_a_raised_time_limit_counts_wherever_the_work_is_graded(room: Class) -> None:
    """Code that needs longer than the limit fails in a batch and in a single run, and passes in both after"""
    room.hand_in("slow", f"import time\n{RIGHT.replace('return', 'time.sleep(0.6) or 0; return')}")
    work = ("run", "--submission", str(room.folder / "slow"), "--format", "json", "mean")
    for limit, status in ((0.2, "timeout"), (4, "passed")):
        room.set_limit(limit)
        assert room.grade().returncode == 0
        assert room.mean("slow")["status"] == status
        assert room.desk.json(*work)["items"][0]["status"] == status


def test_tenths_add_up_exactly_in_every_file(room: Class) -> None:
    """Three times 0.1 is 0.3 in the table, the records, the pages and on the terminal"""
    course = room.desk.root / "course.yaml"
    text = re.sub(r"points: \d", "points: 0.1", course.read_text(encoding="utf-8"))
    course.write_text(text.replace("        when: {days_after: 1}\n", ""), encoding="utf-8")
    for folder in ("hidden", "public"):
        checks = room.desk.root / "tests" / folder / "averages" / "test_mean.py"
        share = "points=0.07" if folder == "hidden" else "points=0.03"
        checks.write_text(re.sub(r"points=\d", share, checks.read_text(encoding="utf-8")), encoding="utf-8")
    room.hand_in("full", RIGHT, pick=True)
    assert room.grade().returncode == 0
    assert (room.results()["full"]["status"], room.results()["full"]["score"]) == ("passed", 0.3)
    alone = room.desk.grade("run", "--submission", str(room.folder / "full"))
    assert "0.3 of 0.3 points" in alone.stdout
    with (room.out / "grades.csv").open(newline="", encoding="utf-8") as table:
        assert [(row["score"], row["max_score"]) for row in csv.DictReader(table)] == [("0.3", "0.3")]
    written = "".join(
        path.read_text(encoding="utf-8") for path in room.out.rglob("*.*") if path.suffix != ".db"
    )
    assert "0.30000000" not in written + alone.stdout
    assert "<strong>0.3</strong> of 0.3 points" in written


def test_a_lesson_without_points_divides_nothing(room: Class) -> None:
    """All is a bonus: 0 of 0 points everywhere, no percentage, and the exit code of complete work"""
    course = room.desk.root / "course.yaml"
    text = re.sub(r"points: \d", "points: 0", course.read_text(encoding="utf-8"))
    course.write_text(text, encoding="utf-8")
    room.hand_in("full", RIGHT, pick=True)
    done = room.grade("--fail-under", "50")
    assert done.returncode == 0, done.stderr
    alone = room.desk.grade("run", "--submission", str(room.folder / "full"))
    assert (alone.returncode, "0 of 0 points" in alone.stdout) == (0, True)
    written = "".join(
        path.read_text(encoding="utf-8") for path in room.out.rglob("*.*") if path.suffix != ".db"
    )
    assert not re.search(r"NaN|\bnan\b|Infinity", written + alone.stdout)


def test_a_print_of_megabytes_does_not_swamp_the_results(room: Class) -> None:
    """First and last line and the full size are told; the work keeps its points; the page stays small"""
    noise = "for i in range(100_000): print('weights row number', i)\nprint('x' * 1_000_000)\nprint('LAST')\n"
    room.hand_in("chatty", f"print('FIRST')\n{noise}{RIGHT}")
    room.grade()
    mean = room.mean("chatty")
    assert mean["status"] == "passed"
    assert len(mean["output"]) < 70_000
    page = (room.out / "report" / "chatty.html").read_text(encoding="utf-8")
    assert len(page) < 100_000
    for text in (mean["output"], page):
        assert "FIRST" in text
        assert "LAST" in text
        assert re.search(r"truncated: (\d+ of )?\d{7} bytes", text)


def test_a_batch_does_not_depend_on_the_locale(room: Class) -> None:
    """With LC_ALL=C and UTF-8 mode off: accents in titles, files, names and folders arrive intact"""
    room.hand_in("zoë", f"# größer: √x ≤ x\n{RIGHT}", pick=True)
    plain = {"PYTHONIOENCODING": "", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = room.grade(**plain)
    assert done.returncode == 0, done.stderr
    assert room.results()["zoë"]["status"] == "passed"
    for page in (room.out / "report").glob("*.html"):
        assert "Averages, √ and all" in page.read_text(encoding="utf-8")
    assert "zoë" in (room.out / "grades.csv").read_text(encoding="utf-8")
