"""The line of the student's file in which a named mistake shows, where that is certain."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from types import ModuleType

from grader.answers.model import CodeAnswer, NumericAnswer
from grader.checks.builtin.ids import check_id
from grader.checks.host import Measured
from grader.checks.parser import Parser
from grader.course.textfile import as_utf8
from grader.grading.telltale import LOOK_FOR, Node, line_of, patterns
from grader.sandbox.api import Budget, Raised, Sandbox, StudentFault


class Places:
    """Looks into one student's file after another; opens a child only for a mistake that says what to look for."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._source = b""
        self._tree: Node | None = None

    def line(
        self, measured: Measured, mistake: ModuleType, form: ModuleType, checks: Sequence[str]
    ) -> int | None:
        """Where the student makes ``mistake``, recognised by its ``form`` and in these failed ``checks``."""
        answer = measured.answer
        if isinstance(answer, NumericAnswer):
            lines = [line for field, line in answer.lines.items() if check_id(field) in checks]
            return min(lines, default=None)
        if not isinstance(answer, CodeAnswer):
            return None
        written = getattr(form, LOOK_FOR, getattr(mistake, LOOK_FOR, None))
        if written is None:
            return _raised_in(measured, checks)
        try:
            wanted = patterns(written)
        except ValueError:
            return None  # for ``grade course check`` to report
        if not wanted:
            return None
        tree = measured.tree if isinstance(measured.tree, dict) else self._parsed(answer.source)
        return None if tree is None else line_of(wanted, tree, _asked(measured, checks))

    def _parsed(self, source: bytes) -> Node | None:
        """The syntax tree, made where nothing of the student's runs; ``None`` when it cannot be had."""
        if source != self._source:
            self._source, self._tree = source, None
            with closing(Parser(self._sandbox, {})) as parser:
                try:
                    self._tree = parser.tree(as_utf8(source), "exec", {}, Budget())
                except StudentFault:
                    return None
        return self._tree


def _asked(measured: Measured, checks: Sequence[str]) -> set[str]:
    """What the check that asks for least of the student's file asks for: the mistake is in what that reaches."""
    asked: dict[str, set[str]] = {}
    for ran in measured.ran:
        if ran.spec.id in checks:
            names = {call.name for call in ran.calls if call.owner == measured.item.stub}
            asked.setdefault(ran.spec.id, set()).update(names)
    return min(filter(None, asked.values()), key=len, default=set())


def _raised_in(measured: Measured, checks: Sequence[str]) -> int | None:
    """The line of the student's file that the exceptions in these checks left last, if it is always the same."""
    lines = {
        next((each.line for each in reversed(call.outcome.where) if each.file == measured.item.stub), None)
        for ran in measured.ran
        if ran.spec.id in checks
        for call in ran.calls
        if isinstance(call.outcome, Raised) and not call.outcome.loading
    }
    return lines.pop() if len(lines) == 1 else None
