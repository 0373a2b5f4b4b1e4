"""The student's other commands: hint, answer, reset, lesson, list, submit, doctor, progress."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.grader.cli.conftest import RIGHT, WRONG, Desk


def test_hints_come_one_at_a_time_and_are_counted(desk: Desk) -> None:
    """First one, then two, then no more; asking again after the last is not counted"""
    shown = [desk.grade("hint", "mean").stdout for _ in range(3)]
    assert "Add them all up" in shown[0]
    assert "divide" not in shown[0]
    assert "divide" in shown[1]
    assert "more: grade hint mean" in shown[0]
    assert "That was the last" in shown[1]
    assert "That was the last" in shown[2]
    assert desk.json("progress")["items"][0]["hints"] == 2


def test_an_item_without_hints_says_so(desk: Desk) -> None:
    """And names what helps instead"""
    assert "no hints" in desk.grade("hint", "pick").stdout


def test_the_reference_is_shown_only_after_an_attempt(desk: Desk) -> None:
    """Before: refused with 2. After a try that got something right: beside the own one, without markers"""
    early = desk.grade("answer", "mean")
    assert early.returncode == 2
    assert "after an attempt" in early.stderr
    assert "sum(numbers)" not in early.stdout
    desk.write("mean.py", "def mean(numbers):\n    return 3.0 + 0 * len(numbers)\n")
    desk.grade("mean")
    shown = desk.grade("answer", "mean")
    assert shown.returncode == 0
    assert "return 3.0 + 0 * len(numbers)" in shown.stdout
    assert "return sum(numbers) / len(numbers)" in shown.stdout
    assert "SOLUTION" not in shown.stdout


def test_an_attempt_in_which_nothing_is_right_does_not_show_the_reference(desk: Desk) -> None:
    """One try does not; the third different one does. However many of junk there are, they do not"""

    def codes(line: str) -> list[int]:
        found = []
        for number in range(3):
            desk.write("mean.py", f"def mean(numbers):\n    {line.format(number)}\n")
            desk.grade("mean")
            desk.grade("mean")
            found.append(desk.grade("answer", "mean").returncode)
        return found

    assert codes("return 'junk {}'") == [2, 2, 2]
    assert codes("return str(numbers) + '{}'") == [0, 0, 0]


def test_a_wrong_choice_is_a_real_attempt(desk: Desk) -> None:
    """There is nothing partly right about a choice"""
    stub = (desk.work / "pick.md").read_text(encoding="utf-8")
    desk.write("pick.md", stub.replace("[ ] a", "[x] a"))
    desk.grade("pick")
    assert "[x] b)" in desk.grade("answer", "pick").stdout


def test_reset_restores_the_stub_and_keeps_every_version(desk: Desk) -> None:
    """Two versions, two numbered copies; a third reset has nothing to do"""
    for text in (WRONG, RIGHT):
        desk.write("mean.py", text)
        assert desk.grade("reset", "mean").returncode == 0
    again = desk.grade("reset", "mean")
    assert "already" in again.stdout
    copies = sorted((desk.root / ".grade" / "copies" / "averages").iterdir())
    assert [(copy.name, copy.read_text(encoding="utf-8")) for copy in copies] == [
        ("mean.1.py", WRONG),
        ("mean.2.py", RIGHT),
    ]
    assert (desk.work / "mean.py").read_bytes() == (desk.work / ".stubs" / "mean.py").read_bytes()


def test_reset_brings_back_a_deleted_stub(desk: Desk) -> None:
    """Nothing to keep, so no copy is spoken of"""
    (desk.work / "mean.py").unlink()
    done = desk.grade("reset", "mean")
    assert done.returncode == 0
    assert "kept" not in done.stdout
    assert (desk.work / "mean.py").exists()


def test_the_lesson_is_readable_in_any_terminal(desk: Desk) -> None:
    """The diagram is drawn with what the terminal has; no escape in a pipe, and the C locale carries it"""
    plain = {"PYTHONIOENCODING": "", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for env, arrow in (({}, "   │\n      ▼\n"), (plain, "   |\n      v\n")):
        done = desk.grade("lesson", **env)
        assert done.returncode == 0
        assert f"   numbers\n   {arrow}   add up\n" in done.stdout
        assert "mermaid" not in done.stdout
        assert "The mean of n numbers" in done.stdout
        assert "\x1b" not in done.stdout


def test_the_lesson_opens_in_a_browser_as_one_page(desk: Desk) -> None:
    """The browser that BROWSER names gets a file; with --html the page is where it was asked for"""
    shown = desk.grade("lesson", "--open", BROWSER="echo opening %s")
    page = desk.root / ".grade" / "averages.html"
    assert shown.stdout.strip() == f"opening {page.as_uri()}"
    assert "<svg" in page.read_text(encoding="utf-8")
    desk.grade("lesson", "--html", "mine.html")
    assert (desk.root / "mine.html").read_bytes() == page.read_bytes()


def test_a_page_that_cannot_be_shown_or_written_says_what_to_do(desk: Desk) -> None:
    """Without a browser: where the page is. Where nothing can be written: 2, and another place is asked for"""
    for command in ("lesson", "progress"):
        alone = desk.grade(command, "--open", BROWSER="no-such-browser", PATH="", DISPLAY="")
        assert alone.returncode == 0
        assert "Page for your browser: .grade/" in alone.stderr
        refused = desk.grade(command, "--html", "no/such/folder/page.html")
        assert refused.returncode == 2
        assert "--html FILE" in refused.stderr


def test_list_shows_every_item_with_file_kind_and_points(desk: Desk) -> None:
    """Three items; the one for later is marked so"""
    text = desk.grade("list").stdout
    assert text.count("not started") == 2
    assert "for later" in text
    assert "mean.py" in text
    assert "0/3" in text


def test_submit_packs_the_work_with_digests_and_says_what_is_missing(desk: Desk) -> None:
    """The manifest's digests are those of the files; the same work gives the same zip"""
    desk.write("mean.py", RIGHT)
    (desk.work / "pick.md").unlink()
    done = desk.grade("submit")
    assert "missing" in done.stdout
    assert "untouched" in done.stdout
    path = desk.root / "averages.zip"
    first = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert set(archive.namelist()) == {"manifest.json", *manifest["files"]}
        for name, digest in manifest["files"].items():
            assert digest == "sha256:" + hashlib.sha256(archive.read(name)).hexdigest()
    assert manifest["files"].keys() == {"mean.py", "once-more.md"}
    assert manifest["submission"] == desk.json()["submission"]
    desk.grade("submit")
    assert path.read_bytes() == first


def test_what_submit_packed_is_graded_in_a_class(desk: Desk, tmp_path: Path) -> None:
    """The zip goes in as it is: full points for what is right, no stray file, and a change afterwards is noted"""
    desk.solve("mean.py", "pick.md")
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    desk.grade("submit", "-o", str(inbox / "ada.zip"))
    with zipfile.ZipFile(inbox / "ada.zip") as whole, zipfile.ZipFile(inbox / "ben.zip", "w") as changed:
        for name in whole.namelist():
            changed.writestr(name, WRONG if name == "mean.py" else whole.read(name))
    done = desk.grade("batch", str(inbox), "--out", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    ada, ben = map(json.loads, (tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines())
    assert [(item["id"], item["status"]) for item in ada["items"]][:2] == [
        ("mean", "passed"),
        ("pick", "passed"),
    ]
    assert ada["ignored"] == ada["notes"] == []
    assert ada["submission"] == desk.json()["submission"]
    assert ben["items"][0]["status"] == "failed"
    assert ben["notes"][0].startswith("mean.py is not as it was packed")
    assert "not as it was packed" in (tmp_path / "out" / "feedback" / "ben.html").read_text(encoding="utf-8")


def test_doctor_says_what_works_here(desk: Desk) -> None:
    """Versions, the sandbox's tier, the course and the attempts"""
    done = desk.grade("doctor")
    assert done.returncode == 0, done.stdout
    for word in ("Python", "numpy", "sandbox: ", "tiny-averages", "attempts kept"):
        assert word in done.stdout


def test_doctor_says_why_a_stronger_sandbox_was_refused(desk: Desk) -> None:
    """Where the kernel grants no namespaces, the weaker tier comes with the kernel's own reason"""
    done = desk.without_namespaces("doctor")
    assert "sandbox: landlock" in done.stdout
    assert "namespaces: " in done.stdout
    assert "unshare" in done.stdout


def test_doctor_ends_with_1_where_something_is_wrong(desk: Desk, tmp_path: Path) -> None:
    """Outside a course there is something to do"""
    done = desk.grade("doctor", cwd=tmp_path)
    assert done.returncode == 1
    assert "course.yaml" in done.stdout


def test_progress_follows_the_work(desk: Desk) -> None:
    """Two tries at one item: from 0 to 3 points, one concept item done, the picture of the way"""
    desk.write("mean.py", WRONG)
    desk.grade("mean")
    desk.write("mean.py", RIGHT)
    desk.grade()
    text = desk.grade("progress").stdout
    assert "2 tries, from 0 to 3" in text
    assert "Left to do: pick" in text
    assert "points over your attempts" in text
    done = desk.grade("progress", "--html", "page.html")
    assert done.stdout == ""
    assert "<h1>Averages, √ and all</h1>" in (desk.root / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "typed", ["hint nosuch", "nosuch", "reset nosuch", "list", "progress", "doctor", "submit"]
)
def test_no_line_is_wider_than_80_columns_with_or_without_unicode(desk: Desk, typed: str) -> None:
    """The names of all items, which a wrong one is answered with, too"""
    for encoding in ("utf-8", "ascii"):
        run = desk.grade(*typed.split(), PYTHONIOENCODING=encoding)
        assert max(map(len, (run.stdout + run.stderr).splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "wanted"),
    [("grade wa", "watch"), ("grade me", "mean"), ("grade hint me", "mean"), ("grade mean pi", "pick")],
)
def test_tab_completes_commands_and_items(desk: Desk, words: str, wanted: str) -> None:
    """A command or an item as the first word, an item after it"""
    position = str(len(words.split()) - 1)
    code = "import sys; from grader.cli.app import app; sys.argv = ['grade']; app(prog_name='grade')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=desk.root,
        env={
            **desk.environment,
            "_GRADE_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": position,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"plain,{wanted}" in done.stdout.split()


def test_a_lesson_folder_that_is_gone_is_said_once(desk: Desk) -> None:
    """Not once for every file that was in it, and with the way back"""
    shutil.rmtree(desk.work)
    run = desk.grade()
    assert run.returncode == 2
    assert run.stderr.count("course.yaml") == 1
    assert "git checkout -- exercises/averages" in run.stderr
