"""``grade forget``: one student's results deleted, or kept without a name."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.console import Console

if TYPE_CHECKING:
    from grader.cli.outfolder import OutFolder
    from grader.cli.roster import Roster

FAULTS = "faults.log"


@click.command(
    epilog="""\b
Examples:
  grade forget STUDENT --out results
  grade forget STUDENT --out results --anonymise

\b
Exit codes: 0 done, 2 a wrong command, course or student.
"""
)
@click.argument("student")
@click.option("--out", type=options.FOLDER, required=True, metavar="OUT", help="Folder of a batch's results.")
@click.option(
    "--anonymise",
    "--anonymize",
    is_flag=True,
    help="Keep the scores under another name, without anything the student wrote.",
)
@click.option(
    "--roster",
    type=options.FOLDER,
    metavar="FILE",
    help="CSV with everybody's names. Default: the names in OUT/grades.csv.",
)
@options.common
def forget(
    student: str,
    out: Path,
    anonymise: bool,
    roster: Path | None,
    course: Path | None,
    lesson: str | None,
    no_color: bool,
) -> int:
    """Delete all results of STUDENT from OUT, for good.

    Pages, tables and the file of attempts are written anew, without a trace of the name.
    """
    from grader.cli import outfiles, outfolder
    from grader.cli.session import Session
    from grader.course.nearmiss import did_you_mean
    from grader.errors import UsageError
    from grader.gradebook import forget as gradebook
    from grader.gradebook.store import Store
    from grader.report.neutral import one_line

    console = Console.here(no_color=no_color)
    session = Session.open(course, lesson)
    outfolder.results_in(out)
    with outfolder.OutFolder(out) as folder, Store(folder.results) as store:
        known = store.everybody()
        # After an interruption the student may be gone from the store and still be in a table.
        if student not in known and not folder.unfinished:
            raise UsageError(
                f"nothing is kept of '{one_line(student)}' here",
                where=str(out),
                hint=did_you_mean(student, known) or "The first column of grades.csv has everybody's id.",
            )
        people = _people(folder, roster, student)
        whole = folder.begin()
        alias = gradebook.free_alias(known) if anonymise else ""
        if alias:
            number = gradebook.anonymise(store, student, alias)
        else:
            number = gradebook.delete(store, student)
        pages = _drop_pages(folder, student)
        outfiles.tables(folder, session, store, people)
        outfiles.pages(folder, session, store, people, None if whole else {alias})
        folder.end()
    attempts = f"{number} attempt{'s' * (number != 1)}"
    name = one_line(student)
    if alias:
        console.say(f"{attempts} of {name} kept as {alias}: scores and statuses, nothing that {name} wrote.")
    else:
        console.say(f"Deleted {attempts} of {name}.")
    console.note(f"{pages} file{'s' * (pages != 1)} removed; every table and the class page written anew.")
    for path in _others(folder.path, student):
        console.note(
            f"{one_line(str(path))} still has the name: no file of the batch's, so it was left alone."
        )
    console.note(
        "The hand-in itself, backups and what was exported are not in this folder: remove them, too. "
        "What stays among the submissions is graded again by the next batch."
    )
    return 0


def _people(folder: OutFolder, roster: Path | None, student: str) -> Roster:
    """Everybody's names but the student's, so that the class page keeps them."""
    from grader.cli.roster import Roster, read
    from grader.errors import UsageError

    people = Roster()
    if roster is not None:
        people = read(roster)
    elif folder.has("grades.csv"):
        with suppress(UsageError):
            people = read(folder.path / "grades.csv")
    return Roster({who: name for who, name in people.names.items() if name and who != student})


def _drop_pages(folder: OutFolder, student: str) -> int:
    """Remove the student's own pages, and the log of faults when it speaks of them. -> number of files."""
    from grader.cli.outfolder import page_name

    page = page_name(student)
    names = [f"report/{page}.html", f"feedback/{page}.html", f"feedback/{page}.json"]
    if folder.has(FAULTS) and student in (folder.path / FAULTS).read_text(encoding="utf-8", errors="replace"):
        names.append(FAULTS)
    return sum(map(folder.remove, names))


def _others(out: Path, student: str) -> list[Path]:
    """Files beside the batch's own that hold the name: somebody's notes, a report that was put there."""
    from grader.cli.outfolder import OWN_FILES

    name = student.encode()
    return [
        path
        for path in sorted(out.rglob("*"))
        if path.is_file()
        and path.relative_to(out).parts[0] not in OWN_FILES
        and (name in path.name.encode("utf-8", "surrogateescape") or name in path.read_bytes())
    ]
