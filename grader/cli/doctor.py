"""``grade doctor``: what is installed, what works here, and what to do about what does not."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module, metadata
from pathlib import Path
from typing import NamedTuple

import click

from grader import __version__
from grader.cli import options
from grader.cli.console import Console

PACKAGES = ("numpy", "pytest", "msgspec", "click")


class Finding(NamedTuple):
    """One thing that was looked at."""

    good: bool
    what: str
    hint: str = ""


@click.command()
@options.common
def doctor(course: Path | None, lesson: str | None, no_color: bool) -> int:
    """What is installed and what works here. Exit code 1 when something has to be put right."""
    console = Console.here(no_color=no_color)
    good = True
    for finding in examine(course, lesson):
        good &= finding.good
        mark = f" {console.style.mark('ok' if finding.good else 'bad')} "
        console.say("\n".join(console.style.wrap(finding.what, 3, first=mark)))
        if finding.hint:
            console.say("\n".join(console.style.wrap(finding.hint, 3)))
    return 0 if good else 1


def examine(course: Path | None, lesson: str | None) -> Iterator[Finding]:
    """Every finding, in the order in which a fault of one would explain the next."""
    yield Finding(True, f"grader {__version__}, Python {platform.python_version()}, {platform.platform()}")
    yield from _packages()
    yield _sandbox()
    yield from _course(course, lesson)
    encoding = sys.stdout.encoding or "ascii"
    yield Finding(
        True, f"terminal: {encoding}, output {'is' if sys.stdout.isatty() else 'is not'} a terminal"
    )


def _packages() -> Iterator[Finding]:
    versions = []
    for name in PACKAGES:
        try:
            import_module(name)
            versions.append(f"{name} {metadata.version(name)}")
        except (ImportError, metadata.PackageNotFoundError):
            what = f"{name} is not installed, or it does not load"
            yield Finding(False, what, f"Run: python -m pip install --force-reinstall {name}")
    yield Finding(True, ", ".join(versions))


def _sandbox() -> Finding:
    """Really started, since nothing else tells what this machine allows."""
    from grader.errors import GraderError
    from grader.sandbox import start
    from grader.sandbox.api import Budget, Tier

    try:
        with closing(start()) as sandbox, closing(sandbox.open({}, Budget())):
            tier, name = sandbox.tier, sandbox.name
            why = "; ".join(sandbox.reasons)
    except (GraderError, ImportError) as error:
        return Finding(False, "no sandbox starts here", str(error))
    if tier is Tier.PROCESS:
        hint = "Fine for your own code. `grade batch` needs a stronger one."
        return Finding(True, f"sandbox: {tier} (a process of its own)", f"{why}. {hint}" if why else hint)
    return Finding(True, f"sandbox: {name}", why)


def _course(course: Path | None, lesson: str | None) -> Iterator[Finding]:
    from grader.cli.session import KEPT_IN, Session
    from grader.errors import GraderError

    try:
        session = Session.open(course, lesson)
    except GraderError as error:
        yield Finding(False, "the course cannot be used", str(error))
        return
    items = len(session.lesson.items)
    yield Finding(True, f"course: {session.course.id} ({session.course.edition}), {items} items")
    missing = [item.stub for item in session.lesson.items if not (session.folder / item.stub).is_file()]
    if missing:
        yield Finding(False, f"missing in {session.shown}: {', '.join(missing)}", "Run: grade reset ITEM")
    try:
        with session.store() as store:
            number = sum(1 for _ in store.kept(session.student, session.lesson.id))
    except GraderError as error:
        yield Finding(False, "attempts cannot be kept", str(error))
    else:
        yield Finding(True, f"{number} attempt{'' if number == 1 else 's'} kept in {KEPT_IN}")
