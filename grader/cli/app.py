"""The command ``grade``: a table of subcommands, each imported only when it is called."""

from __future__ import annotations

import importlib
from typing import Any, NamedTuple

import click

from grader import __version__

EXAMPLES = """\b
Examples:
  grade                   grade everything in this lesson
  grade ITEM              grade one item
  grade hint ITEM         a nudge in the right direction
  grade watch             grade again at every save
  grade progress          where you stand

\b
Tab completes commands and items: eval "$(_GRADE_COMPLETE=bash_source grade)"
(for other shells: zsh_source, fish_source).

\b
Exit codes of a run: 0 all that is due is right, 1 not yet,
2 a wrong command or course file, 3 a fault of the grader's, 130 interrupted.
"""


class Entry(NamedTuple):
    """Where a subcommand lives and what it does, in one line."""

    target: str
    """``module:command``."""
    help: str
    section: str


STUDENT = "Your work"
TEACHER = "A class"
AUTHOR = "A course"

COMMANDS: dict[str, Entry] = {
    "run": Entry("grader.cli.run:run", "Grade my work here (plain `grade` does the same).", STUDENT),
    "watch": Entry("grader.cli.watch:watch", "Grade again at every save.", STUDENT),
    "list": Entry("grader.cli.list:list_items", "The items, their points and how they stand.", STUDENT),
    "hint": Entry("grader.cli.hint:hint", "The next hint for an item.", STUDENT),
    "answer": Entry("grader.cli.answer:answer", "The reference answer, after an attempt.", STUDENT),
    "reset": Entry("grader.cli.reset:reset", "Back to the stub; your file is kept.", STUDENT),
    "progress": Entry("grader.cli.progress:progress", "Where I stand; --html FILE writes a page.", STUDENT),
    "lesson": Entry("grader.cli.lesson:lesson", "Read the lesson.", STUDENT),
    "submit": Entry("grader.cli.submit:submit", "Pack my work for handing in.", STUDENT),
    "doctor": Entry("grader.cli.doctor:doctor", "What is installed, and what works here.", STUDENT),
    "batch": Entry("grader.cli.batch:batch", "Grade a whole class.", TEACHER),
    "forget": Entry("grader.cli.forget:forget", "Delete or anonymise one student's results.", TEACHER),
    "diff": Entry("grader.cli.diff:diff", "Who changed between two batches, where and why.", TEACHER),
    "course": Entry("grader.cli.course:course", "Write, check and release a course.", AUTHOR),
    "ci": Entry("grader.cli.ci:ci", "Grading at every push: write the workflow.", AUTHOR),
    "bundle": Entry("grader.cli.bundle:bundle", "Pack a lesson for a platform that grades.", AUTHOR),
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one only to run it.

    The first word that is neither a command nor an option of the group begins ``run``: ``grade`` is
    ``grade run`` and ``grade ITEM`` is ``grade run ITEM``.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        completing = ctx.resilient_parsing and not args  # the first word: a command or an item
        if not completing and (not args or (args[0] not in own and args[0] not in COMMANDS)):
            args = ["run", *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, _, name = entry.target.partition(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for section in (STUDENT, TEACHER, AUTHOR):
            rows = [(name, entry.help) for name, entry in COMMANDS.items() if entry.section == section]
            if rows:
                with formatter.section(section):
                    formatter.write_dl(rows)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        # Without importing a single subcommand: completion has to feel instant.
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=entry.help)
            for name, entry in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        from grader.cli.session import item_names

        return found + [CompletionItem(name) for name in item_names() if name.startswith(incomplete)]


@click.group(
    cls=LazyGroup,
    epilog=EXAMPLES,
    subcommand_metavar="[ITEM]... | COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
@click.version_option(__version__, prog_name="grade")
def app() -> None:
    """Exercises that grade themselves: write, run `grade`, read what it says, try again."""
