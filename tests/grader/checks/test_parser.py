"""A process that parsed may run code afterwards, if it was told nothing that the student may not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from grader.checks.parser import Parser
from grader.sandbox import start
from grader.sandbox.api import Budget, Child, Raised, Sandbox, StudentFault

FILES = {"work.py": b"def f(x):\n    return x + 1\n"}
BUDGET = Budget()


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    warm = start()
    yield warm
    warm.close()


@pytest.fixture
def parser(sandbox: Sandbox) -> Iterator[Parser]:
    one = Parser(sandbox, {**FILES, "symbols.yaml": b"sum: x + 1\n"})
    yield one
    one.close()


def test_child_that_parsed_the_students_words_is_handed_on(parser: Parser) -> None:
    """It runs the same files within the same limits, and belongs to the parser no longer."""
    assert parser.tree(FILES["work.py"], "exec", FILES, BUDGET)["node"] == "Module"
    assert parser.tree("x + 1", "eval", FILES, BUDGET)["node"] == "Expression"
    child = parser.hand_on(FILES, BUDGET)
    assert child is not None
    try:
        assert child.call("work.py", "f", [1], {}).value == 2
        assert parser.hand_on(FILES, BUDGET) is None
    finally:
        child.close()


def test_child_that_was_told_a_checks_words_runs_nothing(parser: Parser) -> None:
    """After text that stands in no file of the student's, the child only parses."""
    parser.tree("x + 2", "eval", FILES, BUDGET)
    parser.tree("x + 1", "eval", FILES, BUDGET)
    assert parser.hand_on(FILES, BUDGET) is None


def test_child_is_not_handed_on_to_other_files_or_limits(parser: Parser) -> None:
    """An item sees its own files only, and has its own limits."""
    parser.tree("x + 1", "eval", FILES, BUDGET)
    assert parser.hand_on({**FILES, "more.py": b""}, BUDGET) is None
    assert parser.hand_on(FILES, Budget(seconds=1.0)) is None
    child = parser.hand_on(FILES, BUDGET)
    assert child is not None
    child.close()


def test_text_that_does_not_parse_leaves_the_parser_at_work(parser: Parser) -> None:
    """A syntax error is told, and the next text gets its tree."""
    with pytest.raises(Raised) as caught:
        parser.tree("x +", "eval", FILES, BUDGET)
    assert caught.value.name == "SyntaxError"
    assert parser.tree("x + 1", "eval", FILES, BUDGET)["body"]["node"] == "BinOp"


def test_a_source_that_brings_its_process_down_does_so_once(sandbox: Sandbox) -> None:
    """However many checks look at a file, what cannot be parsed is not tried again"""
    opened = []

    class Counting:
        tier = sandbox.tier

        def open(self, files: Mapping[str, bytes], budget: Budget) -> Child:
            opened.append(budget)
            return sandbox.open(files, budget)

        def close(self) -> None: ...

    bomb = "-" * 100_000 + "1"
    parser = Parser(Counting(), {"work.py": bomb.encode()})
    for _ in range(3):
        with pytest.raises(StudentFault) as caught:
            parser.tree(bomb, "eval", {}, Budget(memory=64 << 20))
        assert caught.value.child_is_gone
    assert len(opened) == 1
    parser.close()
