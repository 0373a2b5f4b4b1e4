"""``OUT/`` of a batch: for staff only, used by one batch at a time, and never half written."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO

from grader.errors import GraderFault, UsageError

RESULTS = "results.db"
_LOCK = ".lock"
_UNFINISHED = ".unfinished"
OWN_FILES = frozenset(
    {
        *(RESULTS, f"{RESULTS}-wal", f"{RESULTS}-shm", _LOCK, _UNFINISHED),
        *("results.jsonl", "grades.csv", "junit.xml", "faults.log", "report", "feedback"),
    }
)
"""What a batch writes, by its first name below ``OUT/``."""
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,80}")
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_DENIED = {errno.EROFS, errno.EACCES, errno.EPERM}


class OutFolder:
    """An open results folder. Use it as a context manager; it is locked for as long."""

    def __init__(self, path: Path) -> None:
        """Make or reopen ``path``, mode 0700.

        Raises ``UsageError`` when it is not ours, not writable, or used by another batch just now.
        """
        self.path = path
        with written(path):
            if path.is_dir() and any(path.iterdir()) and not (path / RESULTS).exists():
                raise UsageError(
                    "this folder holds something else than a batch's results",
                    where=str(path),
                    hint="Name a new or an empty folder: --out OUT.",
                )
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.chmod(0o700)
            self._lock = (path / _LOCK).open("a+", encoding="utf-8")
            try:
                self._claim()
            except BaseException:
                self._lock.close()
                raise

    @property
    def results(self) -> Path:
        """The store's file."""
        return self.path / RESULTS

    def write(self, name: str, text: str | Iterable[str]) -> None:
        """Put ``text`` (whole or in parts) into the file ``name``: all of it, or nothing changes.

        Raises ``GraderFault`` when the disk is full or may not be written.
        """
        target = self.path / name
        with written(self.path):
            target.parent.mkdir(mode=0o700, exist_ok=True)
            handle, spare = tempfile.mkstemp(dir=target.parent, prefix=".writing-")
            try:
                with os.fdopen(handle, "w", encoding="utf-8", newline="") as out:
                    out.writelines([text] if isinstance(text, str) else text)
                os.replace(spare, target)
            except BaseException:
                with suppress(OSError):
                    os.unlink(spare)
                raise

    @staticmethod
    def peek(path: Path) -> Path:
        """A store to plan with: the one in ``path``, or one in memory while there is none."""
        return path / RESULTS if (path / RESULTS).exists() else Path(":memory:")

    def begin(self) -> bool:
        """Note that a batch is under way. True when an earlier one never came to its end."""
        with written(self.path):
            before = self.unfinished
            (self.path / _UNFINISHED).touch()
        return before

    @property
    def unfinished(self) -> bool:
        """Whether an earlier batch never came to its end."""
        return self.has(_UNFINISHED)

    def end(self) -> None:
        """Every page agrees with the store now."""
        with written(self.path):
            (self.path / _UNFINISHED).unlink(missing_ok=True)

    def has(self, name: str) -> bool:
        return (self.path / name).exists()

    def remove(self, name: str) -> bool:
        """Remove the file ``name``. -> whether it was there."""
        there = self.has(name)
        with written(self.path):
            (self.path / name).unlink(missing_ok=True)
        return there

    def __enter__(self) -> OutFolder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.close()

    def _claim(self) -> None:
        """The lock ends with the process, however that ends, so a stale one needs no clearing away."""
        try:
            _lock(self._lock)
        except OSError:
            self._lock.seek(0)
            who = self._lock.read().strip()
            raise UsageError(
                "another batch is writing to this folder" + (f" (process {who})" if who else ""),
                where=str(self.path),
                hint="Wait until it is done, or name another folder with --out.",
            ) from None
        self._lock.truncate(0)
        self._lock.write(f"{os.getpid()}\n")
        self._lock.flush()


def results_in(out: Path) -> Path:
    """The store's file of a batch that was run before. Raises ``UsageError``."""
    if not (out / RESULTS).is_file():
        raise UsageError(
            f"there is no {RESULTS} in it", where=str(out), hint="Name the --out folder of a `grade batch`."
        )
    return out / RESULTS


def apart(submissions: Path, out: Path) -> None:
    """Refuse results within the submissions: the next run would take them for a student's."""
    if out.resolve() == submissions.resolve() or out.resolve().is_relative_to(submissions.resolve()):
        raise UsageError(
            "the results may not lie within the submissions",
            where=str(out),
            hint="Name another folder: --out.",
        )


def page_name(student: str | None) -> str:
    """A file name, without suffix, that is safe everywhere and differs for different students."""
    name = student or "unnamed"
    if _PLAIN.fullmatch(name) and not _DEVICES.fullmatch(name) and name == name.lower() and name[-1] != ".":
        return name
    # Some file systems do not tell capitals apart.
    readable = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:60]
    return f"{readable or 'student'}-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:10]}"


@contextmanager
def written(path: Path) -> Iterator[None]:
    """What the disk refuses, as a sentence."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise GraderFault(
                "the disk is full; every attempt that was graded is kept",
                where=str(path),
                hint="Make room, then run the same command again: it goes on where it stopped.",
            ) from None
        if error.errno in _DENIED:
            raise UsageError(
                "this folder may not be written", where=str(path), hint="Name another one with --out OUT."
            ) from None
        raise UsageError(
            f"this folder cannot be used: {error.strerror}",
            where=str(path),
            hint="Name another one with --out.",
        ) from None


def _lock(file: IO[str]) -> None:
    """Raises ``OSError`` at once when another process holds it."""
    try:
        import fcntl
    except ImportError:
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
