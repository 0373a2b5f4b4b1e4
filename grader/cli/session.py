"""What every student command begins with: course, lesson, whose work, and where attempts are kept."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path

import msgspec

from grader.course import discover, layout
from grader.course.load import load
from grader.course.model import Course, Item, Lesson
from grader.course.nearmiss import did_you_mean
from grader.errors import GraderError, UsageError
from grader.gradebook.progress import Progress, progress
from grader.gradebook.store import Event, Glance, Kept, Key, Store
from grader.intake.submission import Submission

KEPT_IN = ".grade"
ATTEMPTS = "attempts.db"


class Session(msgspec.Struct, frozen=True):
    """One student at one lesson of one course."""

    course: Course
    lesson: Lesson
    folder: Path
    """Where the student's files are."""
    student: str | None = None
    """``None`` for the work in the course itself; the folder's name for any other."""

    @classmethod
    def open(
        cls,
        course: Path | None,
        lesson: str | None = None,
        items: Sequence[str] = (),
        submission: Path | None = None,
    ) -> Session:
        """Find and load it all. Raises ``UsageError`` and ``CourseError``."""
        root = _given(course) if course else discover.find_root(Path.cwd())
        loaded = load(root)
        chosen = _lesson(loaded, lesson, items)
        home = layout.exercises(loaded, chosen)
        if submission is None or _same(submission, home):
            return cls(loaded, chosen, home)
        if not submission.is_dir():
            raise UsageError(
                f"there is no folder {submission}", hint="--submission takes the folder that holds the work."
            )
        return cls(loaded, chosen, submission, submission.resolve().name)

    @property
    def shown(self) -> Path:
        """The folder as the student would type it from here."""
        return shown(self.folder)

    def read(self) -> Submission:
        """The student's files. Raises ``SubmissionError``."""
        from grader.intake.folder import read_folder

        return read_folder(self.folder, self.lesson, student=self.student)

    def item(self, name: str) -> Item:
        """The item called ``name``. Raises ``UsageError`` with the near miss."""
        check_items(self.lesson, [name])
        return self.lesson.item(name)

    def store(self) -> Store:
        """The file of attempts, made when absent. Raises ``StoreError``."""
        return Store(self.keeping() / ATTEMPTS)

    def keeping(self) -> Path:
        """The course's folder for what is kept of the student, made when absent where that is possible."""
        folder = self.course.root / KEPT_IN
        with suppress(OSError):
            folder.mkdir(exist_ok=True)
            ignore = folder / ".gitignore"
            if not ignore.exists():
                ignore.write_text("*\n", encoding="utf-8")
        return folder

    def history(self) -> tuple[list[Kept], tuple[Event, ...]]:
        """Everything kept of this student and lesson; nothing without a file. Raises ``StoreError``."""
        if not (self.course.root / KEPT_IN / ATTEMPTS).exists():
            return [], ()
        with self.store() as store:
            return list(store.kept(self.student, self.lesson.id)), store.events(self.student, self.lesson.id)

    def glance(self) -> tuple[list[Glance], dict[str, Key]]:
        """Of the same attempts what a new one has to know: which items are due, and what has changed since."""
        if not (self.course.root / KEPT_IN / ATTEMPTS).exists():
            return [], {}
        with self.store() as store:
            student, lesson = self.student, self.lesson.id
            return list(store.glances(student, lesson)), store.newest_keys(student, lesson)

    def progress(self) -> Progress:
        """Where the student stands today. Raises ``StoreError``."""
        kept, events = self.history()
        return progress(self.lesson, kept, events, date.today(), student=self.student)


def check_items(lesson: Lesson, names: Sequence[str], commands: Sequence[str] = ()) -> None:
    """Refuse a name that is no item of ``lesson``, with the near miss among items and ``commands``."""
    known = [item.id for item in lesson.items]
    for name in names:
        if name in known:
            continue
        if name in commands:
            raise UsageError(
                f"'{name}' is a command, not an item", hint=f"A command comes first: grade {name} ..."
            )
        hint = did_you_mean(name, [*known, *commands])
        what = "item or command" if commands else "item"
        raise UsageError(
            f"there is no {what} '{name}' in lesson {lesson.id}",
            hint=hint or "The items are: " + ", ".join(known) + ".",
        )


def shown(path: Path) -> Path:
    """``path`` relative to here when it is below, else as it is."""
    with suppress(ValueError, OSError):
        return path.resolve().relative_to(Path.cwd())
    return path


def item_names() -> list[str]:
    """Ids of all items of the course around here; none when there is no course. For completion."""
    try:
        course = load(discover.find_root(Path.cwd()), files=False)
    except GraderError:
        return []
    return [item.id for lesson in course.file.lessons for item in lesson.items]


def _given(course: Path) -> Path:
    """``--course`` may name the folder or the file in it."""
    folder = course.parent if course.name == layout.COURSE_FILE else course
    if not (folder / layout.COURSE_FILE).is_file():
        raise UsageError(
            f"there is no {layout.COURSE_FILE} in {folder}",
            hint="--course takes the folder that holds course.yaml.",
        )
    return folder.resolve()


def _lesson(course: Course, wanted: str | None, items: Sequence[str]) -> Lesson:
    """The lesson asked for; else the one we stand in; else the one that has the items; else the first."""
    lessons = course.file.lessons
    if wanted is not None:
        for lesson in lessons:
            if lesson.id == wanted:
                return lesson
        known = [lesson.id for lesson in lessons]
        raise UsageError(
            f"there is no lesson '{wanted}' in this course",
            hint=did_you_mean(wanted, known) or "The lessons are: " + ", ".join(known) + ".",
        )
    here = Path.cwd()
    for lesson in lessons:
        if here.is_relative_to(layout.exercises(course, lesson)):
            return lesson
    for lesson in lessons:
        if items and {item.id for item in lesson.items} >= set(items):
            return lesson
    return lessons[0]


def _same(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False
