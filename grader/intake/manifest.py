"""What ``grade submit`` puts beside the work in its zip: which lesson it is for, and a digest of every file.

It says whether the work arrived as it was packed. It is no signature: whoever can change a file can change
the manifest too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec

from grader.course.model import Lesson
from grader.errors import SubmissionError
from grader.intake.names import shown
from grader.intake.submission import Submission

NAME = "manifest.json"
_MOST = 20
"""Remarks at most: a manifest is the student's, and may list anything."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The content of ``manifest.json``."""

    format_version: int
    course: str
    lesson: str
    items: tuple[str, ...] = ()
    """Ids of the items whose file is among the packed ones."""
    submission: str
    """Digest of all files together, as the graded attempt shows it."""
    files: dict[str, str]
    """Name -> ``sha256:<hex>`` of the content."""


def of(course: str, lesson: Lesson, work: Submission) -> Manifest:
    """The manifest of ``work``."""
    return Manifest(
        format_version=1,
        course=course,
        lesson=lesson.id,
        items=tuple(item.id for item in lesson.items if item.stub in work.files),
        submission=work.digest,
        files={name: _digest(work.files[name]) for name in sorted(work.files)},
    )


def encode(manifest: Manifest) -> bytes:
    """Indented JSON, the same for the same work."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"


def received(work: Submission, content: bytes, lesson: Lesson) -> Submission:
    """``work`` with what its manifest, of that ``content``, says about it in ``notes``.

    A file of that name that is no manifest of ours is one that no item asks for. Raises ``SubmissionError``
    when the work was packed for another lesson.
    """
    try:
        manifest = msgspec.json.decode(content, type=Manifest)
    except (msgspec.MsgspecError, RecursionError):  # what is nested too deeply is none of ours either
        return msgspec.structs.replace(work, ignored=(*work.ignored, NAME))
    if manifest.lesson != lesson.id:
        raise SubmissionError(
            f"this was packed for the lesson '{shown(manifest.lesson)}', not for '{lesson.id}'",
            hint="Hand in the zip that `grade submit` wrote for this lesson.",
        )
    notes = _differences(manifest.files, work)
    more = (f"… and {len(notes) - _MOST} more",) if len(notes) > _MOST else ()
    return msgspec.structs.replace(work, notes=(*notes[:_MOST], *more))


def _differences(packed: Mapping[str, str], work: Submission) -> list[str]:
    notes = []
    for name, digest in packed.items():
        if name in work.refused:
            continue  # a stronger word is said about it already
        if name not in work.files:
            notes.append(f"{shown(name)} was packed and is not here any more")
        elif _digest(work.files[name]) != digest:
            notes.append(f"{shown(name)} is not as it was packed: changed afterwards, or damaged on its way")
    added = (name for name in sorted(work.files) if name not in packed)
    return notes + [f"{shown(name)} was added after packing" for name in added]


def _digest(content: bytes) -> str:
    return "sha256:" + hashlib.sha256(content).hexdigest()
