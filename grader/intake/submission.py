"""A submission as it is graded: bytes in memory, already read safely."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """One student's files for one lesson."""

    files: Mapping[str, bytes]
    """By name relative to the submission's folder, ``/`` between parts. Stubs and helper modules only."""
    student: str | None = None
    submitted_at: str | None = None
    refused: Mapping[str, str] = {}
    """Files that an item asks for and that may not be opened -> why, in a sentence."""
    ignored: tuple[str, ...] = ()
    """Files that no item asks for."""
    notes: tuple[str, ...] = ()
    """What was odd about how it arrived, in sentences without a full stop; costs nothing."""
    origin: str = ""
    """Where it came from, for messages: a folder or an archive."""

    @property
    def digest(self) -> str:
        """``sha256:<hex>`` over names and contents; the same files give the same digest anywhere."""
        return digest({**self.files, **{name: why.encode() for name, why in self.refused.items()}})


def digest(files: Mapping[str, bytes]) -> str:
    """``sha256:<hex>`` of named contents, independent of their order."""
    total = hashlib.sha256()
    for name in sorted(files):
        total.update(hashlib.sha256(name.encode()).digest())
        total.update(hashlib.sha256(files[name]).digest())
    return "sha256:" + total.hexdigest()
