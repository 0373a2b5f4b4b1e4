"""The report formats that ``--report`` knows, each imported only when asked for."""

from __future__ import annotations

import importlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.course.nearmiss import did_you_mean
from grader.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.cli.session import Session
    from grader.records import Attempt
    from grader.report.rows import Context

    Render = Callable[[Sequence[Attempt], Context], str]


class Format(NamedTuple):
    """A module of ``grader.report`` with a function ``write(attempts, context)``."""

    module: str
    also: tuple[tuple[str, str], ...] = ()
    """(environment variable that names a file, function): what a platform reads beside the report."""


FORMATS = {
    "classroom": Format("classroom", (("GITHUB_OUTPUT", "output"),)),
    "csv": Format("csv"),
    "github": Format("github", (("GITHUB_STEP_SUMMARY", "summary"),)),
    "gitlab": Format("gitlab"),
    "gradescope": Format("gradescope"),
    "junit": Format("junit"),
    "prairielearn": Format("prairielearn"),
}


class Writer(NamedTuple):
    """One ``--report FORMAT[=FILE]``."""

    format: Format
    file: str
    """Empty: standard output."""

    @classmethod
    def of(cls, wanted: str) -> Writer:
        """Raises ``UsageError`` for an unknown format, with the near miss."""
        name, _, file = wanted.partition("=")
        if name not in FORMATS:
            hint = did_you_mean(name, FORMATS) or "The formats are: " + ", ".join(FORMATS) + "."
            raise UsageError(f"there is no report format '{name}'", hint=hint)
        return cls(FORMATS[name], file)

    def write(self, session: Session, attempt: Attempt) -> str:
        """Write the files; return what belongs on standard output. Raises ``UsageError``, ``GraderFault``."""
        module = importlib.import_module(f"grader.report.{self.format.module}")
        context = _context(session)
        for variable, function in self.format.also:
            if path := os.environ.get(variable):
                _save(Path(path), getattr(module, function)([attempt], context), append=True)
        render: Render = module.write
        content = render([attempt], context)
        if not self.file:
            return content
        _save(Path(self.file), content)
        return ""


def _context(session: Session) -> Context:
    from grader.report.rows import Context

    paths = {
        (session.lesson.id, item.id): (session.shown / item.stub).as_posix() for item in session.lesson.items
    }
    return Context(paths=paths, token=secrets.token_hex(16))


def _save(path: Path, content: str, *, append: bool = False) -> None:
    try:
        with path.open("a" if append else "w", encoding="utf-8", newline="\n") as file:
            file.write(content)
    except OSError as error:
        raise UsageError(f"the report cannot be written: {error.strerror}", where=str(path)) from None
