"""A small sound course on disk, for tests to break."""

from __future__ import annotations

from pathlib import Path

import pytest

COURSE = """\
format: 1
id: shapes
title: Shapes
mission: {text: Measure things.}
lessons:
  - id: flat
    title: Flat shapes
    items:
      - id: area
        kind: code
        title: The area of a rectangle
        stub: area.py
        points: 2
        files: [helper.py]
      - id: sides
        kind: numeric
        title: Sides
        stub: sides.yaml
        points: 1.5
        tolerance: {rtol: 1e-3}
        uses: [area]
next:
  - {id: solid, title: Solid shapes}
"""

FILES = {
    "exercises/flat/README.md": "# Flat shapes\n",
    "exercises/flat/helper.py": "UNIT = 1\n",
    "exercises/flat/area.py": "def area(a, b):\n    raise NotImplementedError\n",
    "exercises/flat/.stubs/area.py": "def area(a, b):\n    raise NotImplementedError\n",
    "exercises/flat/sides.yaml": "square:\n",
    "exercises/flat/.stubs/sides.yaml": "square:\n",
    "solutions/flat/area.py": "def area(a, b):\n    return a * b\n",
    "solutions/flat/sides.yaml": "square: 4\n",
    "tests/hidden/flat/test_area.py": "def test_area(student): ...\n",
}


@pytest.fixture
def course_text() -> str:
    return COURSE


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A sound self-study course: the lesson ``flat`` with the items ``area`` and ``sides``."""
    for name, text in {"course.yaml": COURSE, **FILES}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path
