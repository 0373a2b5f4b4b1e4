"""Which file names are safe, which are litter, and when two of them are the same file somewhere.

Nothing from an archive is ever written to disk under its own name; the rules hold all the same, so that a
submission means the same on every system, and a name cannot surprise whoever unpacks it later.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Collection
from pathlib import Path

from grader.errors import SubmissionError
from grader.intake.limits import MAX_DEPTH, MAX_NAME

_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\..*)?", re.IGNORECASE)
_LITTER = frozenset({"__macosx", "__pycache__", "thumbs.db", "desktop.ini", "readme.md"})
_ARCHIVE = re.compile(r"(?P<stem>.+?)\.(zip|tar|tgz|tar\.(gz|bz2|xz)|tbz2|txz)", re.IGNORECASE)
_OTHER_ARCHIVE = re.compile(r".+\.(gz|bz2|xz|7z|rar|zst)", re.IGNORECASE)
_HAND_IN = "Hand in a new archive with only the files that are asked for."


def archive_stem(name: str) -> str | None:
    """``ada`` of ``ada.zip`` or ``ada.tar.gz``; ``None`` for a name of no archive that is read here."""
    match = _ARCHIVE.fullmatch(name)
    return match["stem"] if match else None


def is_archive(name: str) -> bool:
    """By its suffix, also of a kind that is not read here."""
    return bool(_ARCHIVE.fullmatch(name) or _OTHER_ARCHIVE.fullmatch(name))


def is_litter(name: str) -> bool:
    """What a system, an editor or Python leaves behind, and the lesson page that was handed out."""
    parts = [part for part in name.split("/") if part not in (".", "..")]
    return any(part.startswith(".") or part.casefold() in _LITTER for part in parts)


def as_text(path: str | Path) -> str:
    """A path of this machine's as text, also where the locale or its bytes are not UTF-8: others write it on."""
    return os.fsencode(path).decode("utf-8", "replace")


def shown(name: str) -> str:
    """``name`` for a message: one short line of printable characters."""
    brief = name if len(name) <= 80 else name[:60] + "…" + name[-19:]
    return "".join(letter if letter.isprintable() else "�" for letter in brief)


def safe(name: str) -> str:
    """``name`` of an archive's entry, composed (NFC) and without a closing slash.

    Raises ``SubmissionError`` naming the entry when it leads out of its folder, or would on some system.
    """
    if len(name) > MAX_NAME:  # before anything that takes long on a name of a million letters
        raise refusal("path too deep or too long in archive", name)
    bare = unicodedata.normalize("NFC", name).removesuffix("/")
    parts = bare.split("/")
    if bare.startswith("/") or "\\" in bare or re.match(r"[A-Za-z]:", bare) or ".." in parts:
        raise refusal("unsafe path in archive", name)
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in bare):
        raise refusal("control character in a name in the archive", name)
    if len(parts) > MAX_DEPTH:
        raise refusal("path too deep or too long in archive", name)
    while parts and parts[0] == ".":
        parts = parts[1:]
    for part in parts:
        if part in ("", ".") or part.endswith((".", " ")) or ":" in part or _DEVICE.fullmatch(part):
            raise refusal("a name in the archive that not every system can hold", name)
    return "/".join(parts)


def refuse_clashes(files: Collection[str], folders: Collection[str]) -> None:
    """Raises ``SubmissionError`` when two safe names are one file on a system that ignores case."""
    seen: set[str] = set()
    for name in files:
        folded = _folded(name)
        if folded in seen:
            raise refusal("two entries of one name in the archive", name)
        seen.add(folded)
    parents = {_folded(folder) for folder in folders}
    parents |= {folded[: match.start()] for folded in seen for match in re.finditer("/", folded)}
    for name in files:
        if _folded(name) in parents:
            raise refusal("a file and a folder of one name in the archive", name)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name.casefold())


def refusal(what: str, name: str, hint: str = _HAND_IN) -> SubmissionError:
    """The error that refuses a whole archive because of the entry ``name``."""
    return SubmissionError(f"{what}: '{shown(name)}'", hint=hint)
