"""One wrong answer to lesson 1, as a student saved it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Situation(NamedTuple):
    """What one student saved. Every other file is the reference."""

    name: str
    item: str
    files: Mapping[str, bytes | None]
    """Contents by name; ``None`` takes a file away."""
    strangers: tuple[str, ...] = ()
    """Further files in the folder that no item asks for."""


def saved(name: str, item: str, file: str, text: str, **modules: str) -> Situation:
    """A situation in which ``text`` is in ``file`` and each of ``modules`` in a file of its name."""
    others = {f"{stem}.py": other.encode() for stem, other in modules.items()}
    return Situation(name, item, {file: text.encode(), **others})
