"""The attacks that act on whoever reads a result: really graded, then shown in every way there is."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path, PurePath
from xml.etree import ElementTree as ET

import msgspec
import pytest

from grader.course.load import load
from grader.grading import grade_one
from grader.intake.submission import Submission
from grader.records import Attempt
from grader.report import batch_html, feedback_html, github, junit, terminal
from grader.report import csv as table
from grader.report.rows import Context
from grader.report.style import Style
from grader.sandbox import start

SAMPLES = Path(__file__).parents[2] / "samples"
ATTACKS = (
    "ansi_escape",
    "ci_commands",
    "ci_commands_raised",
    "html_injection",
    "log_flood_feedback",
    "markdown_fence",
    "xml_json_breakers",
)
TOKEN = "0123456789abcdef0123456789abcdef"
EVIL_NAME = "=cmd|' /C calc'!A0 <b>@team</b> [x](https://example.org)\x1b[2J"
CHECK = '''
import numpy as np
from grader.checks import assert_close, check

@check(points=3)
def test_attention(student):
    """The same row twice gives that row"""
    assert_close(student.attention(*(np.ones((4, 8)) for _ in range(3))), np.ones((4, 8)))
'''


def graded(folder: Path) -> list[Attempt]:
    """Each attack, judged by a public check, under a name that is an attack of its own."""
    root = Path(shutil.copytree(SAMPLES / "courses" / "averages", folder / "course"))
    (root / "tests" / "public" / "averages" / "test_mean.py").write_text(CHECK, encoding="utf-8")
    (root / "tests" / "hidden" / "averages" / "test_mean.py").unlink()
    course = load(root, files=False)
    lesson = course.file.lessons[0]
    made = []
    with closing(start()) as sandbox:
        for name in ATTACKS:
            source = (SAMPLES / "attacks" / name / "submission.py").read_bytes()
            work = Submission(files={"mean.py": source}, student=EVIL_NAME, ignored=(f"{EVIL_NAME}.txt",))
            attempt = grade_one(
                course, lesson, work, sandbox=sandbox, only=frozenset({"mean"}), diagnose=False
            )
            # A lesson's author might write such a thing, too: nothing in a report may act.
            titled = msgspec.structs.replace(attempt.items[0], title=f"{name}: {EVIL_NAME}")
            made.append(msgspec.structs.replace(attempt, items=(titled,)))
    return made


@pytest.fixture(scope="module")
def attempts(tmp_path_factory: pytest.TempPathFactory) -> list[Attempt]:
    """As they are in the file that ``ATTACKS_GRADED`` names, or graded now."""
    file = os.environ.get("ATTACKS_GRADED")
    if file:
        return msgspec.json.decode(Path(file).read_bytes(), type=list[Attempt])
    return graded(tmp_path_factory.mktemp("attacks"))


class Page(HTMLParser):
    """The tags of a page, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag + "".join(f" {name}" for name, _ in attrs if name.startswith("on")))


def shown(attempts: list[Attempt]) -> Iterator[tuple[str, str]]:
    context = Context(token=TOKEN)
    for attempt in attempts:
        yield "feedback", feedback_html.page(attempt, "Course", "Lesson", attempt.student or "")
        yield "page", batch_html.student(attempt, "Course", "Lesson")
        yield "summary", github.summary([attempt], context)
    yield "junit", junit.write(attempts, context)
    yield "log", github.write(attempts, context)
    yield "csv", table.write(attempts, context)


def test_the_attacks_are_there(attempts: list[Attempt]) -> None:
    """What student code says does reach these reports: otherwise the other tests here would show nothing."""
    whole = "".join(text for _, text in shown(attempts))
    for part in ("onerror", "testcase name", "add-mask", "100 of 100", "truncated", "cmd|"):
        assert part in whole.replace("\\", "") or part in str(attempts), part


def test_nothing_moves_a_cursor(attempts: list[Attempt]) -> None:
    """No control character but the end of a line and a tab, in any report or in the terminal."""
    texts = [text for _, text in shown(attempts)]
    lesson = load(SAMPLES / "courses" / "averages").file.lessons[0]
    texts += [terminal.attempt(a, lesson, PurePath("work"), Style(), done=frozenset()) for a in attempts]
    for text in texts:
        assert not re.search(
            r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text.replace("\r\n", "\n")
        )


def test_a_page_has_the_same_tags_whatever_it_shows(attempts: list[Attempt]) -> None:
    """No element, no event handler and no link of a student's making."""
    for kind, text in shown(attempts):
        if kind in ("page", "feedback"):
            assert not {"script", "img", "img onerror", "b"} & set(Page(text).tags)
            assert not [tag for tag in Page(text).tags if " " in tag]


def test_junit_stays_one_document(attempts: list[Attempt]) -> None:
    """Well-formed XML with a case for each attack, none invented, and short."""
    text = dict(shown(attempts))["junit"]
    assert len(list(ET.fromstring(text.encode()).iter("testcase"))) == len(ATTACKS)
    assert len(text) < 100_000


def test_a_name_is_no_formula(attempts: list[Attempt]) -> None:
    """No cell of the table starts a calculation."""
    rows = csv.reader(io.StringIO(dict(shown(attempts))["csv"], newline=""))
    assert [cell for row in rows for cell in row if cell.lstrip()[:1] in tuple("=+@-")] == []


def test_no_line_of_a_log_is_a_command_of_a_students(attempts: list[Attempt]) -> None:
    """Between the commands of ours nothing begins like one, with or without the stretch that stops them."""
    log = dict(shown(attempts))["log"]
    ours = re.compile(r"::(error|warning|notice|group|endgroup|stop-commands)\b|::" + TOKEN + "::")
    assert [line for line in log.splitlines() if line.strip().startswith("::") and not ours.match(line)] == []
    assert "##[" not in log
    # A property or the data of ours that held a line end, a comma or a colon would end there.
    for line in (line for line in log.splitlines() if line.startswith(("::error", "::warning"))):
        assert re.fullmatch(r"::\w+ (\w+=[^:,]*,?)+::.*", line), line
    assert len([line for line in log.splitlines() if line.startswith("::error")]) == len(ATTACKS)


def test_a_summary_holds_no_markup_of_a_students(attempts: list[Attempt]) -> None:
    """Outside of blocks of code: no tag, no link, no mention; and no block is closed from inside."""
    for kind, text in shown(attempts):
        if kind != "summary":
            continue
        fence, outside = "", []
        for line in text.splitlines():
            if fence:
                fence = "" if line == fence else fence
            elif found := re.match(r"(`{3,})text$", line):
                fence = found[1]
            else:
                outside.append(line)
        assert not fence
        told = "\n".join(outside)
        assert not re.search(r"<b>|<img|(?<!\\)\]\(|@team|@everyone|^# 100", told, re.MULTILINE), told
