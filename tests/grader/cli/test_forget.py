"""``grade forget``: what a student may ask for."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from grader.gradebook.store import Store
from tests.grader.cli.conftest import COURSE, RIGHT, WRONG, Desk

WHO, NAME, SECRET = "zimmer-4711", "Zoë Zimmermann", "mad hatter"
TALKING = f"print('{SECRET}')\n" + WRONG


class Results:
    """A class and what a batch made of it."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self.desk, self.work, self.out = desk, folder / "submissions", folder / "results"
        self.roster = folder / "class.csv"

    def hand_in(self, student: str, source: str) -> None:
        (self.work / student).mkdir(parents=True, exist_ok=True)
        (self.work / student / "mean.py").write_text(source, encoding="utf-8")

    def batch(self) -> None:
        words = ("--out", str(self.out), "--jobs", "1", "--roster", str(self.roster))
        assert self.desk.grade("batch", str(self.work), *words).returncode == 0

    def holds(self, words: str) -> list[str]:
        """The files below OUT that have ``words`` in their name or among their bytes."""
        paths = sorted(path for path in self.out.rglob("*") if path.is_file())
        return [path.name for path in paths if words in path.name or words.encode() in path.read_bytes()]

    def records(self) -> dict[str, dict[str, Any]]:
        lines = (self.out / "results.jsonl").read_text(encoding="utf-8").splitlines()
        return {record["student"]: record for record in map(json.loads, lines)}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """A graded class of two, with names, in which one has tried twice."""
    folder = tmp_path_factory.mktemp("class")
    course = folder / "course"
    shutil.copytree(COURSE, course)
    made = Results(Desk(course), folder)
    made.roster.write_text(f"id,name\n{WHO},{NAME}\nkim,Kim Jung\n", encoding="utf-8")
    made.hand_in("kim", RIGHT)
    for source in (WRONG, TALKING):
        made.hand_in(WHO, source)
        made.batch()
    return made


@pytest.fixture
def results(graded: Results, tmp_path: Path) -> Results:
    """A copy of that, to change."""
    for path in (graded.work, graded.out):
        shutil.copytree(path, tmp_path / path.name)
    shutil.copy(graded.roster, tmp_path)
    return Results(graded.desk, tmp_path)


def test_nothing_of_a_forgotten_student_is_left(results: Results) -> None:
    """No byte of OUT holds id, name or words; everybody else's results and names are as they were"""
    assert len(results.holds(WHO)) > 5
    assert results.holds(NAME)
    assert "results.db" in results.holds(SECRET)
    before = results.records()["kim"]
    done = results.desk.grade("forget", WHO, "--out", str(results.out))
    assert done.returncode == 0, done.stderr
    assert "Deleted 2 attempts" in done.stdout
    assert "submissions" in done.stderr
    for words in (WHO, NAME, SECRET):
        assert results.holds(words) == []
    assert results.records() == {"kim": before}
    assert "Kim Jung" in (results.out / "report" / "index.html").read_text(encoding="utf-8")
    with (results.out / "grades.csv").open(newline="", encoding="utf-8") as table:
        assert [row["name"] for row in csv.DictReader(table)] == ["Kim Jung"]


def test_an_anonymised_student_leaves_only_scores(results: Results) -> None:
    """Statuses, scores and named mistakes stay under a name that says nothing; no byte holds anything else"""
    before = results.records()[WHO]
    done = results.desk.grade("forget", WHO, "--out", str(results.out), "--anonymise")
    assert done.returncode == 0, done.stderr
    assert "anonymous-1" in done.stdout
    for words in (WHO, NAME, SECRET, before["submission"]):
        assert results.holds(words) == []
    after = results.records()["anonymous-1"]
    assert (after["status"], after["score"]) == (before["status"], before["score"])
    found = [[check["status"] for check in item["checks"]] for item in after["items"]]
    assert found == [[check["status"] for check in item["checks"]] for item in before["items"]]
    assert [item.get("diagnoses") for item in after["items"]] == [
        item.get("diagnoses") for item in before["items"]
    ]
    assert (results.out / "report" / "anonymous-1.html").exists()


def test_the_store_stays_append_only(results: Results) -> None:
    """After the one exception nothing can be changed or deleted any more"""
    assert results.desk.grade("forget", WHO, "--out", str(results.out)).returncode == 0
    with Store(results.out / "results.db") as store:
        for order in ("DELETE FROM attempts", "UPDATE items SET record = ''", "DELETE FROM events"):
            if order.startswith("DELETE FROM events"):
                store.log("hint", "averages", "mean")
            with pytest.raises(Exception, match="only ever added"):
                store._db.execute(order)


def test_the_next_batch_grades_who_is_still_among_the_submissions(results: Results) -> None:
    """A forgotten student's earlier results are not found again by the same work"""
    results.desk.grade("forget", WHO, "--out", str(results.out), "--anonymise")
    results.batch()
    assert set(results.records()) == {"anonymous-1", "kim", WHO}
    assert results.records()[WHO]["attempt"] == 1
    results.desk.grade("forget", WHO, "--out", str(results.out), "--anonymise")
    assert set(results.records()) == {"anonymous-1", "anonymous-2", "kim"}


def test_a_misspelt_student_changes_nothing(results: Results) -> None:
    """Exit 2, the near miss, and not a byte of the tables is another"""
    before = (results.out / "results.jsonl").read_bytes()
    done = results.desk.grade("forget", "zimmer-4712", "--out", str(results.out))
    assert done.returncode == 2
    assert f"Did you mean '{WHO}'?" in done.stderr
    assert (results.out / "results.jsonl").read_bytes() == before
    assert results.desk.grade("forget", WHO, "--out", str(results.work)).returncode == 2


def test_an_interrupted_one_is_finished_by_the_same_command(results: Results) -> None:
    """Gone from the file of attempts, still in the tables: running it again cleans up the rest"""
    from grader.gradebook import forget

    with Store(results.out / "results.db") as store:
        forget.delete(store, WHO)
    (results.out / ".unfinished").touch()
    assert results.holds(WHO)
    assert results.desk.grade("forget", WHO, "--out", str(results.out)).returncode == 0
    assert results.holds(WHO) == []


def test_other_peoples_files_in_the_folder_are_only_pointed_at(results: Results) -> None:
    """A note that somebody put there is theirs: it is named, and not touched"""
    note = results.out / "notes.txt"
    note.write_text(f"call {WHO} back", encoding="utf-8")
    done = results.desk.grade("forget", WHO, "--out", str(results.out))
    assert "notes.txt still has the name" in " ".join(done.stderr.split())
    assert note.exists()
