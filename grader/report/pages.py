"""What all pages share: self-contained, no script, no network, every text escaped and neutral."""

from __future__ import annotations

import base64
import hashlib
from decimal import Decimal
from functools import cache
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from grader.records import CheckResult, ItemResult, rounded
from grader.report.neutral import one_line, shorten, terminal
from grader.report.style import WORDS, sort_of

_TEXT_LIMIT = 20_000
_LINE_LIMIT = 300
_CLASSES = {"ok": "ok", "kept": "ok", "bad": "bad", "fault": "fault"}


@cache
def template(name: str, sheet: str = "attempt") -> Template:
    """The template ``name``, ready with the style sheet ``sheet`` and the filters that it needs."""
    environment = Environment(
        loader=PackageLoader("grader.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"points": points, "line": line, "text": text, "sort": sort, "web": web}
    folder = resources.files("grader.report").joinpath("templates")
    css = "".join(folder.joinpath(f"{each}.css").read_text(encoding="utf-8") for each in ("base", sheet))
    environment.globals |= {
        "words": WORDS,
        # The page's own style sheet is markup of ours; its digest is all that the policy allows.
        "css": Markup(css),
        "css_digest": base64.b64encode(hashlib.sha256(css.encode()).digest()).decode(),
    }
    return environment.get_template(name)


def points(score: Decimal) -> str:
    return str(rounded(score))


def line(text: object) -> str:
    """One line, cut where it is very long."""
    return shorten(one_line(str(text)), _LINE_LIMIT)


def web(url: str) -> str:
    """``url`` where it leads to the web, else empty: a page links to nothing else."""
    return url if url.startswith(("https://", "http://")) else ""


def text(text: str) -> str:
    return terminal(shorten(text, _TEXT_LIMIT))


def sort(record: ItemResult | CheckResult) -> str:
    """The page's class for a status: ``ok bad open fault``."""
    due = record.due if isinstance(record, ItemResult) else True
    return _CLASSES.get(sort_of(record.status, due=due), "open")
