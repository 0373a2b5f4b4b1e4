"""``grade watch``: grade what was just saved, in a process that stays warm."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.console import Console

if TYPE_CHECKING:
    from grader.cli.session import Session
    from grader.course.model import Item
    from grader.intake.submission import Submission
    from grader.records import Attempt
    from grader.sandbox.api import Sandbox

QUIET_MS = 30
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
    from grader.sandbox import start

    with closing(start()) as sandbox:
        from grader.cli.keys import keyboard
        from grader.cli.session import Session

        session = Session.open(course, lesson, submission=submission)
        loop = Loop(session, sandbox, Console.here(no_color=no_color))
        loop.run_all()
        with keyboard() as pressed:
            for _ in _looks(session.folder, poll):
                loop.look()
                for key in pressed():
                    if key == "q":
                        return 0
                    loop.press(key)
    return 0


def _looks(folder: Path, poll: bool) -> Iterator[None]:
    """Once for each save, and every ``LOOK_MS`` for the keys."""
    import watchfiles

    for _ in watchfiles.watch(
        folder,
        watch_filter=None,
        debounce=QUIET_MS * 4,
        step=QUIET_MS,
        rust_timeout=LOOK_MS,
        yield_on_timeout=True,
        force_polling=poll or None,
        recursive=False,
    ):
        yield


class Loop:
    """What has been graded so far, and what a save or a key brings."""

    def __init__(self, session: Session, sandbox: Sandbox, console: Console) -> None:
        self._session, self._sandbox, self._console = session, sandbox, console
        self._graded: dict[str, str] = {}
        """Item -> digest of its own files as they were graded or looked at last."""
        self._stamps: dict[str, tuple[int, int]] = {}
        self._done: dict[str, bool] = {}
        self._current = session.lesson.items[0].id

    def look(self) -> None:
        """Grade the items whose files changed since the last look; saving the same content is no change."""
        stamps = _stamps(self._session.folder, self._session.lesson.items)
        if stamps == self._stamps:
            return
        self._stamps = stamps
        work = self._session.read()
        changed = self._changed(work)
        if changed:
            self._grade(work, changed)

    def run_all(self) -> None:
        """Grade everything; kept as an attempt only where something changed since the newest one."""
        self._stamps = _stamps(self._session.folder, self._session.lesson.items)
        work = self._session.read()
        self._grade(work, frozenset(), keep=self._is_new(work))

    def press(self, key: str) -> None:
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
            elif key == "r":
                self.run_all()
                return
        except GraderError as error:
            self._console.note(str(error))
        self._footer()

    def _changed(self, work: Submission) -> frozenset[str]:
        """Items whose own files differ from when they were last asked for."""
        from grader.intake.submission import digest

        changed = set()
        for item in self._session.lesson.items:
            own = digest({name: work.files[name] for name in (item.stub, *item.files) if name in work.files})
            if self._graded.get(item.id) != own:
                self._graded[item.id] = own
                changed.add(item.id)
        return frozenset(changed)

    def _is_new(self, work: Submission) -> bool:
        from grader.gradebook.keys import input_digest
        from grader.gradebook.store import StoreError

        lesson = self._session.lesson
        now = {item.id: input_digest(lesson, item, work) for item in lesson.items}
        self._changed(work)
        try:
            kept, _ = self._session.history()
        except StoreError:
            return True
        newest = {item: key.input for entry in kept for item, key in entry.keys.items()}
        return newest != now

    def _grade(self, work: Submission, only: frozenset[str], *, keep: bool = True) -> None:
        from grader.cli.run import grade

        if unfinished := self._unfinished(work, only):
            self._console.note(unfinished)
            return
        attempt, waits = grade(self._session, work, self._sandbox, only, self._console, keep=keep)
        self._show(attempt, waits)

    def _unfinished(self, work: Submission, only: frozenset[str]) -> str:
        """A gentle word when the saved code does not parse yet; empty otherwise. Parsed in the sandbox."""
        from grader.sandbox.api import Budget, Raised, StudentFault

        for item in self._session.lesson.items:
            if item.id not in only or item.kind != "code" or item.stub not in work.files:
                continue
            with closing(self._sandbox.open({}, Budget())) as child:
                try:
                    child.parse(work.files[item.stub])
                except Raised as error:
                    line = f", line {error.where[-1].line}" if error.where else ""
                    return f"{item.stub}{line}: not complete Python yet ({error.name}). Go on; I am watching."
                except StudentFault:
                    # Whatever else is odd about it, grading says it better.
                    continue
        return ""

    def _show(self, attempt: Attempt, waits: str) -> None:
        from grader.cli.run import text
        from grader.gradebook.progress import is_done

        self._done |= {result.id: is_done(result) for result in attempt.items}
        open_items = [result.id for result in attempt.items if result.due and not is_done(result)]
        self._current = (open_items or [attempt.items[0].id])[0]
        if self._console.out.isatty():
            click.clear()
        self._console.say(text(self._session, attempt, waits, self._console))
        due = [result.id for result in attempt.items if result.due]
        if due and all(
            self._done.get(item.id) for item in self._session.lesson.items if not item.when.days_after
        ):
            self._console.say("\nEverything that is due is done. Press q to leave.")
        self._footer()

    def _footer(self) -> None:
        self._console.say(self._console.style.faint(f"\nWatching {self._session.shown}\n{KEYS}"))


def _stamps(folder: Path, items: tuple[Item, ...]) -> dict[str, tuple[int, int]]:
    """Time and size of each file that matters: cheap enough to ask for on every look."""
    stamps = {}
    for name in {name for item in items for name in (item.stub, *item.files)}:
        try:
            status = (folder / name).stat()
        except OSError:
            continue
        stamps[name] = (status.st_mtime_ns, status.st_size)
    return stamps
