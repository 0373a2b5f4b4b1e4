"""One submission on the bench: what checks ask for, item after item."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from grader.answers import Originals, read
from grader.answers.model import Absent, Answer, Missing
from grader.checks.calls import Call
from grader.checks.failure import CheckFailed, Difference
from grader.checks.parser import Parser
from grader.checks.proxy import Student, Students
from grader.checks.spec import Spec
from grader.checks.trusted import References
from grader.checks.work import Work
from grader.course.model import Course, Item, Kind, Lesson
from grader.course.textfile import as_utf8
from grader.errors import CourseError
from grader.intake import pick
from grader.intake.submission import Submission
from grader.sandbox.api import Budget, Child, Raised, Sandbox

MIB = 1 << 20
Scope = tuple[dict[str, bytes], Budget]
"""The files that an item's code sees, and the limits that it runs within."""


class Bench:
    """Takes one submission after another; keeps nothing of the one before."""

    def __init__(self, course: Course, lesson: Lesson, sandbox: Sandbox, references: References) -> None:
        self._course = course
        self._lesson = lesson
        self._sandbox = sandbox
        self._references = references
        self._originals = Originals(course, lesson)
        self._submission = Submission(files={})
        self._answers: dict[str, Answer] = {}
        self._work: Work | None = None
        self._parser = Parser(sandbox, {})
        self._ahead: tuple[Scope, Child] | None = None
        """A child for code that comes later, which takes as long to set up as a check takes."""
        self._items: Sequence[Item] = ()
        self._item = lesson.items[0]
        self._turned = False

    def begin(self, submission: Submission, items: Sequence[Item] = ()) -> None:
        """Put ``submission`` on the bench. ``items`` are those it will be turned to, where that is known."""
        self.end()
        self._submission = submission
        self._items = items
        self._parser = Parser(self._sandbox, submission.files)

    def end(self) -> None:
        """Clear the bench: no process of the submission outlives this."""
        self._parser.close()
        if self._work is not None:
            self._work.close()
        if self._ahead is not None:
            self._ahead[1].close()
        self._work = self._ahead = None
        self._turned = False
        self._answers = {}

    def pause(self) -> None:
        """End the code on the bench, whose threads slow down whatever else runs; it begins anew when next asked."""
        if self._work is not None:
            self._work.close()

    def answer(self, item: Item) -> Answer:
        """What the submission answers to ``item``. Raises CourseError."""
        if item.id not in self._answers:
            self._answers[item.id] = read(self._course, self._lesson, item, self._submission, self._originals)
        return self._answers[item.id]

    def turn_to(self, item: Item) -> None:
        """Begin with ``item``. No child is opened before a check asks for student code."""
        self._item = item
        self._turned = False

    @property
    def work(self) -> Work:
        """The code of the item that the bench is turned to.

        Its child is that of the item before when it sees the same files within the same limits.
        """
        if not self._turned or self._work is None:
            scope = self._scope(self._item)
            if self._work is None or (self._work.files, self._work.budget) != scope:
                if self._work is not None:
                    self._work.close()
                self._work = Work(self._sandbox, *scope, self._child(scope))
            self._work.start_item()
            self._turned = True
        return self._work

    def _child(self, scope: Scope) -> Child:
        """A child for the code of ``scope``: one that is there already, if possible."""
        child = self._parser.hand_on(*scope)
        if child is None and self._ahead is not None and self._ahead[0] == scope:
            child, self._ahead = self._ahead[1], None
        child = child or self._sandbox.open(*scope)
        if self._ahead is None and self._item in self._items:
            after = self._items[self._items.index(self._item) + 1 :]
            coming = next((each for each in self._scopes(after) if each != scope), None)
            self._ahead = (coming, self._sandbox.open(*coming)) if coming else None
        return child

    def start_check(self) -> None:
        """Begin a new list of calls."""
        if self._work is not None:
            self._work.calls = []

    def calls(self) -> tuple[Call, ...]:
        """The calls since the check started."""
        return self._work.record() if self._turned and self._work is not None else ()

    def remarks(self) -> tuple[Raised | None, str, object]:
        """Of the item so far: why its file did not load, what was printed, its tree if a check asked for that."""
        content = self._submission.files.get(self._item.stub)
        tree = None if content is None else self._parser.parsed(as_utf8(content), "exec")
        if not self._turned or self._work is None:
            return None, "", tree
        return self._work.load_failure, self._work.output(), tree

    def supply(self, name: str, spec: Spec) -> Any:
        """What the fixture ``name`` is for this check. Raises CheckFailed, CourseError, StudentFault."""
        item = self._item
        match name:
            case "student":
                return self._student(item.id)
            case "students":
                return Students((item.id, *item.uses), self._student)
            case "answer":
                return self.answer(item)
            case "reference":
                return self._references[item.id]
            case "references":
                return self._references
            case "source":
                return Source(self, item)
            case "rng":
                return np.random.default_rng(seed(self._course.id, self._lesson.id, item.id, spec.id))
        raise LookupError(name)

    def require(self, ids: tuple[str, ...]) -> None:
        """Raise CheckFailed when the file of one of these items is not there or not started."""
        for item_id in ids:
            item = self._lesson.item(item_id)
            given = self.answer(item)
            if isinstance(given, Absent):
                gap = "missing" if isinstance(given, Missing) else "not started yet or cannot be read"
                note = f"this also reads your `{item.stub}`, which is {gap}: do `{item_id}` first"
                raise CheckFailed(Difference.NEEDS, note, note=note)

    def tree(self, item_id: str, text: str | bytes | None, mode: str) -> Any:
        """Syntax tree of ``text``, or of the item's file, as plain data. Raises StudentFault, CheckFailed."""
        if text is None:
            self.require((item_id,))
            text = as_utf8(self._submission.files[self._lesson.item(item_id).stub])
        return self._parser.tree(text, mode, *self._next_work())

    def _next_work(self) -> Scope:
        """Files and limits of the first code that will run, when nothing has yet; else no files."""
        coming = self._scopes(self._lesson.items if self._work is None else ())
        return next(coming, ({}, self._budget(self._item)))

    def _scopes(self, items: Sequence[Item]) -> Iterator[Scope]:
        """Of those of ``items`` that are code and have something to run."""
        for item in items:
            if item.kind is Kind.CODE and not isinstance(self.answer(item), Absent):
                yield self._scope(item)

    def _student(self, item_id: str) -> Student:
        item = self._lesson.item(item_id)
        if item.kind is not Kind.CODE:
            raise CourseError(
                f"a check asks for `student` where `{item_id}` is no code",
                hint="Use `answer` for what its file says, `students` for the code of items it uses.",
            )
        self.require((item_id,) if item_id != self._item.id else ())
        return Student(self.work, item.stub)

    def _scope(self, item: Item) -> Scope:
        files = self._submission.files
        seen = pick.code(item, self._lesson, files)
        return {name: as_utf8(files[name]) for name in files if name in seen}, self._budget(item)

    def _budget(self, item: Item) -> Budget:
        limits = item.limits
        return Budget(limits.seconds, limits.memory_mb * MIB, limits.output_mb * MIB)


class Source:
    """Syntax trees of the student's files, parsed in a child of its own; nothing is executed."""

    def __init__(self, bench: Bench, item: Item) -> None:
        self._bench = bench
        self._own = item.id if item.kind is Kind.CODE else ""
        self._others = item.uses

    def __call__(self, text: str | bytes | None = None, *, item: str = "", mode: str = "exec") -> Any:
        """The tree of a snippet; of ``item``'s file; or of this item's own (of the only code file it uses).

        A node is ``{"node": "BinOp", "line": 3, field: ...}``. Raises StudentFault (SyntaxError: Raised),
        CheckFailed when that file is not there.
        """
        return self._bench.tree(item or self._own or "".join(self._others[:1]), text, mode)


def seed(*names: str) -> int:
    """The same number for the same names, anywhere: every student gets the same test, every time."""
    return int.from_bytes(hashlib.sha256("\0".join(names).encode()).digest()[:8], "big")
