"""One real browser for all tests here, without a network, and the pages that it opens."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.grader.browser import pages

PHONE, DESK = 360, 1280
QUIET = (
    "--no-sandbox",  # the tests may run as root; the pages are our own
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
Scheme = Literal["light", "dark"]


class Visit:
    """A page as somebody sees it, and what happened meanwhile."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.name = Path(address).stem
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        page.goto(address)

    def look(self, scheme: Scheme, width: int) -> None:
        """See it in that light and on a window so wide. A picture is kept where SCREENSHOTS says."""
        self.page.emulate_media(color_scheme=scheme, media="screen")
        self.page.set_viewport_size({"width": width, "height": 900})
        if keep := os.environ.get("SCREENSHOTS"):
            path = Path(keep) / f"{self.name}-{scheme}-{width}.png"
            self.page.screenshot(path=path, full_page=True)

    def faults(self) -> list[str]:
        """What axe-core finds, with the elements to blame; best practices count too."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(Axe().axe_script)
        found = self.page.evaluate("axe.run({resultTypes: ['violations']}).then(all => all.violations)")
        return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]

    def width(self) -> tuple[int, int]:
        """Of what is in the page, and of what can be seen without scrolling sideways."""
        inner, outer = self.page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        return inner, outer

    def background(self) -> str:
        colour = self.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert isinstance(colour, str)
        return colour


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert program, (
        "These tests need a Chromium. On Debian: apt install chromium (`.ci/system-parts` does it)."
    )
    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=program, args=QUIET)
        yield running
        running.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every page as a file."""
    place = tmp_path_factory.mktemp("pages")
    for name, make in pages.ALL.items():
        (place / f"{name}.html").write_text(make(), encoding="utf-8")
    return place


@pytest.fixture(scope="session")
def context(browser: Browser) -> BrowserContext:
    """No network: whatever a page tries to fetch fails and is complained of."""
    return browser.new_context(offline=True, reduced_motion="reduce")


@pytest.fixture
def visit(context: BrowserContext, folder: Path) -> Iterator[Callable[..., Visit]]:
    """``visit(name, scheme, width)`` opens a page."""

    def go(name: str, scheme: Scheme = "light", width: int = DESK) -> Visit:
        seen = Visit(context.new_page(), (folder / f"{name}.html").as_uri())
        seen.look(scheme, width)
        return seen

    yield go
    for page in context.pages:
        page.close()
