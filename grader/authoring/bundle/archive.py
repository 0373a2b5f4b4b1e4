"""Zip archives that are the same, byte for byte, whenever and wherever they are made."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Collection, Mapping

_EPOCH = (1980, 1, 1, 0, 0, 0)


def packed(contents: Mapping[str, bytes], executable: Collection[str] = ()) -> bytes:
    """A zip of ``contents`` (name -> bytes), files readable by all and ``executable`` ones runnable."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in sorted(contents):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.create_system = 3  # Unix, wherever it is written: else the modes below mean nothing.
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | (0o755 if name in executable else 0o644)) << 16
            archive.writestr(entry, contents[name])
    return out.getvalue()
