"""A submission that is an archive: every hostile kind is refused naming the entry, honest ones are read."""

from __future__ import annotations

import gzip
import io
import random
import stat
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest

from grader.course.model import Lesson
from grader.errors import SubmissionError
from grader.grading.patience import patience
from grader.intake import limits, names
from grader.intake.archive import read_archive

from .conftest import MakeTar, MakeZip


def refused(data: bytes, lesson: Lesson) -> str:
    with pytest.raises(SubmissionError) as caught:
        read_archive(data, lesson, origin="ada.zip")
    problem = caught.value.problems[0]
    assert problem.where == "ada.zip"
    assert problem.hint
    return problem.what


def test_a_zipped_folder_from_a_mac_is_the_files_in_it(lesson: Lesson, make_zip: MakeZip) -> None:
    """Wrapper folder, __MACOSX twins, .DS_Store and decomposed names"""
    data = make_zip(
        [
            ("hw01/", b"", stat.S_IFDIR | 0o755),
            ("hw01/stir.py", b"1"),
            ("hw01/bru\u0308he.md", b"2"),
            ("hw01/.DS_Store", b""),
            ("__MACOSX/hw01/._stir.py", b"resource"),
            ("hw01/notes.txt", b""),
        ]
    )
    got = read_archive(data, lesson, student="ada")
    assert got.files == {"stir.py": b"1", "brühe.md": b"2"}
    assert got.ignored == ("notes.txt",)
    assert got.student == "ada"


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_tar_archives_are_read_alike(mode: str, lesson: Lesson, make_tar: MakeTar) -> None:
    """Plain and compressed, with the ./ that tar puts in front"""
    got = read_archive(make_tar([("./hw/stir.py", b"1"), ("./hw/notes.txt", b"")], mode), lesson)
    assert got.files == {"stir.py": b"1"}
    assert got.ignored == ("notes.txt",)


def test_an_archive_on_disk_is_read_and_named(tmp_path: Path, lesson: Lesson, make_zip: MakeZip) -> None:
    """Its path is where it came from"""
    path = tmp_path / "ada.zip"
    path.write_bytes(make_zip([("stir.py", b"1")]))
    assert read_archive(path, lesson).origin == str(path)


def test_a_folder_and_its_archive_are_the_same_work(
    tmp_path: Path, lesson: Lesson, make_zip: MakeZip
) -> None:
    """The same files give the same digest however they were packed"""
    from grader.intake.folder import read_folder

    (tmp_path / "stir.py").write_bytes(b"1")
    packed = read_archive(make_zip([("w/stir.py", b"1")]), lesson)
    assert packed.digest == read_folder(tmp_path, lesson).digest


@pytest.mark.parametrize(
    "name",
    [
        "../evil.py",
        "ok/../../evil.py",
        "/tmp/evil.py",
        "..\\evil.py",
        "C:\\evil.py",
        "C:evil.py",
        "//host/share/x",
        "a\x00b.py",
        "a\nb.py",
        "CON.txt",
        "aux.py",
        "kit/lpt1",
        "trail. ",
        "dot.",
        "a:b.txt",
        "a//b.py",
        "/".join(["d"] * 200),
        "n" * 500,
    ],
)
def test_a_name_that_could_lead_astray_refuses_the_archive(
    name: str, lesson: Lesson, make_zip: MakeZip
) -> None:
    """Out of the folder, or to another file on some system; the entry is named"""
    what = refused(make_zip([("stir.py", b"1"), (name, b"x")]), lesson)
    assert name.split("\x00")[0].split("\n")[0][:20] in what


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("stir.py", "stir.py"),
        ("Stir.py", "stir.py"),
        ("caf\u00e9.py", "cafe\u0301.py"),
        ("STRASSE", "straße"),
        ("a", "a/b"),
        ("A/b", "a"),
        ("./stir.py", "stir.py"),
    ],
)
def test_two_entries_that_are_one_file_somewhere_refuse_it(
    first: str, second: str, lesson: Lesson, make_zip: MakeZip
) -> None:
    """The same name twice, after case folding and composition, or as a file and a folder"""
    assert "of one name" in refused(make_zip([(first, b"1"), (second, b"2")]), lesson)


@pytest.mark.parametrize(
    "mode", [stat.S_IFLNK | 0o777, stat.S_IFIFO | 0o644, stat.S_IFCHR | 0o600, stat.S_IFBLK]
)
def test_links_and_devices_in_a_zip_refuse_it(mode: int, lesson: Lesson, make_zip: MakeZip) -> None:
    """Even under the name of a stub"""
    assert "'stir.py'" in refused(make_zip([("stir.py", b"/etc/passwd", mode)]), lesson)


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE]
)
def test_links_and_devices_in_a_tar_refuse_it(kind: bytes, lesson: Lesson, make_tar: MakeTar) -> None:
    """Links within the archive too"""
    assert "'stir.py'" in refused(make_tar([("stir.py", b"")], type=kind, linkname="x"), lesson)


@pytest.mark.parametrize("name", ["../evil", "/abs", "a/../../b"])
def test_a_tar_may_not_lead_out_either(name: str, lesson: Lesson, make_tar: MakeTar) -> None:
    """The same rules as for a zip"""
    assert "unsafe path" in refused(make_tar([(name, b"x")]), lesson)


def test_setuid_bits_are_nothing(lesson: Lesson, make_zip: MakeZip) -> None:
    """Bytes are read, modes are not"""
    assert read_archive(make_zip([("stir.py", b"1", stat.S_IFREG | 0o4755)]), lesson).files == {
        "stir.py": b"1"
    }


def test_an_encrypted_entry_refuses_it(lesson: Lesson, make_zip: MakeZip) -> None:
    """Nobody here knows the password"""
    data = bytearray(make_zip([("stir.py", b"1")]))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert "encrypted" in refused(bytes(data), lesson)


def test_a_bomb_is_refused_wherever_it_lies(lesson: Lesson, make_zip: MakeZip) -> None:
    """Also in a file that nobody asks for"""
    assert "'zeros.bin'" in refused(make_zip([("stir.py", b"1"), ("zeros.bin", bytes(20 << 20))]), lesson)


def test_bytes_are_counted_not_believed(lesson: Lesson, make_zip: MakeZip) -> None:
    """A header that claims ten bytes for twenty million"""
    data = bytearray(make_zip([("stir.py", bytes(20 << 20))]))
    at = data.index(b"PK\x01\x02") + 24
    data[at : at + 4] = struct.pack("<I", 10)
    assert "unreadable archive" in refused(bytes(data), lesson)


def test_two_names_for_the_same_bytes_are_refused(lesson: Lesson, make_zip: MakeZip) -> None:
    """Overlapping entries multiply a bomb"""
    data = make_zip([("a.bin", bytes(1000))])
    start, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    record, tail = data[start:end], bytearray(data[end:])
    tail[8:12] = struct.pack("<HH", 2, 2)
    tail[12:16] = struct.pack("<I", 2 * len(record))
    doubled = data[:start] + record + record.replace(b"a.bin", b"b.bin") + bytes(tail)
    assert "unreadable archive" in refused(doubled, lesson)


def test_the_whole_is_capped_too(lesson: Lesson, make_zip: MakeZip, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many honest-looking entries add up"""
    monkeypatch.setattr("grader.intake.archive.MAX_INFLATED", 1000)
    assert "'b.txt'" in refused(make_zip([("a.txt", bytes(900)), ("b.txt", bytes(200))]), lesson)


def test_a_compressed_tar_is_capped_before_it_is_looked_at(
    lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However small the archive is"""
    monkeypatch.setattr("grader.intake.entries.MAX_INFLATED", 1 << 20)
    assert "inflates to more" in refused(gzip.compress(bytes(2 << 20)), lesson)


def test_a_wanted_file_that_is_too_large_is_refused_alone(lesson: Lesson, make_zip: MakeZip) -> None:
    """The other files still count"""
    large = random.Random(1).randbytes(limits.MAX_FILE + 1)
    got = read_archive(make_zip([("stir.py", large), ("weigh.yaml", b"1")]), lesson)
    assert "larger than 1 MiB" in got.refused["stir.py"]
    assert got.files == {"weigh.yaml": b"1"}


@pytest.mark.parametrize("name", ["inner.zip", "inner.tar.gz", "w/inner.7z", "x.rar"])
def test_an_archive_in_the_archive_refuses_it(name: str, lesson: Lesson, make_zip: MakeZip) -> None:
    """Nothing is unpacked twice, so nothing explodes twice"""
    assert name in refused(make_zip([("stir.py", b"1"), (name, b"PK")]), lesson)


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_too_many_entries_refuse_it(kind: str, lesson: Lesson, make_zip: MakeZip, make_tar: MakeTar) -> None:
    """Before anything is built for each of them"""
    entries = [(f"d/{number}.txt", b"") for number in range(limits.MAX_ENTRIES + 1)]
    assert "2,000" in refused(make_zip(entries) if kind == "zip" else make_tar(entries), lesson)


def test_an_oversized_archive_is_refused(
    lesson: Lesson, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is not read to its end"""
    monkeypatch.setattr("grader.intake.archive.MAX_ARCHIVE", 10)
    path = tmp_path / "ada.zip"
    path.write_bytes(b"PK\x03\x04" + bytes(20))
    with pytest.raises(SubmissionError, match="larger than"):
        read_archive(path, lesson)


@pytest.mark.parametrize(
    "data", [b"", b"hello", b"PK\x03\x04", b"\x1f\x8b\x08", b"BZhx", b"\xfd7zXZ\x00", bytes(1024)]
)
def test_what_is_no_archive_is_unreadable(data: bytes, lesson: Lesson) -> None:
    """Empty, text, cut off, zeros: one sentence"""
    if data == bytes(1024):
        assert read_archive(data, lesson).files == {}, "an empty tar file is a tar file"
    else:
        assert refused(data, lesson) == "unreadable archive"


def test_a_damaged_archive_is_refused_or_read_but_never_raises_anything_else(
    lesson: Lesson, make_zip: MakeZip, make_tar: MakeTar
) -> None:
    """Every byte of a small archive broken in turn"""
    for data in (make_zip([("stir.py", b"print(1)" * 20)]), make_tar([("stir.py", b"1")])[:1024]):
        for place in range(len(data)):
            broken = data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]
            try:
                read_archive(io.BytesIO(broken).getvalue(), lesson)
            except SubmissionError:
                continue


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_unusually_packed_entry_is_refused_unread(packing: int, lesson: Lesson) -> None:
    """A few bytes of bzip2 inflate to gigabytes at once, before anybody could count them"""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", packing) as archive:
        archive.writestr("stir.py", bytes(100_000))
    assert refused(target.getvalue(), lesson) == "packed in an unusual way in the archive: 'stir.py'"


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME])
@pytest.mark.parametrize(("size", "times"), [(1 << 20, 1), (limits.MAX_EXTRA, 100)])
def test_a_tar_file_that_says_too_much_about_its_entries_is_refused(
    kind: bytes, size: int, times: int, lesson: Lesson
) -> None:
    """Long extra headers, or very many: reading one takes the square of its length"""
    extra = tarfile.TarInfo("extra")
    extra.type, extra.size = kind, size
    file = tarfile.TarInfo("stir.py").tobuf()
    data = (extra.tobuf() + b"1" * size + bytes(-size % 512) + file) * times + bytes(1024)
    with patience(20.0):
        assert refused(gzip.compress(data), lesson) == "unreadable archive"


def test_honest_extras_of_a_tar_file_are_read(lesson: Lesson, make_tar: MakeTar) -> None:
    """A name that needs an extra header, in both of the ways that there are"""
    for form in (tarfile.PAX_FORMAT, tarfile.GNU_FORMAT):
        target = io.BytesIO()
        with tarfile.open(fileobj=target, mode="w", format=form) as archive:
            for name in ("stir.py", "ö" * 150 + ".txt"):
                archive.addfile(tarfile.TarInfo(name))
        got = read_archive(target.getvalue(), lesson)
        assert (list(got.files), got.ignored) == (["stir.py"], ("ö" * 150 + ".txt",))


def test_a_long_name_is_refused_before_it_is_composed(lesson: Lesson) -> None:
    """Putting many marks in order takes the square of their number"""
    with pytest.raises(SubmissionError, match="too long"):
        names.safe("a" + "\u0301" * 150_000 + "\u0327" * 150_000)


def test_a_tar_file_with_holes_is_refused_before_they_are_counted(lesson: Lesson) -> None:
    """Half a million holes in a file of nothing, as newer and as older programs write them"""
    said = b"22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n"
    extra, file, older = tarfile.TarInfo("extra"), tarfile.TarInfo("stir.py"), tarfile.TarInfo("stir.py")
    extra.type, extra.size = tarfile.XHDTYPE, len(said)
    newer = extra.tobuf() + said.ljust(512, b"\0") + file.tobuf() + b"500000\n" + b"0\n" * 1_000_000
    block = bytearray(older.tobuf())
    block[156:157], block[482], block[148:156] = tarfile.GNUTYPE_SPARSE, 1, b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    more = (b"00000000000\0" + b"00000000001\0") * 21 + b"\1" + bytes(7)
    with patience(20.0):
        assert refused(gzip.compress(newer), lesson) == "special file in archive"
        assert refused(gzip.compress(bytes(block) + more * 10_000), lesson) == "unreadable archive"
