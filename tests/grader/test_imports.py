"""Imports point one way, and nothing in the package knows a particular lesson."""

from __future__ import annotations

import ast
import re
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "grader"
LAYERS = "errors records course answers intake sandbox checks grading engine gradebook report authoring cli"
ORDER = LAYERS.split()


def layer(module: str) -> int:
    parts = module.split(".")
    return ORDER.index(parts[1]) if len(parts) > 1 and parts[1] in ORDER else -1


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return {name for name in names if name.split(".")[0] == "grader"}


def test_a_package_imports_only_from_packages_listed_before_it() -> None:
    """errors <- records <- course <- ... <- cli, never the other way"""
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        own = "grader." + ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        if layer(own) < 0:
            continue
        wrong += [f"{own} imports {name}" for name in imported(path) if layer(name) > layer(own)]
    assert not wrong, "\n".join(sorted(wrong))


def test_nothing_in_the_package_knows_the_first_lesson() -> None:
    """Words that belong to lesson 1 appear only in the course, never in the grader"""
    words = ("attention", "softmax", "d_k", "saturation", "paper-symbols", "worked-example", "scaling-stall")
    wrong = []
    for path in PACKAGE.rglob("*"):
        if path.is_file() and path.suffix in {".py", ".j2", ".css", ".js", ".yml", ".sh"}:
            text = path.read_text(encoding="utf-8").lower()
            found = [word for word in words if re.search(rf"(?<![\w-]){word}(?![\w-])", text)]
            wrong += [f"{path.relative_to(PACKAGE)}: {word}" for word in found]
    assert not wrong, "\n".join(sorted(wrong))
