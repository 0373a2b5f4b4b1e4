"""`grade watch`: a save brings a result."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest

from tests.grader.cli.conftest import RIGHT, WRONG, Desk


class Watch:
    """A running `grade watch` and what it has printed."""

    def __init__(self, desk: Desk) -> None:
        self.process = subprocess.Popen(
            desk.command("watch"),
            cwd=desk.root,
            env=desk.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        self._lines: Queue[str] = Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def until(self, words: str, seconds: float = 20) -> str:
        """Everything printed up to and with the line that holds ``words``."""
        text, end = "", time.monotonic() + seconds
        while words not in text:
            try:
                text += self._lines.get(timeout=max(end - time.monotonic(), 0.01))
            except Empty:
                pytest.fail(f"no {words!r} within {seconds} s in:\n{text}")
        return text

    def rest(self) -> str:
        self._reader.join(10)
        return "".join(self._lines.get() for _ in range(self._lines.qsize()))

    def silent(self, seconds: float) -> bool:
        time.sleep(seconds)
        return self._lines.empty()


@contextmanager
def watching(desk: Desk) -> Iterator[Watch]:
    watch = Watch(desk)
    try:
        watch.until("q quit")
        yield watch
    finally:
        watch.process.kill()
        watch.process.wait()


@pytest.fixture
def watch(desk: Desk) -> Iterator[Watch]:
    with watching(desk) as watch:
        yield watch


def test_a_save_grades_that_item_alone(desk: Desk, watch: Watch) -> None:
    """The result of the saved item, not of the others"""
    desk.write("mean.py", WRONG)
    text = watch.until("q quit")
    assert "What do you divide the sum by?" in text
    assert "pick.md" not in text


def test_an_editor_that_writes_by_rename_is_noticed(desk: Desk, watch: Watch) -> None:
    """A new file put in the old one's place is a save"""
    new = Path(desk.work / ".mean.py.swp")
    new.write_text(RIGHT, encoding="utf-8")
    os.replace(new, desk.work / "mean.py")
    assert "3/3" in watch.until("q quit")


def test_the_same_content_again_is_not_an_attempt(desk: Desk, watch: Watch) -> None:
    """Saving without a change, or touching the file, brings nothing"""
    desk.write("mean.py", WRONG)
    watch.until("q quit")
    before = desk.json("progress")["attempts"]
    desk.write("mean.py", WRONG)
    assert watch.silent(1)
    assert desk.json("progress")["attempts"] == before


def test_half_typed_code_is_a_gentle_note_and_no_attempt(desk: Desk, watch: Watch) -> None:
    """A syntax error says where, and is not held against the student"""
    before = desk.json("progress")["attempts"]
    desk.write("mean.py", "def mean(numbers):\n    return sum(\n")
    assert "not complete Python yet" in watch.until("I am watching")
    assert desk.json("progress")["attempts"] == before


def test_a_changed_check_judges_the_next_save(desk: Desk, watch: Watch) -> None:
    """The session that stays warm is not older than the course"""
    check = desk.root / "tests/public/averages/test_mean.py"
    text = check.read_text(encoding="utf-8")
    check.write_text(text.replace("What do you divide the sum by?", "By how many?"), encoding="utf-8")
    desk.write("mean.py", WRONG)
    assert "By how many?" in watch.until("q quit")


def test_a_course_that_breaks_while_watching_is_a_note_until_it_is_mended(desk: Desk, watch: Watch) -> None:
    """The words of the course error, then everything is graded anew"""
    course = desk.root / "course.yaml"
    text = course.read_text(encoding="utf-8")
    course.write_text(text.replace("points: 3", "point: 3"), encoding="utf-8")
    desk.write("mean.py", WRONG)
    assert "course.yaml:" in watch.until("once the course is mended")
    course.write_text(text, encoding="utf-8")
    assert "What do you divide the sum by?" in watch.until("q quit")


def test_items_that_read_the_saved_file_are_named(desk: Desk) -> None:
    """What was done with an older version of another item's file counts as open until it is graded again"""
    course = desk.root / "course.yaml"
    text = course.read_text(encoding="utf-8")
    course.write_text(text.replace("stub: pick.md", "stub: pick.md\n        uses: [mean]"), encoding="utf-8")
    desk.solve("pick.md")
    with watching(desk) as watch:
        desk.write("mean.py", RIGHT)
        text = watch.until("q quit")
    assert "pick: judged with this file too." in text
    assert "Everything that is due is done" not in text


def test_an_interrupt_ends_it_quietly(watch: Watch) -> None:
    """Ctrl-C: 130, no traceback"""
    watch.process.send_signal(signal.SIGINT)
    assert watch.process.wait(20) == 130
    assert "Traceback" not in watch.rest()
