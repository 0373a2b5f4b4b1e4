"""JSON Schema of course.yaml, for editors that complete and check while one types."""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any

import msgspec

from grader.course import model
from grader.course.rules import ID_PATTERN

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """The schema of a whole course.yaml; its descriptions are the docstrings of the model."""
    whole = msgspec.json.schema(model.CourseFile)
    for name, definition in whole["$defs"].items():
        described = _field_docstrings(getattr(model, name))
        for key, prop in definition.get("properties", {}).items():
            _as_in_yaml(prop)
            if key in described:
                prop["description"] = described[key]
            if key == "id":
                prop["pattern"] = f"^{ID_PATTERN}$"
    return {"$schema": DIALECT, "title": "course.yaml", **whole}


def _as_in_yaml(prop: dict[str, Any]) -> None:
    """msgspec writes decimals as text; in course.yaml they are numbers."""
    if prop.get("format") == "decimal":
        del prop["format"]
        prop["type"] = "number"
        if "default" in prop:
            prop["default"] = float(prop["default"])


def _field_docstrings(cls: type) -> dict[str, str]:
    """Field -> the string that stands below it in the class body."""
    body = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    for field, below in zip(body.body, body.body[1:], strict=False):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
        ):
            found[field.target.id] = inspect.cleandoc(str(below.value.value))
    return found
