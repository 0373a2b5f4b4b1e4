"""A syntax tree as plain data that can be sent. Runs in the sandboxed process; depends on wire only."""

from __future__ import annotations

import ast
from typing import Any

from . import wire

MAX_NODES = 50_000


class Plain:
    """Turns nodes into dicts, lists and constants, :data:`MAX_NODES` at most."""

    def __init__(self) -> None:
        self._left = MAX_NODES

    def node(self, value: Any) -> Any:
        """``{"node": "BinOp", "line": 3, field: ...}`` for a node. Raises wire.Refused for too many."""
        if isinstance(value, list):
            return [self.node(member) for member in value]
        if not isinstance(value, ast.AST):
            return "..." if value is ... else value
        self._left -= 1
        if self._left < 0:
            raise wire.Refused(wire.Why.NODES)
        plain = {"node": type(value).__name__}
        if hasattr(value, "lineno"):
            plain["line"] = value.lineno
        for field, member in ast.iter_fields(value):
            plain[field] = self.node(member)
        return plain
