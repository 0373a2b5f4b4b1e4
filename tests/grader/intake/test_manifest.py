"""The manifest of ``grade submit``: recognised in archives and folders, checked, and never in the way."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from grader.course.model import Lesson
from grader.errors import SubmissionError
from grader.intake import manifest
from grader.intake.archive import read_archive
from grader.intake.folder import read_folder
from grader.intake.submission import Submission

from .conftest import MakeZip

WORK = Submission(files={"stir.py": b"print(1)", "brühe.md": "Brühe".encode(), "helper.py": b""})


def packed(lesson: Lesson) -> bytes:
    return manifest.encode(manifest.of("kitchen", lesson, WORK))


def test_what_was_packed_arrives_whole(lesson: Lesson, make_zip: MakeZip, tmp_path: Path) -> None:
    """Zipped, zipped again within a folder, or unpacked: the same digest, no note, and no stray file"""
    files = [*WORK.files.items(), (manifest.NAME, packed(lesson))]
    for name, content in files:
        (tmp_path / name).write_bytes(content)
    for received in (
        read_archive(make_zip(files), lesson),
        read_archive(make_zip((f"work/{name}", content) for name, content in files), lesson),
        read_folder(tmp_path, lesson),
    ):
        assert received.digest == WORK.digest
        assert received.notes == ()
        assert received.ignored == ()


def test_a_difference_is_noted_and_costs_nothing(lesson: Lesson, make_zip: MakeZip, tmp_path: Path) -> None:
    """Changed, lost and added files are named; what is there is read as it is"""
    files = [
        ("stir.py", b"print(2)"),
        ("helper.py", b""),
        ("weigh.yaml", b"x: 1"),
        (manifest.NAME, packed(lesson)),
    ]
    for name, content in files:
        (tmp_path / name).write_bytes(content)
    for received in (read_archive(make_zip(files), lesson), read_folder(tmp_path, lesson)):
        assert received.files["stir.py"] == b"print(2)"
        assert [note.split(" ", 1) for note in sorted(received.notes)] == [
            ["brühe.md", "was packed and is not here any more"],
            ["stir.py", "is not as it was packed: changed afterwards, or damaged on its way"],
            ["weigh.yaml", "was added after packing"],
        ]


def test_work_for_another_lesson_is_refused(lesson: Lesson, make_zip: MakeZip) -> None:
    """Both lessons are named; nothing of it is graded as if it were this one's"""
    other = msgspec.structs.replace(lesson, id="stew")
    with pytest.raises(SubmissionError, match="'stew', not for 'soup'"):
        read_archive(make_zip([("stir.py", b""), (manifest.NAME, packed(other))]), lesson)


@pytest.mark.parametrize(
    "content", [b"", b"[]", b'{"name": "an extension"}', b"\xff", random.Random(0).randbytes(2 << 20)]
)
def test_somebody_elses_manifest_is_a_stray_file(lesson: Lesson, make_zip: MakeZip, content: bytes) -> None:
    """Other tools have files of this name; theirs is ignored by name, like any other"""
    received = read_archive(make_zip([("stir.py", b""), (manifest.NAME, content)]), lesson)
    assert received.ignored == (manifest.NAME,)
    assert received.notes == ()


def test_a_link_in_its_place_is_not_followed(lesson: Lesson, tmp_path: Path) -> None:
    """Nor does it keep the work from being read"""
    (tmp_path / "stir.py").write_bytes(b"")
    (tmp_path / manifest.NAME).symlink_to("/etc/hostname")
    received = read_folder(tmp_path, lesson)
    assert received.ignored == (manifest.NAME,)
    assert set(received.files) == {"stir.py"}


def test_an_item_may_ask_for_a_file_of_that_name(lesson: Lesson, make_zip: MakeZip) -> None:
    """Then it is the student's work and nothing else"""
    item = msgspec.structs.replace(lesson.items[0], stub=manifest.NAME)
    received = read_archive(
        make_zip([(manifest.NAME, b"{}")]), msgspec.structs.replace(lesson, items=(item,))
    )
    assert received.files == {manifest.NAME: b"{}"}


def test_a_manifest_cannot_flood_a_report(lesson: Lesson, make_zip: MakeZip) -> None:
    """Of ten thousand made-up names a few are noted, each short and printable"""
    bad = msgspec.structs.replace(
        manifest.of("kitchen", lesson, WORK),
        files={f"\x1b[2J{'x' * 500}{i}": "sha256:0" for i in range(10_000)},
    )
    notes = read_archive(make_zip([("stir.py", b""), (manifest.NAME, manifest.encode(bad))]), lesson).notes
    assert len(notes) <= 21
    assert all(len(note) < 200 and note.isprintable() for note in notes)


@pytest.mark.parametrize(
    "opening", [b'{"x":' + b"[" * 100_000, b"[" * 100_000, b'{"files":' + b'{"a":' * 100_000]
)
def test_a_manifest_that_is_nested_without_end_is_none(
    opening: bytes, lesson: Lesson, tmp_path: Path
) -> None:
    """It is a file that nobody asked for, and the work beside it is read"""
    (tmp_path / "stir.py").write_bytes(b"1")
    (tmp_path / manifest.NAME).write_bytes(opening)
    got = read_folder(tmp_path, lesson)
    assert (got.files, got.ignored) == ({"stir.py": b"1"}, (manifest.NAME,))
