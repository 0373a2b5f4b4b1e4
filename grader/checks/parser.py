"""Syntax trees of what one student wrote, made in a sandboxed child that runs nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.sandbox.api import Budget, Child, Sandbox, StudentFault


class Parser:
    """Opens its child when first asked, and can hand it on to run the student's code afterwards.

    The other way round would not do: code that ran could answer in the parser's place. And a child is handed
    on only when it was told nothing but the student's own words, for hidden checks may have others parsed.
    """

    def __init__(self, sandbox: Sandbox, files: Mapping[str, bytes]) -> None:
        self._sandbox = sandbox
        self._files = files
        """All of the submission, to know its words by."""
        self._trees: dict[tuple[str | bytes, str], Any] = {}
        self._faults: dict[tuple[str | bytes, str], StudentFault] = {}
        """Of texts that are not parsed: what takes long or brings a process down does so once."""
        self._child: Child | None = None
        self._holds: tuple[Mapping[str, bytes], Budget] | None = None
        self._innocent = True

    def tree(self, text: str | bytes, mode: str, files: Mapping[str, bytes], budget: Budget) -> Any:
        """The tree of ``text`` as plain data; a new child would get ``files``. Raises StudentFault."""
        if (text, mode) in self._faults:
            raise self._faults[text, mode].with_traceback(None)
        if (text, mode) not in self._trees:
            try:
                self._trees[text, mode] = self._parse(text, mode, files, budget)
            except StudentFault as fault:
                self._faults[text, mode] = fault
                raise
        return self._trees[text, mode]

    def parsed(self, text: str | bytes, mode: str) -> Any:
        """The tree of ``text`` if some check asked for it, else ``None``."""
        return self._trees.get((text, mode))

    def hand_on(self, files: Mapping[str, bytes], budget: Budget) -> Child | None:
        """The child, when there is one that may run ``files`` within ``budget``. It is the caller's then."""
        if not self._innocent or self._holds != (files, budget):
            return None
        child, self._child, self._holds = self._child, None, None
        return child

    def close(self) -> None:
        """End the child, if there is one."""
        if self._child is not None:
            self._child.close()
        self._child = self._holds = None

    def _parse(self, text: str | bytes, mode: str, files: Mapping[str, bytes], budget: Budget) -> Any:
        if self._child is None:
            self._child, self._holds, self._innocent = (
                self._sandbox.open(files, budget),
                (files, budget),
                True,
            )
        self._innocent = self._innocent and self._is_own(text)
        try:
            return self._child.parse(text, mode)
        except StudentFault as fault:
            if fault.child_is_gone:
                self.close()
            raise

    def _is_own(self, text: str | bytes) -> bool:
        words = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        return any(words in content for content in self._files.values())
