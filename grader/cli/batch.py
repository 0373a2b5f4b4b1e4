"""``grade batch``: a whole class, graded once, whatever is wrong with single submissions or the machine."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from grader.cli import options
from grader.cli.console import Console
from grader.cli.reports import asked_for, deliver
from grader.sandbox.api import Tier

if TYPE_CHECKING:
    from grader.cli.agenda import Agenda
    from grader.cli.live import Display, Tally
    from grader.cli.outfolder import OutFolder
    from grader.cli.roster import Roster
    from grader.cli.session import Session
    from grader.engine.api import Engine
    from grader.gradebook.store import Store

OK, UNREAD, FAULT, INTERRUPTED = 0, 1, 3, 130


class Wishes(NamedTuple):
    """What the command line asks for, beyond where things are."""

    jobs: int | None
    cluster: str | None
    trusted: bool
    fail_under: Decimal | None
    report_on_stdout: bool


def _percent(context: click.Context, option: click.Parameter, value: str | None) -> Decimal | None:
    if value is None:
        return None
    try:
        share = Decimal(value.removesuffix("%"))
    except InvalidOperation:
        share = Decimal(-1)
    if not 0 <= share <= 100:
        raise click.BadParameter(f"'{value}' is not a percentage from 0 to 100.")
    return share


@click.command(
    epilog="""\b
Examples:
  grade batch submissions --out results
  grade batch download.zip --out results --roster class.csv
  grade batch submissions --out results --item ITEM --regrade
  grade batch submissions --out results --dry-run

\b
Exit codes: 0 every submission was graded, whatever its score, 1 some could not
be read or are below --fail-under, 2 a wrong command or course, 3 the grader
failed on some, 130 interrupted (run the same command again to go on).
"""
)
@click.argument("submissions", type=options.FOLDER)
@click.option("--out", type=options.FOLDER, required=True, metavar="OUT", help="Folder for the results.")
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="N", help="Workers. Default: one per core.")
@click.option("--roster", type=options.FOLDER, metavar="FILE", help="CSV: id, name, group; or a gradebook.")
@click.option("--only", multiple=True, metavar="STUDENT", help="Only this student. May be given again.")
@click.option("--item", "items", multiple=True, metavar="ITEM", help="Only this item. May be given again.")
@click.option("--regrade", is_flag=True, help="Grade again what is graded already.")
@click.option("--dry-run", is_flag=True, help="Say what would be graded; change nothing.")
@click.option(
    "--fail-under", callback=_percent, metavar="P", help="Exit 1 when a submission has less than P percent."
)
@click.option("--cluster", metavar="ADDRESS", help="Grade on a Dask cluster, tcp://HOST:PORT.")
@click.option(
    "--trust-submissions",
    is_flag=True,
    help="Grade even where no sandbox holds: only for work that you would run yourself.",
)
@options.reports
@options.common
def batch(
    submissions: Path,
    out: Path,
    jobs: int | None,
    roster: Path | None,
    only: tuple[str, ...],
    items: tuple[str, ...],
    regrade: bool,
    dry_run: bool,
    fail_under: Decimal | None,
    cluster: str | None,
    trust_submissions: bool,
    reports: tuple[str, ...],
    course: Path | None,
    lesson: str | None,
    no_color: bool,
) -> int:
    """Grade everybody's SUBMISSIONS: a folder of folders or zips, one zip of those, or what Moodle or Canvas
    made for download.

    Run it again after new hand-ins or a corrected check: only what is new or changed is graded.
    """
    from grader.cli.agenda import Agenda
    from grader.cli.outfolder import OutFolder, apart
    from grader.cli.roster import Roster, read
    from grader.cli.session import Session, check_items
    from grader.gradebook.resume import Newest, Resume
    from grader.gradebook.store import Store

    console = Console.here(no_color=no_color)
    session = Session.open(course, lesson, items)
    check_items(session.lesson, items)
    wanted = asked_for(reports)
    people = read(roster) if roster else Roster()
    apart(submissions, out)

    def agenda(store: Store) -> Agenda:
        resume = Resume(session.course, session.lesson, store, regrade=regrade, items=frozenset(items))
        return Agenda(submissions, session.lesson, people, resume, frozenset(only))

    if dry_run:
        with Store(OutFolder.peek(out)) as store:
            return _dry_run(agenda(store), console)
    with OutFolder(out) as folder, Store(folder.results) as store:
        on_stdout = any(report.target is None for report in wanted)
        wishes = Wishes(jobs, cluster, trust_submissions, fail_under, on_stdout)
        code = _Batch(session, people, folder, store, agenda(store), wishes, console).run()
        if wanted and code != INTERRUPTED:
            deliver(wanted, Newest(store, session.lesson.id), session.course, console, names=people.names)
        return code


def _dry_run(agenda: Agenda, console: Console) -> int:
    from grader.cli import remarks

    for task in agenda.tasks(dry=True):
        what = ", ".join(sorted(task.only)) or "everything"
        console.say(remarks.line(f"{task.submission.student}: {what}"))
    for remark in remarks.about(agenda):
        console.note(remark)
    console.note(
        f"{agenda.planned} to grade, {agenda.unchanged} unchanged, {len(agenda.unread)} not readable."
    )
    return UNREAD if agenda.unread else OK


class _Batch:
    """One run, from opened folder to exit code."""

    def __init__(
        self,
        session: Session,
        people: Roster,
        folder: OutFolder,
        store: Store,
        agenda: Agenda,
        wishes: Wishes,
        console: Console,
    ) -> None:
        self._session, self._people, self._folder, self._store = session, people, folder, store
        self._agenda, self._wishes, self._console = agenda, wishes, console
        self._changed: set[str | None] = set()
        self._faults: list[str] = []

    def run(self) -> int:
        from grader.cli import outfiles
        from grader.cli.live import Tally, display

        tally = Tally()
        whole = self._folder.begin()
        interrupted = False
        with display(self._console, tally) as shown:
            try:
                with _stoppable():
                    self._grade(tally, shown)
            except KeyboardInterrupt:
                interrupted = True
            if self._faults:
                self._folder.write("faults.log", self._faults)
            outfiles.tables(self._folder, self._session, self._store, self._people)
            if not interrupted:
                outfiles.pages(
                    self._folder, self._session, self._store, self._people, None if whole else self._changed
                )
                self._folder.end()
        return self._conclude(tally, interrupted)

    def _grade(self, tally: Tally, shown: Display) -> None:
        from grader.engine import confirm
        from grader.engine.local import short

        with closing(self._engine()) as engine:
            for graded in confirm.grade(engine, self._agenda.tasks()):
                for student in self._people.members(graded.task.submission.student):
                    self._agenda.keep(graded.task.submission, student, graded.attempt)
                    self._changed.add(student)
                tally.total, tally.unchanged = self._agenda.total, self._agenda.unchanged
                tally.count(graded.attempt)
                if graded.fault:
                    self._faults.append(f"{graded.task.submission.student}: {graded.fault}\n\n")
                    shown.note(f"{graded.task.submission.student}: the grader gave up; {short(graded.fault)}")
                shown.update()
        self._changed |= self._agenda.put_together
        tally.unchanged = self._agenda.unchanged

    def _engine(self) -> Engine:
        from grader.engine.api import Plan
        from grader.engine.local import LocalEngine

        plan = Plan(
            root=str(self._session.course.root),
            lesson=self._session.lesson.id,
            trusted=self._wishes.trusted,
        )
        if self._wishes.cluster:
            from grader.engine.cluster import ClusterEngine

            return ClusterEngine(plan, self._session.course, self._wishes.cluster)
        return LocalEngine(plan, self._session.course, self._wishes.jobs)

    def _conclude(self, tally: Tally, interrupted: bool) -> int:
        """Say what came of it, and which exit code that is."""
        from grader.cli import remarks

        console, lesson = self._console, self._session.lesson
        statuses: Counter[str] = Counter()
        tiers: set[str] = set()
        broken: dict[str, str] = {}
        below = faults = 0
        for attempt in self._store.newest(lesson.id):
            statuses[str(attempt.status)] += 1
            tiers.add(attempt.sandbox)
            faults += any(item.status == "grader_error" for item in attempt.items)
            broken.update(remarks.broken(attempt, broken))
            wanted = self._wishes.fail_under
            below += wanted is not None and attempt.score * 100 < wanted * lesson.max_score
        for remark in remarks.about(self._agenda):
            console.note(remark)
        counts = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
        # A report on standard output is data; then the summary must not stand in its way.
        say = console.note if self._wishes.report_on_stdout else console.say
        number = statuses.total()
        say(f"{number} submission{'s' * (number != 1)}: {counts or 'nothing'}.")
        say(f"{tally.done} graded now, {tally.unchanged} unchanged. Results: {self._folder.path}")
        if weaker := sorted(tiers - {Tier.NAMESPACES}):
            console.note(f"Not in the strongest sandbox: {', '.join(weaker)}. `grade doctor` says why.")
        if interrupted:
            console.note("Interrupted. What was graded is kept; run the same command again to go on.")
            return INTERRUPTED
        if below:
            console.note(f"{below} below {self._wishes.fail_under} percent.")
        if faults:
            for item, why in broken.items():
                console.note(f"{item}: {remarks.line(why)}")
            console.note(
                f"The grader failed on {faults}; their earlier scores stand. Run it again to try again."
            )
            return FAULT
        return UNREAD if below or self._agenda.unread else OK


@contextmanager
def _stoppable() -> Iterator[None]:
    """A polite request to end (CI does that) is treated like Ctrl-C."""
    before = None
    with suppress(ValueError):  # not the main thread
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGTERM, before)
