"""Everybody's submissions, one after another: a folder of folders and archives, or one archive of those.

Submissions come lazily and in the order of their names, so the same input gives the same run. One that
cannot be read is a submission too, with every file refused and the reason said: the others go on.
"""

from __future__ import annotations

import os
import unicodedata
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from grader.course.model import Lesson
from grader.errors import SubmissionError, UsageError
from grader.intake import entries, names, pick
from grader.intake.archive import of_entries, read_archive
from grader.intake.entries import Entry
from grader.intake.folder import read_folder
from grader.intake.limits import MAX_ARCHIVE, MAX_BATCH_ENTRIES
from grader.intake.submission import Submission

Source = tuple[str, Callable[[], Submission]]
"""Where a submission is, for messages, and how to read it."""


def read(path: Path, lesson: Lesson, *, student: str | None = None) -> Submission:
    """One submission, a folder or an archive. Raises ``SubmissionError`` when it cannot be read."""
    if path.is_file():
        return read_archive(path, lesson, student=student)
    return read_folder(path, lesson, student=student)


def discover(path: Path, lesson: Lesson, roster: Collection[str] | None = None) -> Iterator[Submission]:
    """Every submission in ``path``, in the order of students, who are called as the folder or archive.

    ``path`` is a folder that holds a folder or an archive per student, or a zip file of those. Students on
    the ``roster`` who handed in nothing follow with a submission without files.

    Raises ``UsageError`` when there is no submission in ``path``, or when it is a single student's, and
    ``SubmissionError`` when ``path`` itself cannot be read. Both before the first submission.
    """
    if path.is_dir():
        sources = _in_folder(path, lesson)
    else:
        sources = _in_zip(path, lesson)
    if not sources:
        raise UsageError(
            "there are no submissions in it",
            where=str(path),
            hint="It should hold one folder or archive for each student.",
        )
    absent = sorted(set(roster or ()) - set(sources))
    return Discovered(_each(sources, lesson, absent), len(sources) + len(absent))


class Discovered(Iterator[Submission]):
    """Submissions to come; ``operator.length_hint`` tells how many, for a progress display."""

    def __init__(self, each: Iterator[Submission], number: int) -> None:
        self._each, self._left = each, number

    def __next__(self) -> Submission:
        submission = next(self._each)
        self._left -= 1
        return submission

    def __length_hint__(self) -> int:
        return self._left


def _each(
    sources: Mapping[str, Sequence[Source]], lesson: Lesson, absent: Sequence[str]
) -> Iterator[Submission]:
    for student in sorted(sources):
        where, reader = sources[student][0]
        if len(sources[student]) > 1:
            all_places = " and ".join(name for name, _ in sources[student])
            yield unreadable(
                lesson, student, all_places, "two submissions have this name; keep the right one"
            )
            continue
        try:
            yield reader()
        except SubmissionError as error:
            yield unreadable(lesson, student, where, error.problems[0].what)
    for student in absent:
        yield Submission(files={}, student=student)


def unreadable(lesson: Lesson, student: str | None, origin: str, why: str) -> Submission:
    """A submission of which nothing could be read, for one and the same reason."""
    refused = {item.stub: why for item in lesson.items}
    return Submission(files={}, student=student, refused=refused, origin=origin)


def _in_folder(path: Path, lesson: Lesson) -> Mapping[str, Sequence[Source]]:
    sources: dict[str, list[Source]] = {}
    asked = pick.asked(lesson)
    try:
        found = sorted(os.scandir(path), key=lambda entry: entry.name)
    except OSError as error:
        raise SubmissionError(
            f"this folder cannot be read ({error.strerror})",
            where=str(path),
            hint="Check its name and rights.",
        ) from None
    for entry in found:
        name = unicodedata.normalize("NFC", os.fsencode(entry.name).decode("utf-8", "replace"))
        if name in asked:
            raise _single(path)
        if names.is_litter(name):
            continue
        place = path / entry.name
        stem = names.archive_stem(name)
        if entry.is_symlink():
            student = stem or name
            reader = partial(_refuse_link, place)
        elif entry.is_dir(follow_symlinks=False):
            student = name
            reader = partial(read_folder, place, lesson, student=student)
        elif stem and entry.is_file(follow_symlinks=False):
            student = stem
            reader = partial(read_archive, place, lesson, student=student)
        else:
            continue
        sources.setdefault(student, []).append((str(place), reader))
    return sources


def _refuse_link(place: Path) -> Submission:
    raise SubmissionError("it is a link; put the folder or archive itself there", where=str(place))


def _in_zip(path: Path, lesson: Lesson) -> Mapping[str, Sequence[Source]]:
    """Students of a zip file that holds a folder or an archive for each, perhaps within one more folder."""
    try:
        with entries.readable():
            archive = zipfile.ZipFile(path)
            found = entries.of_zip(archive)
    except SubmissionError as error:
        problem = error.problems[0]
        raise SubmissionError(problem.what, where=str(path), hint=problem.hint) from None
    if len(found) > MAX_BATCH_ENTRIES:
        raise SubmissionError(f"more than {MAX_BATCH_ENTRIES:,} entries", where=str(path))
    found = [entry for entry in found if not entry.is_folder and not names.is_litter(entry.name.rstrip("/"))]
    asked = pick.asked(lesson)
    depth = _common_depth([entry.name for entry in found], asked)
    grouped: dict[str, list[Entry]] = {}
    for entry in found:
        grouped.setdefault(entry.name.split("/")[depth], []).append(entry)
    if any(name in asked for name in grouped):
        raise _single(path)
    sources: dict[str, list[Source]] = {}
    for name, group in sorted(grouped.items()):
        if name in ("", ".", "..") or "\\" in name or not name.isprintable():
            raise SubmissionError(f"unsafe path in archive: '{names.shown(group[0].name)}'", where=str(path))
        student, reader = _grouped(name, group, lesson, depth)
        if student:
            sources.setdefault(student, []).append((f"{path}/{name}", reader))
    return sources


def _grouped(
    name: str, group: Sequence[Entry], lesson: Lesson, depth: int
) -> tuple[str, Callable[[], Submission]]:
    """The student whose entries ``group`` are, ``""`` for a loose file, and how to read the submission."""
    composed = unicodedata.normalize("NFC", name)
    is_file = group[0].name.count("/") == depth
    stem = names.archive_stem(composed)
    if not is_file:
        return composed, partial(of_entries, group, lesson, student=composed, origin=name)
    return stem or "", partial(_inner_archive, group[0], lesson, stem or "")


def _inner_archive(entry: Entry, lesson: Lesson, student: str) -> Submission:
    if entry.trouble:
        raise names.refusal(entry.trouble, entry.name)
    with entries.readable(entry.name), entry.open() as file:
        data = file.read(MAX_ARCHIVE + 1)
    return read_archive(data, lesson, student=student, origin=entry.name)


def _common_depth(found: Sequence[str], asked: frozenset[str]) -> int:
    """1 when everything lies in one folder that is not itself a student's, else 0."""
    split = [name.split("/") for name in found]
    tops = {parts[0] for parts in split}
    if len(tops) != 1 or any(len(parts) < 2 for parts in split):
        return 0
    in_it = {parts[1] for parts in split}
    return (
        0 if in_it & asked or not any(len(parts) > 2 or names.is_archive(parts[1]) for parts in split) else 1
    )


def _single(path: Path) -> UsageError:
    return UsageError(
        "this is one student's submission, not a folder of many",
        where=str(path),
        hint="Grade it with: grade run --submission FOLDER, or give the folder above it.",
    )
