"""``grade lesson``: the lesson in the terminal, its diagram as text; or as a page with the diagram drawn."""

from __future__ import annotations

import re
from pathlib import Path

import click

from grader.cli import options, webpage
from grader.cli.console import Console

_MERMAID = re.compile(r"^```mermaid[^\n]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_CODE_OR_MATHS = re.compile(
    r"(?P<code>^```.*?^```[ \t]*$|`[^`\n]+`)|\$\$(?P<block>.+?)\$\$|\$(?!\s)(?P<inline>[^$\n`]+?)(?<!\s)\$",
    re.MULTILINE | re.DOTALL,
)
_LINK_TO_FILE = re.compile(r"(?<!!)\[([^\[\]]+)\]\((?!https?:|mailto:)[^()\s]*\)")


@click.command(
    epilog="""\b
Examples:
  grade lesson
  grade lesson --open
  grade lesson --html lesson.html
"""
)
@click.argument("lesson_id", required=False, metavar="[ID]")
@webpage.page
@click.option("--pager/--no-pager", default=True, help="Page by page on a terminal. Default: yes.")
@options.common
def lesson(
    lesson_id: str | None,
    html: Path | None,
    show: bool,
    pager: bool,
    course: Path | None,
    lesson: str | None,
    no_color: bool,
) -> int:
    """Read the lesson, here or in your browser. It needs no network."""
    from grader.cli.session import Session
    from grader.course import layout, textfile
    from grader.errors import UsageError

    session = Session.open(course, lesson_id or lesson)
    page = layout.lesson_page(session.course, session.lesson)
    name = page.relative_to(session.course.root).as_posix()
    if not page.is_file():
        raise UsageError("this lesson has no page", where=name)
    text = textfile.read(page, name)
    console = Console.here(no_color=no_color)
    if html or show:
        from grader.report import lesson_html

        content = lesson_html.lesson(text, session.course.file, session.lesson)
        webpage.put(content, html, show, f"{session.lesson.id}.html", session.keeping(), console)
    elif pager and console.out.isatty():
        click.echo_via_pager(drawn(text, console) + "\n")
    else:
        console.say(drawn(text, console))
    return 0


def drawn(markdown: str, console: Console) -> str:
    """The lesson as lines for this terminal, whatever it can show."""
    from rich.console import Console as Rich
    from rich.markdown import Markdown

    from grader.report import lesson_maths
    from grader.report.neutral import terminal

    style = console.style

    def formula(match: re.Match[str]) -> str:
        return match["code"] or lesson_maths.plain(match["block"] or match["inline"])

    text = _CODE_OR_MATHS.sub(formula, terminal(markdown))
    text = _LINK_TO_FILE.sub(r"\1", text)
    # Before anything is laid out: what takes the place of a letter may be wider.
    text = console.plain(text)
    text = _MERMAID.sub(lambda match: _diagram(match[1], style.width - 4, style.unicode), text)
    # Drawn into a string, so that a C locale or code page goes through the same care as everything else.
    rich = Rich(
        width=style.width,
        force_terminal=style.colour,
        no_color=not style.colour,
        color_system="standard" if style.colour else None,
        legacy_windows=False,
    )
    with rich.capture() as captured:
        rich.print(Markdown(text, hyperlinks=False))
    lines = captured.get().rstrip("\n").split("\n")
    return "\n".join(lines if style.colour else map(str.rstrip, lines))


def _diagram(mermaid: str, width: int, unicode: bool) -> str:
    """A flow chart drawn in characters; another diagram as it is written."""
    from grader.report import lesson_drawing, lesson_flow

    flow = lesson_flow.parse(mermaid)
    return f"```\n{mermaid if flow is None else lesson_drawing.text(flow, width, unicode=unicode)}\n```"
