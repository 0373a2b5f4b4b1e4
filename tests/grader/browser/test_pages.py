"""Every page in a real browser: safe, quiet, and for everybody.

``SCREENSHOTS=DIR`` in the environment keeps a picture of every page that the tests open.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.grader.browser import pages
from tests.grader.browser.conftest import DESK, PHONE, Scheme, Visit

Go = Callable[..., Visit]
LOOKS: tuple[tuple[Scheme, int], ...] = (("light", DESK), ("dark", DESK), ("light", PHONE), ("dark", PHONE))


@pytest.mark.parametrize("name", pages.PLAIN)
def test_nobody_is_shut_out(visit: Go, name: str) -> None:
    """axe-core finds no fault in light, in dark and on a phone; nothing scrolls sideways but a table by itself"""
    seen = visit(name)
    for scheme, width in LOOKS:
        seen.look(scheme, width)
        assert seen.faults() == [], f"{name}, {scheme}, {width} pixels wide"
        inner, outer = seen.width()
        assert inner <= outer
    assert seen.complaints == []
    assert len(seen.requests) == 1, "a page fetches nothing but itself"


@pytest.mark.parametrize("name", pages.HOSTILES)
def test_hostile_text_is_text(visit: Go, name: str) -> None:
    """It can be read as it was written; nothing of it runs, is fetched, or makes the page wider"""
    seen = visit(name, "light", PHONE)
    assert "<script>alert(1)</script>" in seen.page.inner_text("body")
    assert seen.page.locator("script, img, iframe, object, [onerror], [style]").count() == 0
    assert seen.page.locator("a[href^='javascript']").count() == 0
    assert seen.complaints == []
    assert len(seen.requests) == 1
    inner, outer = seen.width()
    assert inner <= outer


@pytest.mark.parametrize("name", ["progress", "lesson", "class", "feedback"])
def test_dark_is_dark_and_paper_is_white(visit: Go, name: str) -> None:
    """A page follows the reader's wish; printed, it is black on white even for whoever reads in the dark"""
    seen = visit(name)
    brightness = []
    for scheme in ("light", "dark"):
        seen.look(scheme, DESK)
        brightness.append(sum(map(int, seen.background().strip("rgb()").split(","))))
    assert brightness[0] > 3 * 200
    assert brightness[1] < 3 * 60
    seen.page.emulate_media(media="print", color_scheme="dark")
    assert seen.background() == "rgb(255, 255, 255)"


def test_a_page_prints(visit: Go) -> None:
    """To a few sheets, not to an endless roll or to nothing"""
    sheets = visit("progress").page.pdf(format="A4").count(b"/Type /Page\n")
    assert 1 <= sheets <= 4


def test_the_keyboard_reaches_everything_and_shows_where_it_is(visit: Go) -> None:
    """Tab goes through the links, the tables and what unfolds; each has an outline while it has the focus"""
    for name in ("progress", "lesson"):
        page = visit(name).page
        there = page.locator("a[href], summary, [tabindex='0']").count()
        reached = 0
        for _ in range(there):
            page.keyboard.press("Tab")
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            reached += page.evaluate("document.activeElement !== document.body") and outline != "none"
        assert reached == there > 0


def test_the_numbers_behind_the_picture_unfold_with_the_keyboard(visit: Go) -> None:
    """Closed at first; Enter on its summary shows the table"""
    page = visit("progress").page
    assert not page.locator("details table").is_visible()
    page.locator("summary").press("Enter")
    assert page.locator("details table").is_visible()


def test_the_diagram_fits_the_screen(visit: Go) -> None:
    """Drawn from left to right on a desk, from top to bottom on a phone, and never both at once"""
    for width, shown, other in ((DESK, "across", "down"), (PHONE, "down", "across")):
        page = visit("lesson", "light", width).page
        assert page.locator(f".flow.{shown}").is_visible()
        assert not page.locator(f".flow.{other}").is_visible()
        box = page.locator(f".flow.{shown}").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width


def test_every_word_of_the_diagram_is_within_its_box(visit: Go) -> None:
    """Whatever the font of this machine is"""
    page = visit("lesson").page
    outside = page.evaluate(
        """() => [...document.querySelectorAll('.flow.across .box')].filter(box => {
            const text = box.nextElementSibling.getBBox(), room = box.getBBox();
            return text.x < room.x || text.x + text.width > room.x + room.width
                || text.y < room.y || text.y + text.height > room.y + room.height;
        }).length"""
    )
    assert outside == 0


def test_formulas_are_drawn_by_the_browser(visit: Go) -> None:
    """A fraction has its numerator above its denominator, so it is drawn and not spelt"""
    page = visit("lesson").page
    numerator, denominator = (
        page.locator(f"mfrac > *:nth-child({number})").first.bounding_box() for number in (1, 2)
    )
    assert numerator is not None
    assert denominator is not None
    assert numerator["y"] + numerator["height"] <= denominator["y"] + 1
