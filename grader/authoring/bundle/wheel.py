"""The running grader as a wheel, so that a bundle installs exactly what it was made with.

Built from the installed files and metadata: neither a source checkout nor a build tool is needed.
Format: packaging.python.org, "Binary distribution format".
"""

from __future__ import annotations

import base64
import hashlib
from importlib import metadata
from pathlib import Path

import grader
from grader.authoring.bundle.archive import packed
from grader.errors import GraderFault

DISTRIBUTION = "gradewright"
TAG = "py3-none-any"


def build() -> tuple[str, bytes]:
    """(file name, content) of the wheel; the same bytes for the same grader.

    Raises ``GraderFault`` when the grader runs without being installed and so has no metadata.
    """
    try:
        installed = metadata.distribution(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        raise GraderFault("the grader is not installed", hint="Install it: pip install gradewright") from None
    info = f"{DISTRIBUTION}-{installed.version}.dist-info"
    contents = {f"grader/{name}": content for name, content in _package().items()}
    contents[f"{info}/METADATA"] = _text(installed, "METADATA", "PKG-INFO")
    contents[f"{info}/entry_points.txt"] = _text(installed, "entry_points.txt")
    contents[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: grade\nRoot-Is-Purelib: true\nTag: {TAG}\n".encode()
    )
    record = [f"{name},sha256={_hash(content)},{len(content)}" for name, content in contents.items()]
    contents[f"{info}/RECORD"] = "\n".join((*record, f"{info}/RECORD,,\n")).encode()
    return f"{DISTRIBUTION}-{installed.version}-{TAG}.whl", packed(contents)


def _package() -> dict[str, bytes]:
    root = Path(grader.__file__).parent
    files = sorted(path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def _text(installed: metadata.Distribution, *names: str) -> bytes:
    for name in names:
        text = installed.read_text(name)
        if text:
            return text.encode()
    raise GraderFault(f"the installed grader has no {names[0]}", hint="Install it again.")


def _hash(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
