"""``grade lesson``: the lesson's page in the terminal, its diagram as text."""

from __future__ import annotations

import re
from pathlib import Path

import click

from grader.cli import options
from grader.cli.console import Console

_MERMAID = re.compile(r"^```mermaid\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_NODE = r"([\w-]+)(?:\s*[\[({>]+\"?(.*?)\"?[\])}]+)?"
_EDGE = re.compile(rf"^\s*{_NODE}\s*[-=.]+>\s*(?:\|(.*?)\|\s*)?{_NODE}\s*$")
_MATHS = re.compile(r"\$\$(.+?)\$\$|\$(?!\s)([^$\n`]+?)(?<!\s)\$", re.DOTALL)
_LATEX = (
    (re.compile(r"\\(?:mathrm|text|operatorname|mathbf)\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\\(?:left|right|big|Big|,|;|!)(?![a-zA-Z])"), ""),
    (re.compile(r"\^(?:\\top|T|\{\\top\}|\{T\})"), "ᵀ"),
    (re.compile(r"\\sqrt\{([^{}]*)\}"), r"√\1"),
    (re.compile(r"\\frac\{([^{}]*)\}\{([^{}]*)\}"), r"\1 / \2"),
    (re.compile(r"\\cdot"), "·"),
)
_ENTITY = re.compile(r"<br\s*/?>")


@click.command()
@click.argument("lesson_id", required=False, metavar="[ID]")
@click.option("--pager/--no-pager", default=True, help="Page by page on a terminal. Default: yes.")
@options.common
def lesson(
    lesson_id: str | None, pager: bool, course: Path | None, lesson: str | None, no_color: bool
) -> int:
    """Read the lesson."""
    from rich.console import Console as Rich
    from rich.markdown import Markdown

    from grader.cli.session import Session
    from grader.course import layout, textfile
    from grader.errors import UsageError

    session = Session.open(course, lesson_id or lesson)
    page = layout.lesson_page(session.course, session.lesson)
    name = page.relative_to(session.course.root).as_posix()
    if not page.is_file():
        raise UsageError("this lesson has no page", where=name)
    text = _MERMAID.sub(lambda match: diagram(match[1]), textfile.read(page, name))
    text = _MATHS.sub(lambda match: plain_maths(match[1] or match[2]), text)
    console = Console.here(no_color=no_color)
    # Drawn into a string, so that a C locale or code page goes through the same care as everything else.
    drawing = Rich(
        width=console.style.width,
        force_terminal=console.style.colour,
        no_color=not console.style.colour,
        color_system="standard" if console.style.colour else None,
        legacy_windows=False,
    )
    with drawing.capture() as captured:
        drawing.print(Markdown(text, hyperlinks=False))
    shown = captured.get().rstrip("\n")
    if pager and console.out.isatty():
        click.echo_via_pager(shown + "\n")
    else:
        console.say(shown)
    return 0


def plain_maths(latex: str) -> str:
    """LaTeX as text, ``\\frac{a}{\\sqrt{b}}`` as ``a / √b``; what is not known stays as it is written."""
    for pattern, plain in _LATEX:
        latex = pattern.sub(plain, latex)
    return " ".join(latex.split())


def diagram(mermaid: str) -> str:
    """A Mermaid flow chart as a list of its arrows, one a line; other diagrams as they are written."""
    names: dict[str, str] = {}
    arrows: list[tuple[str, str, str]] = []
    for line in mermaid.splitlines():
        for part in _chained(line):
            match = _EDGE.match(part)
            if match is None:
                continue
            start, start_label, label, end, end_label = match.groups()
            for key, text in ((start, start_label), (end, end_label)):
                if text or key not in names:
                    names[key] = _ENTITY.sub(" ", text) if text else names.get(key, key)
            arrows.append((start, label or "", end))
    if not arrows:
        return f"```\n{mermaid}```"
    width = max(len(names[start]) for start, _, _ in arrows)
    lines = [
        f"{names[start]:<{width}}  -{f'{label}-' if label else ''}->  {names[end]}"
        for start, label, end in arrows
    ]
    return "```\n" + "\n".join(lines) + "\n```"


def _chained(line: str) -> list[str]:
    """``A --> B --> C`` is ``A --> B`` and ``B --> C``; ``A & B --> C`` is ``A --> C`` and ``B --> C``."""
    parts = re.split(r"\s*(-->|==>|-\.->)(\|[^|]*\|)?\s*", line.strip())
    found = []
    for index in range(0, len(parts) - 3, 3):
        for start in parts[index].split(" & "):
            for end in parts[index + 3].split(" & "):
                found.append(f"{start} -->{parts[index + 2] or ''} {end}")
    return found
