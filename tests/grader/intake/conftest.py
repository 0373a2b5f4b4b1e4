"""A lesson that asks for three files, and archives of every kind, made in memory."""

from __future__ import annotations

import io
import stat
import tarfile
import warnings
import zipfile
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from pathlib import Path

import pytest

from grader.course.model import Item, Kind, Lesson

Entry = tuple[str, bytes] | tuple[str, bytes, int]
"""Name, content and, for what is no plain file, its Unix mode."""
MakeZip = Callable[[Iterable[Entry]], bytes]
MakeTar = Callable[..., bytes]


def download(folder: Path, files: Sequence[tuple[str, bytes]], packed: bool, make_zip: MakeZip) -> Path:
    """``files`` as one archive, or as the folder that it is when unpacked."""
    if packed:
        path = folder / "download.zip"
        path.write_bytes(make_zip(files))
        return path
    for name, content in files:
        place = folder / "download" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return folder / "download"


@pytest.fixture
def lesson() -> Lesson:
    points = Decimal(1)
    return Lesson(
        id="soup",
        title="Soup",
        items=(
            Item(
                id="stir",
                kind=Kind.CODE,
                title="Stir",
                stub="stir.py",
                points=points,
                files=("data/pot.csv",),
            ),
            Item(id="weigh", kind=Kind.NUMERIC, title="Weigh", stub="weigh.yaml", points=points),
            Item(id="brew", kind=Kind.TEXT, title="Brew", stub="brühe.md", points=points),
        ),
    )


@pytest.fixture
def make_zip() -> MakeZip:
    def make(entries: Iterable[Entry]) -> bytes:
        target = io.BytesIO()
        with warnings.catch_warnings(), zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            warnings.simplefilter("ignore")  # duplicate names are meant
            for name, content, *mode in entries:
                info = zipfile.ZipInfo(name)
                info.filename = name  # as given, also with a NUL or a backslash in it
                info.create_system = 3
                info.external_attr = (mode[0] if mode else stat.S_IFREG | 0o644) << 16
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, content)
        return target.getvalue()

    return make


@pytest.fixture
def make_tar() -> MakeTar:
    def make(entries: Iterable[tuple[str, bytes]], mode: str = "w", **attributes: object) -> bytes:
        """``attributes`` (``type``, ``linkname``) are set on every member."""
        target = io.BytesIO()
        with tarfile.open(fileobj=target, mode=mode) as archive:  # type: ignore[call-overload]
            for name, content in entries:
                member = tarfile.TarInfo(name)
                member.size = len(content)
                for key, value in attributes.items():
                    setattr(member, key, value)
                archive.addfile(member, io.BytesIO(content))
        return target.getvalue()

    return make
