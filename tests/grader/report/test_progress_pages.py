"""Progress on a terminal and as a page: complete, quiet, and safe to open."""

from __future__ import annotations

import re
from datetime import date
from html.parser import HTMLParser

import msgspec

from grader.gradebook.progress import Progress, progress
from grader.gradebook.store import Kept, Key
from grader.records import Status
from grader.report import progress_html, progress_text
from grader.report.style import Style
from tests.grader.attempts import attempt, lesson, mixed, result

TODAY = date(2026, 1, 6)
EVIL = "</title><script>alert(1)</script><img src=x onerror=alert(2)>\x1b[2J"


def record(title: str = "") -> Progress:
    chosen = msgspec.structs.replace(lesson(), title=title) if title else lesson()
    better = attempt(result("mean", Status.PASSED, "3", "3"), at="2026-01-05T13:00:00Z")
    kept = [Kept(mixed(), {"mean": Key("1", "c", 1)}), Kept(better, {"mean": Key("2", "c", 1)})]
    return progress(chosen, kept, (), TODAY)


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def page(title: str = "") -> str:
    return progress_html.progress(record(title), title or "Course", TODAY)


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    return reader


def test_text_shows_every_item_what_is_left_and_what_waits() -> None:
    """One line an item, the way from first to best, concepts, what is left and what is for later"""
    text = progress_text.progress(record(), Style(), TODAY)
    for item in lesson().items:
        assert item.id in text
    assert "2 tries, from 1 to 3" in text
    assert "averages" in text
    assert "Left to do: reason, pick" in text
    assert "Later: again" in text


def test_text_fits_the_window_and_plain_terminals() -> None:
    """80 columns, no escape, no mark beyond ASCII where the terminal has none"""
    text = progress_text.progress(record(), Style(unicode=False), TODAY)
    assert max(map(len, text.splitlines())) <= 80
    assert text.replace("√", "").isascii()


def test_the_page_needs_no_network_and_runs_no_script() -> None:
    """No script, no link, no address; and a policy that would refuse them"""
    reader = read(page())
    assert not {tag for tag, _ in reader.tags} & {"script", "link", "img", "iframe", "a"}
    assert not re.search(r"https?://|url\(", page())
    policy = next(a["content"] for _, a in reader.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert not [tag for tag, attributes in reader.tags if "style" in attributes or "onclick" in attributes]


def test_text_on_the_page_is_text() -> None:
    """A title full of markup adds no element, and no control character survives"""
    assert [tag for tag, _ in read(page(EVIL)).tags] == [tag for tag, _ in read(page()).tags]
    assert "\x1b" not in page(EVIL)


def test_the_picture_has_words_and_a_table() -> None:
    """Whoever does not see the chart gets a title, a description and every number"""
    reader = read(page())
    chart = next(attributes for tag, attributes in reader.tags if attributes.get("role") == "img")
    ids = {attributes.get("id") for _, attributes in reader.tags}
    assert set(str(chart["aria-labelledby"]).split()) <= ids
    assert '<th scope="row">3</th>' in page()


def test_a_student_without_attempts_gets_a_page_too() -> None:
    """Nothing tried: no chart, but all that is left"""
    empty = progress_html.progress(progress(lesson(), [], (), TODAY), "Course", TODAY)
    assert "No attempt yet" in empty
    assert "<code>mean</code>" in empty
