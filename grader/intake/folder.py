"""A submission that is a folder: only regular files, opened below a handle of it, without following links."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import IO

from grader.course.model import Lesson
from grader.errors import SubmissionError
from grader.intake import manifest, pick
from grader.intake.limits import MAX_DEPTH, MAX_ENTRIES, MAX_FILE, MAX_INFLATED
from grader.intake.names import archive_stem, as_text, is_litter
from grader.intake.submission import Submission

# What a system lacks is 0: Windows knows neither links that open() follows unasked nor FIFOs in folders.
_FILE_FLAGS = os.O_RDONLY | sum(
    getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY", "O_NOCTTY")
)
_FOLDER_FLAGS = os.O_RDONLY | sum(getattr(os, flag, 0) for flag in ("O_DIRECTORY", "O_CLOEXEC"))
_INNER_FLAGS = _FOLDER_FLAGS | getattr(os, "O_NOFOLLOW", 0)
_HAS_HANDLES = os.open in os.supports_dir_fd and os.stat in os.supports_dir_fd


class _Unopened(Exception):
    """Why a file may not be opened, in a sentence."""


def read_folder(path: Path, lesson: Lesson, *, student: str | None = None) -> Submission:
    """What ``lesson`` asks for in the folder ``path``. ``path`` itself may be a link; nothing in it may.

    A file that an item asks for and that is no regular file, cannot be opened or is larger than 1 MiB is in
    ``refused``. Raises ``SubmissionError`` when ``path`` is not a folder that can be listed, or holds more than
    64 MiB of modules.
    """
    try:
        names, surplus = _names(path, lesson)
    except OSError as error:
        raise SubmissionError(
            f"this folder cannot be read ({error.strerror})",
            where=as_text(path),
            hint="Check its name and rights.",
        ) from None
    plan = pick.plan(names, lesson)
    files: dict[str, bytes] = {}
    refused: dict[str, str] = {}
    ignored = [*plan.ignored, *surplus]
    packed = b""
    room = MAX_INFLATED
    handle = os.open(path, _FOLDER_FLAGS) if _HAS_HANDLES else None
    try:
        if plan.manifest:
            with suppress(_Unopened):
                packed = _read(path, handle, names[plan.manifest])
        for name, inner in plan.take.items():
            try:
                files[inner] = _read(path, handle, names[name])
                room -= len(files[inner])
            except _Unopened as reason:
                if inner in plan.asked:
                    refused[inner] = str(reason)
                else:
                    ignored.append(inner)
            if room < 0:
                raise SubmissionError(
                    f"the modules in this folder are larger than {MAX_INFLATED >> 20} MiB together",
                    where=as_text(path),
                    hint="Hand in only the files that are asked for, and what they import.",
                )
    finally:
        if handle is not None:
            os.close(handle)
    work = Submission(
        files=files, student=student, refused=refused, ignored=pick.shortened(ignored), origin=as_text(path)
    )
    return manifest.received(work, packed, lesson) if plan.manifest else work


def lone_archive(path: Path) -> Path | None:
    """The one archive that lies in the folder ``path`` as a regular file; ``None`` for none or several."""
    with os.scandir(path) as found:
        entries = sorted(islice(found, MAX_ENTRIES), key=lambda entry: entry.name)
    archives = [
        entry.name for entry in entries if archive_stem(entry.name) and entry.is_file(follow_symlinks=False)
    ]
    return path / archives[0] if len(archives) == 1 else None


def file_of(path: Path) -> IO[bytes]:
    """The file ``path``, open. Raises ``OSError`` for a link and does not wait for a FIFO."""
    return open(os.open(path, _FILE_FLAGS), "rb")


def _names(path: Path, lesson: Lesson) -> tuple[dict[str, str], list[str]]:
    """Composed (NFC) name -> name on disk of what is in ``path``; and names that are there a second time.

    A Mac writes decomposed names, so both spellings of one name can meet on Linux.
    """
    names: dict[str, str] = {}
    surplus = []
    for name in _walk(path, pick.asked(lesson)):
        composed = unicodedata.normalize("NFC", as_text(name))
        if composed in names:
            surplus.append(composed)
        names.setdefault(composed, name)
    return names, surplus


def _walk(path: Path, wanted: frozenset[str]) -> Iterator[str]:
    """Names below ``path`` with ``/`` between parts, nearest first, in order; links are not followed.

    Of more than 2,000 entries only the first are seen, and what is asked for.
    """
    budget = MAX_ENTRIES
    folders = deque([""])
    unseen = set(wanted)
    while folders and budget > 0:
        folder = folders.popleft()
        try:
            with os.scandir(path / folder) as found:
                entries = sorted(islice(found, budget), key=lambda entry: entry.name)
        except OSError:
            if not folder:
                raise
            continue
        budget -= len(entries)
        for entry in entries:
            name = folder + entry.name
            is_folder = entry.is_dir(follow_symlinks=False) and name not in wanted
            if not is_folder:
                unseen.discard(name)
                yield name
            elif name.count("/") < MAX_DEPTH and not is_litter(entry.name):
                folders.append(name + "/")
    yield from sorted(name for name in unseen if budget <= 0 and os.path.lexists(path / name))


def _read(folder: Path, handle: int | None, name: str) -> bytes:
    """Content of the regular file ``name``. Raises ``_Unopened``."""
    *parents, last = name.split("/")
    opened: list[int] = []
    try:
        for parent in parents if handle is not None else ():
            handle = os.open(parent, _INNER_FLAGS, dir_fd=handle)
            opened.append(handle)
        return _read_regular(last if handle is not None else folder / name, handle)
    except OSError as error:
        raise _Unopened(f"it cannot be opened ({error.strerror})") from None
    finally:
        for each in opened:
            os.close(each)


def _read_regular(target: str | Path, handle: int | None) -> bytes:
    seen = os.stat(target, dir_fd=handle, follow_symlinks=False)
    if stat.S_ISLNK(seen.st_mode):
        raise _Unopened("it is a link; hand in the file itself")
    if stat.S_ISDIR(seen.st_mode):
        raise _Unopened("it is a folder; put the file itself there")
    if not stat.S_ISREG(seen.st_mode):
        raise _Unopened("it is not a regular file")
    with open(os.open(target, _FILE_FLAGS, dir_fd=handle), "rb", buffering=0) as file:
        now = os.fstat(file.fileno())
        if not stat.S_ISREG(now.st_mode) or (now.st_dev, now.st_ino) != (seen.st_dev, seen.st_ino):
            raise _Unopened("it changed while it was being opened")
        data = bytearray()
        while len(data) <= MAX_FILE and (chunk := file.read(MAX_FILE + 1 - len(data))):
            data += chunk
    if len(data) > MAX_FILE:
        raise _Unopened(f"it is larger than {MAX_FILE >> 20} MiB")
    return bytes(data)
