"""How a course check goes on, and how what it found is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from grader.cli.console import Console
from grader.report.style import Style

if TYPE_CHECKING:
    from grader.authoring.coursecheck.findings import Finding
    from grader.authoring.coursecheck.matrix import Matrix
    from grader.authoring.coursecheck.run import Report

_EVERY = 25
"""Submissions between plain lines."""


@contextmanager
def display(console: Console) -> Iterator[Callable[[str, int, int], None]]:
    """Something to tell what is being judged: a live line on a terminal, a plain one now and then elsewhere."""
    judged = 0
    if not console.err.isatty():

        def plain(what: str, number: int, of: int) -> None:
            nonlocal judged
            judged += 1
            if judged % _EVERY == 0:
                console.note(f"{judged} judged, now {what}")

        yield plain
        return
    from rich.console import Console as Screen
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

    screen = Screen(file=console.err, no_color=not console.style.colour, highlight=False)
    columns = (SpinnerColumn("line"), BarColumn(20), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=screen, transient=True) as progress:
        task = progress.add_task("reading the course", total=None)

        def live(what: str, number: int, of: int) -> None:
            nonlocal judged
            judged += 1
            progress.update(task, total=of, completed=number - 1, description=f"{judged} judged, now {what}")

        yield live


def text(report: Report, style: Style) -> str:
    """The whole report for a terminal."""
    lines: list[str] = []
    for matrix in report.matrices:
        lines += [*_matrix(matrix, style), ""]
    if report.confusions:
        lines += [style.bold("Rubric examples: there and found, missed, invented, rightly absent")]
        lines += [
            f"  {one.item}/{one.concept}: {one.found}, {one.missed}, {one.invented}, {one.absent}"
            for one in report.confusions
        ]
        lines.append("")
    open_ones = [finding for finding in report.findings if not finding.accepted]
    for finding in open_ones:
        lines += [*_finding(finding, style), ""]
    accepted = [finding for finding in report.findings if finding.accepted]
    if accepted:
        lines.append(style.bold("Accepted by the author"))
        lines += [f"  {one.problem.where} {one.kind}: {one.accepted}" for one in accepted]
        lines.append("")
    lines += [*(f"Note: {note}" for note in report.notes), _end(report, len(open_ones), len(accepted), style)]
    return "\n".join(lines)


def _matrix(matrix: Matrix, style: Style) -> list[str]:
    """One line a mistake, one column a check: where a mistake fails, and where it fails first."""
    from grader.authoring.coursecheck.matrix import first

    fails, also, passes = ("●", "○", "·") if style.unicode else ("#", "o", ".")
    lines = [style.bold(f"{matrix.item}: mistakes and the checks that they fail ({fails} first, {also} too)")]
    shown = {name: f"  {form}" if (form := name.partition("/")[2]) else name for name in matrix.caught}
    width = max(map(len, shown.values()))
    for name, caught in matrix.caught.items():
        reason = first(matrix, name)
        cells = "".join(
            fails if check == reason else also if check in caught else passes for check in matrix.checks
        )
        lines.append(f"  {shown[name]:{width}} {cells} {style.faint(reason)}")
    return lines


def _finding(finding: Finding, style: Style) -> list[str]:
    problem = finding.problem
    lines = style.wrap(problem.what, 2, first=f"{style.mark('bad')} ")
    lines += [f"  {style.faint(f'{problem.where} [{finding.kind}]'.strip())}"]
    lines += style.wrap(problem.hint, 2)
    lines += [f"    {line}" for line in finding.diff.splitlines()[2:]]
    return lines


def _end(report: Report, found: int, accepted: int, style: Style) -> str:
    names = [name for matrix in report.matrices for name in matrix.caught]
    forms = sum("/" in name for name in names)
    parts = [
        f"{len(names) - forms} mistakes" + (f", {forms} of their other forms" if forms else ""),
        f"{report.mutants} changed references, {report.survivors} of them unnoticed",
    ]
    if report.quick:
        parts[1:] = ["changed references, seeds and order left out (--quick)"]
    if report.tiers:
        parts.append(f"references judged in: {', '.join(dict.fromkeys(report.tiers))}")
    what = "1 finding" if found == 1 else f"{found} findings"
    kept = f" and {accepted} accepted" if accepted else ""
    verdict = f"{style.mark('bad')} {what}{kept}" if found else f"{style.mark('ok')} Nothing found{kept}"
    return f"{verdict}: {'; '.join(parts)}."
