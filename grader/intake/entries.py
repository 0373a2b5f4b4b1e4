"""The entries of a zip or tar archive, alike: a name, what kind of thing it is, and its bytes on demand.

Sizes that an archive states about itself are never relied on: bytes are counted as they are inflated.
"""

from __future__ import annotations

import bz2
import io
import lzma
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Self

from grader.errors import SubmissionError
from grader.intake.limits import MAX_ENTRIES, MAX_EXTRA, MAX_EXTRAS, MAX_INFLATED
from grader.intake.names import shown

_BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
    IndexError,
    NotImplementedError,
    RecursionError,
    RuntimeError,
)
"""What zipfile and tarfile raise on bytes that are no proper archive."""
_ENCRYPTED = 0x1 | 0x40 | 0x2000
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What every zip program writes. Of the others zipfile inflates whole pieces at once, gigabytes of a bomb."""
_HOLES = b"GNU.sparse."
_EXTRAS = (
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)
"""Parts of a tar file that say more about the entry behind them."""
_LZMA_MEMORY = 64 << 20


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in an archive."""

    name: str
    """As stored."""
    is_folder: bool
    trouble: str
    """Why it may not be read (a link, a device, encrypted); empty for a plain file or folder."""
    packed: int
    """Bytes that it takes up in the archive."""
    open: Callable[[], IO[bytes]]


@contextmanager
def readable(entry: str = "") -> Iterator[None]:
    """Raises ``SubmissionError`` for whatever zipfile or tarfile say about a damaged archive or entry."""
    try:
        yield
    except _BROKEN:
        raise SubmissionError(
            f"unreadable archive: '{shown(entry)}' is damaged" if entry else "unreadable archive",
            hint="It is damaged or not a zip or tar file: pack it again.",
        ) from None


def is_zip(head: bytes) -> bool:
    return head.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def of_bytes(data: bytes) -> Sequence[Entry]:
    """Entries of one submission's archive, zip or (compressed) tar.

    Raises ``SubmissionError`` when it is neither, is damaged, or has more than 2,000 entries.
    """
    with readable():
        if is_zip(data):
            # Before zipfile builds an object for every record of a directory made to be huge.
            _refuse_many(data.count(b"PK\x01\x02"))
            return of_zip(zipfile.ZipFile(io.BytesIO(data)))
        return _of_tar(_unpacked(data))


def of_zip(archive: zipfile.ZipFile) -> Sequence[Entry]:
    """Entries of an open zip file, in its order."""
    return [
        Entry(
            name=info.orig_filename,
            is_folder=info.orig_filename.endswith("/"),
            trouble=_zip_trouble(info),
            packed=info.compress_size,
            open=lambda info=info: archive.open(info),  # type: ignore[misc]
        )
        for info in archive.infolist()
    ]


def _zip_trouble(info: zipfile.ZipInfo) -> str:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if stat.S_ISLNK(kind):
        return "link in archive"
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "special file in archive"
    if info.flag_bits & _ENCRYPTED:
        return "encrypted entry in archive"
    return "" if info.compress_type in _PACKINGS else "packed in an unusual way in the archive"


def _of_tar(data: bytes) -> Sequence[Entry]:
    # A file with holes is refused in any case, and working out where they are may take tarfile for ever.
    if _HOLES in data:
        raise SubmissionError("special file in archive", hint="Pack it again without --sparse.")
    file = io.BytesIO(data)
    archive = tarfile.open(fileobj=file, mode="r:", tarinfo=_frugal())  # noqa: SIM115 (its entries are read later)
    found: list[Entry] = []
    for member in archive:
        _refuse_many(len(found) + 1)
        found.append(
            Entry(
                name=member.name,
                is_folder=member.isdir(),
                trouble=_tar_trouble(member),
                packed=member.size,
                open=lambda member=member: archive.extractfile(member) or io.BytesIO(),  # type: ignore[misc]
            )
        )
    return found


def _frugal() -> type[tarfile.TarInfo]:
    """Entries of one tar file that say little about themselves: tarfile takes very long over what is long."""
    left = MAX_EXTRAS

    class Frugal(tarfile.TarInfo):
        @classmethod
        def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
            nonlocal left
            found = super().frombuf(buf, encoding, errors)
            left -= found.size if found.type in _EXTRAS else 0
            if found.size < 0 or left < 0 or (found.type in _EXTRAS and found.size > MAX_EXTRA):
                raise tarfile.ReadError("bad size")
            if found.type == tarfile.GNUTYPE_SPARSE:
                raise tarfile.ReadError("a file with holes")
            return found

    return Frugal


def _tar_trouble(member: tarfile.TarInfo) -> str:
    if member.issym() or member.islnk():
        return "link in archive"
    return "" if member.isdir() or (member.isreg() and not member.issparse()) else "special file in archive"


def _unpacked(data: bytes) -> bytes:
    """A tar file's bytes without its compression, inflated up to the cap before tarfile sees any of it."""
    if data.startswith(b"\x1f\x8b"):
        plain = zlib.decompressobj(wbits=31).decompress(data, MAX_INFLATED + 1)
    elif data.startswith(b"BZh"):
        plain = bz2.BZ2Decompressor().decompress(data, MAX_INFLATED + 1)
    elif data.startswith(b"\xfd7zXZ"):
        plain = lzma.LZMADecompressor(memlimit=_LZMA_MEMORY).decompress(data, MAX_INFLATED + 1)
    else:
        plain = data
    if len(plain) > MAX_INFLATED:
        raise SubmissionError(
            f"the archive inflates to more than {MAX_INFLATED >> 20} MiB",
            hint="Hand in only the files that are asked for.",
        )
    return plain


def _refuse_many(count: int) -> None:
    if count > MAX_ENTRIES:
        raise SubmissionError(
            f"more than {MAX_ENTRIES:,} files in the archive",
            hint="Hand in only the files that are asked for.",
        )
