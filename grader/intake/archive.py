"""A submission that is a zip or tar archive. It is read into memory; nothing is ever unpacked to disk.

Whatever could surprise somebody refuses the whole archive, naming the entry: a path that leads out, two
entries of one name, a link or a device, an encrypted entry, an archive in the archive, a bomb.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.course.model import Lesson
from grader.errors import SubmissionError
from grader.intake import entries, manifest, names, pick
from grader.intake.entries import Entry
from grader.intake.limits import MAX_ARCHIVE, MAX_FILE, MAX_INFLATED, MAX_RATIO, RATIO_FLOOR
from grader.intake.submission import Submission

_CHUNK = 1 << 16


def read_archive(
    source: Path | bytes, lesson: Lesson, *, student: str | None = None, origin: str = ""
) -> Submission:
    """What ``lesson`` asks for in a zip or (compressed) tar archive, given as a path or as its bytes.

    A wanted file over 1 MiB is in ``refused``. Raises ``SubmissionError`` with the archive in ``where`` and
    the entry in words, when the archive is damaged or breaks a rule.
    """
    where = origin or (names.as_text(source) if isinstance(source, Path) else "")
    try:
        data = source if isinstance(source, bytes) else _content(source)
        if len(data) > MAX_ARCHIVE:
            raise SubmissionError(
                f"the archive is larger than {MAX_ARCHIVE >> 20} MiB",
                hint="Hand in only the files that are asked for.",
            )
        return of_entries(entries.of_bytes(data), lesson, student=student, origin=where)
    except SubmissionError as error:
        problem = error.problems[0]
        raise SubmissionError(problem.what, where=where, hint=problem.hint) from None


def of_entries(
    found: Sequence[Entry], lesson: Lesson, *, student: str | None = None, origin: str = ""
) -> Submission:
    """The submission in one student's entries. Raises ``SubmissionError`` naming the entry to blame."""
    plain = _checked(found)
    plan = pick.plan(plain, lesson)
    budget = MAX_INFLATED
    files: dict[str, bytes] = {}
    refused: dict[str, str] = {}
    ignored = list(plan.ignored)
    packed = b""
    for name, entry in plain.items():
        inner = plan.take.get(name)
        is_manifest = name == plan.manifest
        # What is ignored is inflated too: a bomb is refused wherever it lies.
        data, size = _inflated(entry, budget, MAX_FILE if inner or is_manifest else 0)
        budget -= size
        if inner and size <= MAX_FILE:
            files[inner] = data
        elif is_manifest:
            packed = data
        elif inner in plan.asked:
            refused[inner] = f"it is larger than {MAX_FILE >> 20} MiB"
        elif inner:
            ignored.append(inner)
    work = Submission(
        files=files, student=student, refused=refused, ignored=pick.shortened(ignored), origin=origin
    )
    return manifest.received(work, packed, lesson) if plan.manifest else work


def _checked(found: Sequence[Entry]) -> Mapping[str, Entry]:
    """Safe name -> entry of every file. Raises ``SubmissionError`` for an entry that may not be there."""
    files: list[tuple[str, Entry]] = []
    folders = []
    for entry in found:
        name = names.safe(entry.name)
        if entry.trouble:
            raise names.refusal(entry.trouble, entry.name)
        if entry.is_folder:
            folders.append(name)
        elif names.is_archive(name) and not names.is_litter(name):
            raise names.refusal(
                "an archive inside the archive", entry.name, "Hand in the files themselves, packed once."
            )
        else:
            files.append((name, entry))
    names.refuse_clashes([name for name, _ in files], folders)
    return dict(files)


def _inflated(entry: Entry, budget: int, keep: int) -> tuple[bytes, int]:
    """The first ``keep`` bytes of ``entry``, and how many bytes it really has.

    Raises ``SubmissionError`` when it has more than ``budget``, packs too well to be honest, or is damaged.
    """
    kept = bytearray()
    size = 0
    with entries.readable(entry.name), entry.open() as file:
        while chunk := file.read(_CHUNK):
            size += len(chunk)
            if size > budget or (size > RATIO_FLOOR and size > MAX_RATIO * max(entry.packed, 1)):
                raise names.refusal("the archive inflates to too much", entry.name)
            kept += chunk[: max(0, keep - len(kept))]
    return bytes(kept), size


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_ARCHIVE + 1)
    except OSError as error:
        raise SubmissionError(
            f"this archive cannot be read ({error.strerror})", hint="Check its name and rights."
        ) from None
