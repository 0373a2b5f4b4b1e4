"""A lesson as one page for a browser: formulas and diagrams drawn, no script, no network, no markup but Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.anchors import anchors_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin

from grader.course.model import CourseFile, Lesson
from grader.report import lesson_drawing, lesson_flow, lesson_maths, pages

_SHORT = 20
"""Characters of a table cell up to which it stays on one line."""
_OUTSIDE = re.compile(r"https?://|mailto:", re.IGNORECASE)


class Heading(NamedTuple):
    """One line of the table of contents."""

    level: int
    anchor: str
    text: str


def lesson(markdown: str, course: CourseFile, lesson: Lesson) -> str:
    """The page. ``markdown`` is the lesson's page as its author wrote it: CommonMark, tables, ``$formulas$``
    and Mermaid flow charts. HTML in it shows as text, and a link that leads to a file is only its words."""
    parser = _parser()
    tokens = parser.parse(markdown)
    title, tokens = _title(tokens, lesson.title)
    _tame(tokens)
    return pages.template("lesson.html.j2", "lesson").render(
        course=course,
        lesson=lesson,
        title=title,
        headings=_headings(tokens),
        body=Markup(parser.renderer.render(tokens, parser.options, {})),
    )


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.use(anchors_plugin, min_level=2, max_level=3, slug_func=_slug)
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=True, renderer=_formula)
    parser.add_render_rule("fence", _fence)
    parser.add_render_rule("math_block", _math_block)
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    return parser


def _formula(latex: str, options: dict[str, Any]) -> str:
    return lesson_maths.mathml(latex, block=bool(options["display_mode"]))


def _math_block(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    # A formula wider than a phone scrolls by itself, with the keyboard too.
    drawn = lesson_maths.mathml(tokens[index].content, block=True)
    return Markup('<div class="math block" tabindex="0">{}</div>\n').format(drawn)


def _fence(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    token = tokens[index]
    language = token.info.split()[0] if token.info.strip() else ""
    flow = lesson_flow.parse(token.content) if language == "mermaid" else None
    if flow is None:
        return Markup('<pre tabindex="0"><code>{}</code></pre>\n').format(token.content)
    return Markup(
        '<figure class="diagram">{}{}<ul class="heard" aria-label="The diagram in words">{}</ul></figure>\n'
    ).format(
        lesson_drawing.svg(flow, across=True),
        lesson_drawing.svg(flow, across=False),
        lesson_drawing.sentences(flow),
    )


def _table_open(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    # A wide table scrolls by itself, with the keyboard too; the page never does.
    number = sum(token.type == "table_open" for token in tokens[: index + 1])
    return f'<div class="scroll" role="region" aria-label="Table {number}" tabindex="0"><table>\n'


def _table_close(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return "</table></div>\n"


def _title(tokens: list[Token], otherwise: str) -> tuple[str, list[Token]]:
    """The text of a level 1 heading that begins the page, and the rest: the template has the page's only one."""
    if len(tokens) > 2 and tokens[0].tag == "h1":
        return _text(tokens[1]), tokens[3:]
    return otherwise, tokens


def _tame(tokens: Sequence[Token]) -> None:
    """Unlink what leads to a file of the course; no header cell without words; no image, which would be fetched."""
    for index, token in enumerate(tokens):
        if token.type == "th_open":
            token.attrSet("scope", "col")
            if not tokens[index + 1].content:
                token.tag, token.attrs, tokens[index + 2].tag = "td", {"class": "short"}, "td"
        elif token.type == "td_open" and len(tokens[index + 1].content) <= _SHORT:
            token.attrSet("class", "short")
        children = token.children or []
        for child in children:
            if child.type == "image":
                child.type, child.tag, child.content = "text", "", child.content or "image"
            elif child.type == "link_open" and _OUTSIDE.match(str(child.attrGet("href") or "")):
                child.attrSet("rel", "noreferrer")
            elif child.type == "link_open":
                child.tag, child.attrs = "span", {}
        _close(children)


def _close(children: Sequence[Token]) -> None:
    """End each link with the tag that it began with."""
    open_tags: list[str] = []
    for child in children:
        if child.type == "link_open":
            open_tags.append(child.tag)
        elif child.type == "link_close":
            child.tag = open_tags.pop()


def _headings(tokens: Sequence[Token]) -> list[Heading]:
    return [
        Heading(int(token.tag[1]), str(token.attrGet("id")), _text(inner))
        for token, inner in pairwise(tokens)
        if token.type == "heading_open" and token.attrGet("id")
    ]


def _text(inline: Token) -> str:
    return "".join(
        lesson_maths.plain(child.content) if child.type == "math_inline" else child.content
        for child in inline.children or ()
    )


def _slug(title: str) -> str:
    """``why-the-scale`` for ``4. Why the scale``; never empty and never beginning with a digit."""
    return re.sub(r"[^\w]+", "-", title.lower()).strip("-0123456789") or "part"
