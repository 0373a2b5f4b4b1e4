"""Bytes of a text file -> text, the same on every machine whatever its locale."""

from __future__ import annotations

import codecs
from contextlib import suppress
from pathlib import Path

from grader.errors import CourseError

_UTF16_BOMS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode(data: bytes, name: str) -> str:
    """The text of a file: UTF-8, or UTF-16 with a byte-order mark; lines end in ``\\n``.

    Raises ``CourseError`` (naming ``name`` and, where known, the line) when it is anything else.
    """
    encoding = "utf-16" if data.startswith(_UTF16_BOMS) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CourseError(
            "this file is not UTF-8 text",
            where=f"{name}:{line}" if encoding == "utf-8-sig" else name,
            hint="Open it in your editor and save it with the encoding UTF-8.",
        ) from None
    if "\0" in text:
        raise CourseError(
            "this file is not text: it holds NUL characters",
            where=f"{name}:{text.count(chr(10), 0, text.index(chr(0))) + 1}",
            hint="Open it in your editor and save it as plain text with the encoding UTF-8.",
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")


def as_utf8(data: bytes) -> bytes:
    """``data`` in UTF-8 where it is UTF-16 with a byte-order mark, which Python does not read; else as it is."""
    if data.startswith(_UTF16_BOMS):
        with suppress(UnicodeDecodeError):
            return data.decode("utf-16").encode()
    return data


def read(path: Path, name: str) -> str:
    """The text of ``path``; messages call it ``name``. Raises ``CourseError`` and ``OSError``."""
    return decode(path.read_bytes(), name)
