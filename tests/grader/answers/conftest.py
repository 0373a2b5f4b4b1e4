"""A course with one item of each kind, written to disk by the test itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader import answers
from grader.answers.model import Answer
from grader.course import load
from grader.intake.submission import Submission

COURSE = """\
format: 1
id: kitchen
title: Kitchen
mission: {text: Cook.}
lessons:
  - id: soup
    title: Soup
    items:
      - {id: stir, kind: code, title: Stir, stub: stir.py, points: 1}
      - {id: weigh, kind: numeric, title: Weigh, stub: weigh.yaml, points: 1, tolerance: {atol: 0.01}}
      - {id: pick, kind: choice, title: Pick, stub: pick.md, points: 1}
      - {id: why, kind: text, title: Why, stub: why.md, points: 1}
      - {id: names, kind: mapping, title: Names, stub: names.yaml, points: 1}
"""
TEXT_STUB = "# Why\n\nWhy does soup boil over?\n\n## Your answer\n\n<!-- Write your sentence here. -->\n"
STUBS = {
    "stir.py": "def stir(pot):\n    raise NotImplementedError\n",
    "weigh.yaml": "# the pot\npot: 2\nfirst:\nsalt:\nherbs:\ngrid:\n",
    "pick.md": "# Pick\n\n- [ ] a) salt\n- [ ] b) all of the\n  herbs\n- [ ] c) *nothing*\n",
    "why.md": TEXT_STUB,
    "names.yaml": "pot:\nlid:\n",
}
REFERENCES = {
    "stir.py": "def stir(pot):\n    return pot\n",
    "weigh.yaml": "pot: 2\nfirst: No\nsalt: 0.71\nherbs: [0.67, 0.33]\ngrid: [[1, 2], [3, 4]]\n",
    "pick.md": "# Pick\n\n- [ ] a) salt\n- [x] b) all of the\n  herbs\n- [ ] c) *nothing*\n",
    "why.md": "## Your answer\n\n### BEGIN SOLUTION\nThe foam rises.\n### END SOLUTION\n",
    "names.yaml": "pot: kettle\nlid: kettle.top\n",
}
STUB_OF = {
    "stir": "stir.py",
    "weigh": "weigh.yaml",
    "pick": "pick.md",
    "why": "why.md",
    "names": "names.yaml",
}

Read = Callable[..., Answer]


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("course")
    files = {"course.yaml": COURSE, "exercises/soup/README.md": "# Soup\n"}
    for name, text in STUBS.items():
        files |= {f"exercises/soup/{name}": text, f"exercises/soup/.stubs/{name}": text}
    files |= {f"solutions/soup/{name}": text for name, text in REFERENCES.items()}
    files["tests/hidden/soup/test_stir.py"] = ""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def read(root: Path) -> Read:
    """``read("weigh", "salt: 1")`` is the answer in a file of that content (text or bytes)."""
    course = load.load(root)
    lesson = course.lesson("soup")

    def read(item: str, content: str | bytes | None = None, **more: object) -> Answer:
        data = content.encode() if isinstance(content, str) else content
        files = {} if data is None else {STUB_OF[item]: data}
        submission = Submission(**{"files": files, **more})  # type: ignore[arg-type]
        return answers.read(course, lesson, lesson.item(item), submission)

    return read
