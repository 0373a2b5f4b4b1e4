"""Attempts are kept for good, or the caller is told why not."""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from grader.gradebook.store import SCHEMA_VERSION, Glance, Key, Store, StoreError
from grader.records import Attempt, Status
from tests.grader.attempts import attempt, mixed, result

KEY = Key("sha256:work", "sha256:checks", 1)


def test_an_attempt_comes_back_as_it_went_in(tmp_path: Path) -> None:
    """What is read later equals what was graded, number included"""
    with Store(tmp_path / "a.db") as store:
        kept = store.add(mixed(), {"mean": KEY})
    with Store(tmp_path / "a.db") as store:
        (again,) = store.kept(None, "first")
    assert again.attempt == kept == msgspec.structs.replace(mixed(), attempt=1)
    assert again.keys == {"mean": KEY}


def test_a_glance_says_what_is_due_as_the_whole_attempt_does(tmp_path: Path) -> None:
    """For every item the same id, status and scores, in the same order"""
    anna = msgspec.structs.replace(mixed(), student="anna")
    with Store(tmp_path / "a.db") as store:
        for one in (mixed(), anna, attempt(result("mean", Status.PASSED, "1"))):
            store.add(one, {})
        whole, short = list(store.attempts(None, "first")), list(store.glances(None, "first"))

    def told(one: Attempt | Glance) -> list[object]:
        return [one.graded_at, *((item.id, item.status, item.score, item.max_score) for item in one.items)]

    assert list(map(told, short)) == list(map(told, whole))
    assert len(short) == 2


def test_the_newest_key_of_an_item_is_that_of_its_newest_attempt(tmp_path: Path) -> None:
    """Also where attempts after it judged other items only, or other students"""
    anna = msgspec.structs.replace(mixed(), student="anna")
    later, other = KEY._replace(input="sha256:later"), KEY._replace(input="sha256:other")
    with Store(tmp_path / "a.db") as store:
        store.add(mixed(), {"mean": KEY, "pick": KEY})
        store.add(mixed(), {"mean": later})
        store.add(anna, {"mean": other, "reason": other})
        assert store.newest_keys(None, "first") == {"mean": later, "pick": KEY}
        assert store.newest_keys("anna", "first") == {"mean": other, "reason": other}
        assert store.newest_keys(None, "second") == {}


def test_attempts_are_counted_per_student_and_lesson(tmp_path: Path) -> None:
    """Every student and every lesson begins at 1"""
    anna = msgspec.structs.replace(mixed(), student="anna")
    other = msgspec.structs.replace(mixed(), lesson="second")
    with Store(tmp_path / "a.db") as store:
        numbers = [store.add(one, {}).attempt for one in (mixed(), anna, mixed(), other, anna)]
        assert store.students("first") == ("", "anna")
    assert numbers == [1, 1, 2, 1, 2]


def test_parallel_writers_lose_no_attempt(tmp_path: Path) -> None:
    """Eight writers at once: eight attempts with eight numbers"""

    def write(_: int) -> int | None:
        with Store(tmp_path / "a.db") as store:
            return store.add(mixed(), {}).attempt

    with ThreadPoolExecutor(8) as pool:
        numbers = sorted(filter(None, pool.map(write, range(8))))
    assert numbers == list(range(1, 9))


def test_a_new_file_that_another_is_opening_is_waited_for(tmp_path: Path) -> None:
    """SQLite refuses at once to change a file's journal while another uses it; the store tries again"""
    other = sqlite3.connect(tmp_path / "a.db", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.2, other.execute, ["COMMIT"])
    release.start()
    with Store(tmp_path / "a.db") as store:
        assert store.add(mixed(), {}).attempt == 1
    release.join()
    other.close()


@pytest.mark.parametrize("statement", ["UPDATE attempts SET student = 'x'", "DELETE FROM attempts"])
def test_nothing_kept_can_be_changed(tmp_path: Path, statement: str) -> None:
    """The file itself refuses to change or forget an attempt"""
    with Store(tmp_path / "a.db") as store:
        store.add(mixed(), {})
    with sqlite3.connect(tmp_path / "a.db") as database, pytest.raises(sqlite3.IntegrityError):
        database.execute(statement)


def test_an_attempt_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    """A fault in the middle of writing leaves no half attempt behind"""
    twice = attempt(result("mean", Status.PASSED), result("mean", Status.PASSED))
    with Store(tmp_path / "a.db") as store:
        with pytest.raises(StoreError):
            store.add(twice, {"mean": KEY})
        assert list(store.attempts(None, "first")) == []


def test_equal_work_under_equal_checks_is_found_again(tmp_path: Path) -> None:
    """Only the same input, the same checks and the same grading version give the earlier result"""
    with Store(tmp_path / "a.db") as store:
        store.add(mixed(), {"mean": KEY})
        found = store.judged("mean", KEY)
        assert found is not None
        assert found == mixed().items[0]
        others = [
            store.judged("pick", KEY),
            store.judged("mean", KEY._replace(input="sha256:other")),
            store.judged("mean", KEY._replace(item="sha256:corrected")),
            store.judged("mean", KEY._replace(grading_version=2)),
        ]
    assert others == [None] * 4


def test_hints_and_answers_are_logged_in_order(tmp_path: Path) -> None:
    """What was shown, for which item, oldest first, each student apart"""
    with Store(tmp_path / "a.db") as store:
        store.log("hint", "first", "mean", detail="1")
        store.log("answer", "first", "mean")
        store.log("hint", "first", "pick", student="anna")
        assert [(event.kind, event.detail) for event in store.events(None, "first")] == [
            ("hint", "1"),
            ("answer", ""),
        ]


@pytest.mark.parametrize("content", [b"this is not a database at all, only text", b"\0" * 5000])
def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path, content: bytes) -> None:
    """The message names the file and says to move it; not a byte of it is changed"""
    path = tmp_path / "a.db"
    path.write_bytes(content)
    with pytest.raises(StoreError, match="damaged") as caught:
        Store(path)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == content


def test_a_file_of_a_newer_grader_is_left_alone(tmp_path: Path) -> None:
    """An older grader says so rather than guess at a newer format"""
    path = tmp_path / "a.db"
    Store(path).close()
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version={SCHEMA_VERSION + 1}")
    with pytest.raises(StoreError, match="newer version"):
        Store(path)


def test_a_folder_that_is_not_there_gives_a_sentence(tmp_path: Path) -> None:
    """Where nothing can be written, the error says so and that grading still works"""
    with pytest.raises(StoreError, match="cannot be kept") as caught:
        Store(tmp_path / "missing" / "a.db")
    assert "Grading works without it" in str(caught.value)
