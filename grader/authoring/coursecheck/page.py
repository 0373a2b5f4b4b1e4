"""A course check as a page to look at."""

from __future__ import annotations

from grader.authoring.coursecheck.findings import Kind
from grader.authoring.coursecheck.matrix import Matrix, first
from grader.authoring.coursecheck.run import Report
from grader.report import matrix_html
from grader.report.matrix_html import Count, Entry, Grid, Row


def page(report: Report) -> str:
    """One self-contained HTML page: the matrices, the rubrics' counts and every finding."""
    remarks = {
        (finding.item, finding.problem.where): str(finding.kind)
        for finding in report.findings
        if finding.kind in (Kind.IDLE_CHECK, Kind.VACUOUS_CHECK, Kind.FLAKY_CHECK, Kind.SLOW_CHECK)
    }
    grids = [_grid(matrix, remarks) for matrix in report.matrices]
    entries = [
        Entry(str(one.kind), one.problem.what, one.problem.where, one.problem.hint, one.diff, one.accepted)
        for one in report.findings
    ]
    counts = [
        Count(f"{one.item}/{one.concept}", (one.found, one.missed, one.invented, one.absent))
        for one in report.confusions
    ]
    open_ones = sum(not finding.accepted for finding in report.findings)
    verdict = "Nothing found" if report.ok else "1 finding" if open_ones == 1 else f"{open_ones} findings"
    return matrix_html.page(report.course, verdict, grids, entries, counts)


def _grid(matrix: Matrix, remarks: dict[tuple[str, str], str]) -> Grid:
    rows = []
    for mistake, caught in matrix.caught.items():
        reason = first(matrix, mistake)
        cells = [
            "first" if check == reason else "fails" if check in caught else "passes"
            for check in matrix.checks
        ]
        form = mistake.partition("/")[2]
        rows.append(Row(form or mistake, cells, ", ".join(matrix.named[mistake]), is_form=bool(form)))
    weak = {
        check: remarks[matrix.item, where]
        for check, where in matrix.where.items()
        if (matrix.item, where) in remarks
    }
    return Grid(f"{matrix.lesson}: {matrix.item}", matrix.checks, rows, weak)
