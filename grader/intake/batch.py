"""Everybody's submissions, one after another: a folder of folders and archives, or one archive of those.

Submissions come lazily and in the order of their names, so the same input gives the same run. One that
cannot be read is a submission too, with every file refused and the reason said: the others go on.
"""

from __future__ import annotations

import os
import stat
import unicodedata
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from grader.course.model import Lesson
from grader.errors import SubmissionError, UsageError
from grader.intake import entries, names, pick, platforms
from grader.intake.archive import of_entries, read_archive
from grader.intake.entries import Entry
from grader.intake.folder import file_of, lone_archive, read_folder
from grader.intake.limits import MAX_ARCHIVE, MAX_BATCH_ENTRIES
from grader.intake.submission import Submission

Source = tuple[str, Callable[[], Submission]]
"""Where a submission is, for messages, and how to read it."""
Sources = dict[str, list[Source]]
"""By student."""


def read(path: Path, lesson: Lesson, *, student: str | None = None) -> Submission:
    """One submission, a folder or an archive. Raises ``SubmissionError`` when it cannot be read."""
    if path.is_file():
        return read_archive(path, lesson, student=student)
    return read_folder(path, lesson, student=student)


def discover(path: Path, lesson: Lesson, roster: Collection[str] | None = None) -> Discovered:
    """Every submission in ``path``, in the order of students, who are called as the folder or archive.

    ``path`` is a folder that holds a folder or an archive per student, a zip file of those, or what Moodle or
    Canvas make for download, as it is or unpacked. A student's folder that holds one archive and nothing that
    is asked for is read like that archive. Students on the ``roster`` who handed in nothing follow with a
    submission without files.

    Raises ``UsageError`` when there is no submission in ``path``, or when it is a single student's, and
    ``SubmissionError`` when ``path`` itself cannot be read. Both before the first submission.
    """
    expected = frozenset(roster or ())
    look = _in_folder if path.is_dir() else _in_zip
    sources, left_out = look(path, lesson, expected)
    if not sources:
        loose = f", only loose files such as '{names.shown(left_out[0])}'" if left_out else ""
        raise UsageError(
            f"there are no submissions in it{loose}",
            where=names.as_text(path),
            hint="It should hold one folder or archive for each student, or be a download of Moodle's or Canvas's.",
        )
    absent = sorted(expected - set(sources))
    return Discovered(_each(sources, lesson, absent), len(sources) + len(absent), left_out)


class Discovered(Iterator[Submission]):
    """Submissions to come; ``operator.length_hint`` tells how many, for a progress display."""

    def __init__(self, each: Iterator[Submission], number: int, left_out: Sequence[str] = ()) -> None:
        self._each, self._left = each, number
        self.left_out = tuple(left_out)
        """Names of what lies among the submissions and is none."""

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
            places = [place for place, _ in sources[student]]
            both = " and ".join(names.shown(place.rpartition("/")[2]) for place in places)
            why = f"two submissions have this name ({both}); keep the right one"
            yield unreadable(lesson, student, " and ".join(places), why)
            continue
        try:
            yield reader()
        except SubmissionError as error:
            yield unreadable(lesson, student, where, error.problems[0].what)
        except Exception as error:  # noqa: BLE001 what nobody thought of in one hand-in stops no other
            why = f"it cannot be read: something in it made the reader fail ({type(error).__name__})"
            yield unreadable(lesson, student, where, why)
    for student in absent:
        yield Submission(files={}, student=student)


def unreadable(lesson: Lesson, student: str | None, origin: str, why: str) -> Submission:
    """A submission of which nothing could be read, for one and the same reason."""
    refused = {item.stub: why for item in lesson.items}
    return Submission(files={}, student=student, refused=refused, origin=origin)


def _in_folder(path: Path, lesson: Lesson, roster: Collection[str]) -> tuple[Sources, Sequence[str]]:
    """Who has what in a folder, and what in it is nobody's submission."""
    asked = pick.asked(lesson)
    try:
        found = sorted(os.scandir(path), key=lambda entry: entry.name)
    except OSError as error:
        raise SubmissionError(
            f"this folder cannot be read ({error.strerror})",
            where=names.as_text(path),
            hint="Check its name and rights.",
        ) from None
    listed = {_listed(entry): entry for entry in found}
    listed = {name: entry for name, entry in listed.items() if not names.is_litter(name.rstrip("/"))}
    if any(name in asked for name in listed):
        raise _single(path)
    placed = platforms.by_student(listed, asked, roster)
    sources: Sources = {}
    loose: dict[str, list[Entry]] = {}
    left_out = []
    for name, entry in listed.items():
        student, _, file = placed.get(name, name).partition("/")
        if name in placed and file:
            loose.setdefault(student, []).append(_on_disk(path / entry.name, f"{student}/{file}"))
        elif source := _source(path / entry.name, entry, student, lesson):
            # Moodle has a second folder for what was typed into its page; no item asks for that.
            if not (name in placed and source[0] in sources):
                sources.setdefault(source[0], []).append((names.as_text(path / entry.name), source[1]))
        else:
            left_out.append(name)
    for student, group in loose.items():
        reader = _grouped(student, group, lesson, 0)[1]
        sources.setdefault(student, []).append((f"{names.as_text(path)}/{student}", reader))
    return sources, left_out


def _listed(entry: os.DirEntry[str]) -> str:
    """The composed name of ``entry``, a folder's with a slash behind it."""
    name = unicodedata.normalize("NFC", names.as_text(entry.name))
    return f"{name}/" if entry.is_dir(follow_symlinks=False) else name


def _source(
    place: Path, entry: os.DirEntry[str], name: str, lesson: Lesson
) -> tuple[str, Callable[[], Submission]] | None:
    """The student whose folder or archive ``entry`` is, and how to read it; ``None`` when it is neither."""
    stem = names.archive_stem(name)
    if entry.is_symlink():
        return stem or name, partial(_refuse_link, place)
    if entry.is_dir(follow_symlinks=False):
        return name, partial(_read_folder, place, lesson, name)
    if stem and entry.is_file(follow_symlinks=False):
        return stem, partial(read_archive, place, lesson, student=stem)
    if names.is_archive(name):
        return name.rpartition(".")[0], partial(_refuse_kind, name)
    return None


def _on_disk(place: Path, name: str) -> Entry:
    """The file ``place`` as an entry called ``name``."""
    seen = place.lstat()
    trouble = "" if stat.S_ISREG(seen.st_mode) else "link or special file"
    return Entry(name, is_folder=False, trouble=trouble, packed=seen.st_size, open=partial(file_of, place))


def _read_folder(place: Path, lesson: Lesson, student: str) -> Submission:
    work = read_folder(place, lesson, student=student)
    if work.files or work.refused or not (archive := lone_archive(place)):
        return work
    with entries.readable(archive.name), file_of(archive) as file:
        data = file.read(MAX_ARCHIVE + 1)
    return read_archive(data, lesson, student=student, origin=names.as_text(archive))


def _refuse_link(place: Path) -> Submission:
    raise SubmissionError("it is a link; put the folder or archive itself there", where=names.as_text(place))


def _refuse_kind(name: str) -> Submission:
    kind = name.rpartition(".")[2]
    raise SubmissionError(f".{kind} archives are not read here; unpack it, or have it packed as a zip file")


def _in_zip(path: Path, lesson: Lesson, roster: Collection[str]) -> tuple[Sources, Sequence[str]]:
    """Students of a zip file that holds a folder or an archive for each, perhaps within one more folder.

    And what in it is nobody's submission.
    """
    try:
        with entries.readable():
            archive = zipfile.ZipFile(path)
            found = entries.of_zip(archive)
    except SubmissionError as error:
        problem = error.problems[0]
        raise SubmissionError(problem.what, where=names.as_text(path), hint=problem.hint) from None
    if len(found) > MAX_BATCH_ENTRIES:
        raise SubmissionError(f"more than {MAX_BATCH_ENTRIES:,} entries", where=names.as_text(path))
    found = [entry for entry in found if not entry.is_folder and not names.is_litter(entry.name.rstrip("/"))]
    asked = pick.asked(lesson)
    if placed := platforms.by_student([entry.name for entry in found], asked, roster):
        found = [replace(entry, name=placed.get(entry.name, entry.name)) for entry in found]
    depth = 0 if placed else _common_depth([entry.name for entry in found], asked)
    grouped: dict[str, list[Entry]] = {}
    for entry in found:
        grouped.setdefault(entry.name.split("/")[depth], []).append(entry)
    if any(name in asked for name in grouped):
        raise _single(path)
    sources: Sources = {}
    left_out = []
    for name, group in sorted(grouped.items()):
        if name in ("", ".", "..") or "\\" in name or not name.isprintable():
            raise SubmissionError(
                f"unsafe path in archive: '{names.shown(group[0].name)}'", where=names.as_text(path)
            )
        student, reader = _grouped(name, group, lesson, depth)
        if student:
            sources.setdefault(student, []).append((f"{names.as_text(path)}/{name}", reader))
        else:
            left_out.append(name)
    return sources, left_out


def _grouped(
    name: str, group: Sequence[Entry], lesson: Lesson, depth: int
) -> tuple[str, Callable[[], Submission]]:
    """The student whose entries ``group`` are, ``""`` for a loose file, and how to read the submission."""
    composed = unicodedata.normalize("NFC", name)
    is_file = group[0].name.count("/") == depth
    stem = names.archive_stem(composed)
    if not is_file and (archive := _only_archive(group, lesson)):
        return composed, partial(_inner_archive, archive, lesson, composed)
    if not is_file:
        return composed, partial(of_entries, group, lesson, student=composed, origin=name)
    if not stem and names.is_archive(composed):
        return composed.rpartition(".")[0], partial(_refuse_kind, composed)
    return stem or "", partial(_inner_archive, group[0], lesson, stem or "")


def _only_archive(group: Sequence[Entry], lesson: Lesson) -> Entry | None:
    """The archive that a student handed in, when beside it there is nothing that is asked for."""
    files = {entry.name.rpartition("/")[2]: entry for entry in group}
    archives = [entry for name, entry in files.items() if names.archive_stem(name)]
    return archives[0] if len(archives) == 1 and not files.keys() & pick.asked(lesson) else None


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
        where=names.as_text(path),
        hint="Grade it with: grade run --submission FOLDER, or give the folder above it.",
    )
