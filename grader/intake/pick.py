"""Which of the submitted names a lesson asks for. Pure: names in, names out."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

import msgspec

from grader.course.model import Item, Lesson
from grader.intake.limits import MAX_IGNORED
from grader.intake.manifest import NAME as MANIFEST
from grader.intake.names import is_litter

LIBRARIES = frozenset(
    {"numpy", "scipy", "pandas", "sklearn", "matplotlib", "torch", "tensorflow", "keras", "jax"}
    | {"pytest", "conftest", "grader"}
)
"""Modules that a file of the student's must not hide, on top of Python's own."""


class Plan(msgspec.Struct, frozen=True):
    """What to read from a submission."""

    take: Mapping[str, str]
    """Name as submitted -> name in the submission (without a wrapping folder)."""
    asked: frozenset[str]
    """Names that an item asks for, whether or not they are there."""
    ignored: tuple[str, ...]
    """Names that no item asks for, without litter."""
    manifest: str | None
    """Name as submitted of what may be the manifest of ``grade submit``."""


def asked(lesson: Lesson) -> frozenset[str]:
    """Stubs and helper files that the lesson's items ask for."""
    return frozenset(name for item in lesson.items for name in (item.stub, *item.files))


def code(item: Item, lesson: Lesson, names: Iterable[str]) -> frozenset[str]:
    """Those of ``names`` that the code of ``item`` sees: its own, that of items it uses, and helper modules.

    No other item's file; nothing where there is no code.
    """
    wanted = {item.stub, *(lesson.item(other).stub for other in item.uses)}
    others = {each.stub for each in lesson.items} - wanted
    if not any(name.endswith(".py") for name in wanted):
        return frozenset()
    return frozenset(name for name in names if name.endswith(".py") and name not in others)


def plan(names: Iterable[str], lesson: Lesson) -> Plan:
    """Take what the items ask for, and modules that code may import; ignore the rest.

    One folder around everything is looked through. ``names`` are ``/``-separated and composed (NFC).
    """
    wanted = asked(lesson)
    libraries = LIBRARIES.union(*(item.packages for item in lesson.items))
    left = [name for name in names if not is_litter(name) or name in wanted]
    wrapper = _wrapper(left, wanted)
    take = {}
    ignored = []
    manifest = None
    for name in left:
        inner = name[len(wrapper) :]
        if inner in wanted or _is_helper(inner, libraries):
            take[name] = inner
        elif inner == MANIFEST:
            manifest = name
        else:
            ignored.append(inner)
    return Plan(take, wanted, shortened(ignored), manifest)


def shortened(ignored: list[str]) -> tuple[str, ...]:
    """``ignored`` in order, the last ones only counted when they are very many."""
    if len(ignored) <= MAX_IGNORED:
        return tuple(ignored)
    return (*ignored[:MAX_IGNORED], f"… and {len(ignored) - MAX_IGNORED} more")


def hides_library(name: str) -> bool:
    """Whether a file of this name would take the place of a module of Python's or of numpy: ``random.py``."""
    top = name.partition("/")[0].removesuffix(".py")
    return name.endswith(".py") and (top in LIBRARIES or top in sys.stdlib_module_names)


def _wrapper(names: list[str], wanted: frozenset[str]) -> str:
    """``hw01/`` when everything is in that folder (and so on inwards), else an empty string."""
    wrapper = ""
    while names and not any(name[len(wrapper) :] in wanted for name in names):
        tops = {name[len(wrapper) :].partition("/")[:2] for name in names}
        if len(tops) != 1:
            break
        top, slash = tops.pop()
        if not slash:
            break
        wrapper += top + slash
    return wrapper


def _is_helper(name: str, libraries: frozenset[str]) -> bool:
    """A module or a module of a package, under a name that hides no library."""
    parts = name.removesuffix(".py").split("/")
    return (
        name.endswith(".py")
        and all(part.isidentifier() for part in parts)
        and parts[0] not in libraries
        and parts[0] not in sys.stdlib_module_names
    )
