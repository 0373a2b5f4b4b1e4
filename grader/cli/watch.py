"""``grade watch``: grade what was just saved, in a process that stays warm.

One grading session goes on from save to save and asks for the next piece of work when it has delivered the last;
so a save costs what its own checks cost. Only a change of the course, or another day, begins a new session.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from grader.cli import options
from grader.cli.console import Console
from grader.cli.stamps import of_course, of_work

if TYPE_CHECKING:
    from grader.cli.keys import Pressed
    from grader.cli.session import Session
    from grader.intake.submission import Submission
    from grader.records import Attempt
    from grader.sandbox.api import Child, Sandbox

QUIET_MS = 8
"""How long a file must rest: editors that write by rename touch it more than once."""
LOOK_MS = 100
"""How often keys are looked for."""
KEYS = "h hint   a answer   l list   r run all   q quit"


@click.command()
@options.submission
@click.option("--poll", is_flag=True, help="Look for changes again and again, where a disk sends no events.")
@options.common
def watch(
    submission: Path | None, poll: bool, course: Path | None, lesson: str | None, no_color: bool
) -> int:
    """Grade an item each time its file is saved, until you press q."""
    from grader.cli.keys import keyboard
    from grader.cli.session import Session
    from grader.sandbox import start

    session = Session.open(course, lesson, submission=submission)
    with closing(start(packages=session.lesson.packages)) as sandbox, keyboard() as pressed:
        loop = Loop(session, sandbox, Console.here(no_color=no_color), pressed, poll)
        with closing(loop):
            loop.run()
    return 0


def _looks(folder: Path, poll: bool) -> Iterator[None]:
    """At once, then for each save, and every ``LOOK_MS`` for the keys."""
    import watchfiles

    yield
    for _ in watchfiles.watch(
        folder,
        watch_filter=None,
        debounce=QUIET_MS * 8,
        step=QUIET_MS,
        rust_timeout=LOOK_MS,
        yield_on_timeout=True,
        force_polling=poll or None,
        recursive=False,
    ):
        yield


class Task(NamedTuple):
    """Work to grade, the items to judge it by (none: all), and whether it is an attempt."""

    work: Submission
    only: frozenset[str]
    keep: bool


class Loop:
    """What has been graded so far, and what a save or a key brings."""

    def __init__(
        self, session: Session, sandbox: Sandbox, console: Console, pressed: Pressed, poll: bool
    ) -> None:
        from grader.cli.history import History

        self._session, self._sandbox, self._console, self._pressed = session, sandbox, console, pressed
        self._history = History(session, console)
        self._looks = _looks(session.folder, poll)
        self._left = False
        self._doubted = False
        self._digests: dict[str, str] = {}
        """Item -> digest of its own files as they were graded or looked at last."""
        self._done: dict[str, bool] = {}
        self._current = session.lesson.items[0].id
        self._parser: Child | None = None
        self._later: frozenset[str] = frozenset()
        self._settle()
        self._task: Task | None = self._everything()
        """What is graded now, or in the next session."""

    def run(self) -> None:
        """Grade until the student leaves. Raises ``GraderFault``."""
        from grader.errors import CourseError
        from grader.grading import grade_all

        while not self._left:
            try:
                if of_course(self._session) != self._course:
                    self._reload()
                session = self._session
                grade_all(
                    session.course,
                    session.lesson,
                    self._works(),
                    self._graded,
                    sandbox=self._sandbox,
                    only=lambda _: self._task.only if self._task else frozenset(),
                    later=self._later,
                )
            except CourseError as error:
                self._console.note(f"{error}\n  Watching goes on once the course is mended.")
                self._await_mending()

    def close(self) -> None:
        """End the child that parses."""
        if self._parser is not None:
            self._parser.close()
        self._parser = None

    def _works(self) -> Iterator[Submission]:
        """Work to grade, one after the other, until the student leaves or this session does not fit any more."""
        while not self._left:
            self._task = self._task or self._next()
            if self._task is None or not self._fits():
                return
            yield self._task.work
            self._task = None

    def _fits(self) -> bool:
        """Whether the session was made from the course as it is now, for today."""
        fits = of_course(self._session) == self._course and self._history.later() == self._later
        self._later = self._history.later()
        return fits

    def _settle(self) -> None:
        """Remember what the next session is made from."""
        self._course, self._later = of_course(self._session), self._history.later()
        self._stamps = of_work(self._session)

    def _reload(self) -> None:
        """Read the changed course. Raises ``CourseError``."""
        from grader.cli.history import History
        from grader.cli.session import Session

        old = self._session
        self._course = of_course(old)
        self._session = Session.open(old.course.root, old.lesson.id, submission=old.folder)
        self._history = History(self._session, self._console)
        self._settle()

    def _await_mending(self) -> None:
        """Until a file of the course changes, or the student leaves; then everything is graded anew."""
        for _ in self._looks:
            self._left = "q" in self._pressed()
            if self._left or of_course(self._session) != self._course:
                break
        self._task = self._everything()

    def _next(self) -> Task | None:
        """Wait for a save or a key that asks for grading; ``None`` when the student leaves."""
        for _ in self._looks:
            for key in self._pressed():
                if key == "q":
                    self._left = True
                    return None
                if key == "r":
                    return self._everything()
                self._press(key)
            if task := self._saved():
                return task
        return None

    def _saved(self) -> Task | None:
        """The items whose files changed since the last look; saving the same content is no change."""
        stamps = of_work(self._session)
        if stamps == self._stamps:
            return None
        # Some editors empty or remove a file before they write it: such a thing is believed at the second look.
        gone = any(size and not stamps[name][1] for name, (_, size) in self._stamps.items())
        self._doubted = gone and not self._doubted
        if self._doubted:
            return None
        self._stamps = stamps
        work = self._session.read()
        changed = self._changed(work)
        if not changed:
            return None
        if unfinished := self._unfinished(work, changed):
            self._console.note(unfinished)
            return None
        return Task(work, changed, True)

    def _everything(self) -> Task:
        """All items; an attempt only where something changed since the newest one."""
        self._stamps = of_work(self._session)
        work = self._session.read()
        self._changed(work)
        return Task(work, frozenset(), self._history.is_new(work))

    def _changed(self, work: Submission) -> frozenset[str]:
        """Items whose own files differ from when they were last asked for."""
        from grader.intake.submission import digest

        changed = set()
        for item in self._session.lesson.items:
            own = digest({name: work.files[name] for name in (item.stub, *item.files) if name in work.files})
            if self._digests.get(item.id) != own:
                self._digests[item.id] = own
                changed.add(item.id)
        return frozenset(changed)

    def _unfinished(self, work: Submission, only: frozenset[str]) -> str:
        """A gentle word when the saved code does not parse yet; empty otherwise. Parsed in the sandbox."""
        from grader.sandbox.api import Budget, Raised, StudentFault

        for item in self._session.lesson.items:
            if item.id not in only or item.kind != "code" or item.stub not in work.files:
                continue
            if self._parser is None:
                self._parser = self._sandbox.open({}, Budget())
            try:
                self._parser.parse(work.files[item.stub])
            except Raised as error:
                line = f", line {error.where[-1].line}" if error.where else ""
                return f"{item.stub}{line}: not complete Python yet ({error.name}). Go on; I am watching."
            except StudentFault:
                # Whatever else is odd about it, grading says it better.
                self.close()
        return ""

    def _press(self, key: str) -> None:
        """What a key asks for; an unknown one shows the keys."""
        from grader.cli import answer, hint, list
        from grader.errors import GraderError

        try:
            if key == "h":
                hint.show(self._session, self._current, self._console)
            elif key == "a":
                answer.show(self._session, self._current, self._console)
            elif key == "l":
                list.show(self._session, self._console)
        except GraderError as error:
            self._console.note(str(error))
        self._footer()

    def _graded(self, work: Submission, attempt: Attempt) -> None:
        """Keep the attempt and show it."""
        if self._task and self._task.keep:
            attempt = self._history.keep(work, attempt)
        self._show(attempt, self._history.waits(attempt))

    def _show(self, attempt: Attempt, waits: str) -> None:
        from grader.cli.run import text
        from grader.gradebook.progress import is_done

        say, faint, items = self._console.say, self._console.style.faint, self._session.lesson.items
        self._done |= {result.id: is_done(result) for result in attempt.items}
        open_items = [result.id for result in attempt.items if result.due and not is_done(result)]
        self._current = (open_items or [attempt.items[0].id])[0]
        if self._console.out.isatty():
            click.clear()
        say(text(self._session, attempt, waits, self._console))
        if stale := self._outdated({result.id for result in attempt.items}):
            say(faint(f"\n{', '.join(stale)}: judged with this file too. Press r to grade everything again."))
        due = any(result.due for result in attempt.items)
        if due and all(self._done.get(item.id) for item in items if not item.when.days_after):
            say("\nEverything that is due is done. Press q to leave.")
        self._footer()

    def _outdated(self, graded: set[str]) -> list[str]:
        """Items that were done and read a file that has just changed: they count as open until graded again."""
        found = [
            item.id
            for item in self._session.lesson.items
            if item.id not in graded and graded.intersection(item.uses) and self._done.get(item.id)
        ]
        self._done |= dict.fromkeys(found, False)
        return found

    def _footer(self) -> None:
        self._console.say(self._console.style.faint(f"\nWatching {self._session.shown}\n{KEYS}"))
