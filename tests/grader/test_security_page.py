"""docs/security.md promises nothing that no test holds."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PAGE = (TESTS.parents[1] / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)))


def test_the_page_names_tests() -> None:
    """Whatever looks like the name of a test is one that the next test looks for"""
    assert len(NAMED) > 30
    assert PAGE.count("::test_") == len(re.findall(r"`[\w/]+\.py::test_\w+`", PAGE))


@pytest.mark.parametrize(("file", "name"), NAMED, ids=lambda part: part)
def test_every_named_test_exists(file: str, name: str) -> None:
    """A test that was renamed or removed takes its promise along"""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    assert name in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert name.startswith("test_")


def test_every_promise_names_its_test() -> None:
    """Each row of a table of promises has a test in its last cell"""
    promises = 0
    for section in re.split(r"^## ", PAGE, flags=re.MULTILINE):
        if "| promise | held by |" in section:
            rows = [line for line in section.splitlines() if line.startswith("| ")][2:]
            promises += len(rows)
            for row in rows:
                assert re.search(r"\| `[\w/]+\.py::test_\w+`(, `[\w/]+\.py::test_\w+`)* \|$", row), row
    assert promises > 10
