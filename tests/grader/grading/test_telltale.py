"""The line of a mistake: named where it is certain, and nowhere else."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from grader.grading.telltale import line_of, patterns
from grader.sandbox.syntax import Plain

CODE = """import numpy as np


def softmax(x):
    return np.exp(x) / sum(np.exp(x))


def old(x):
    return x // 2


def asked(a, b):
    width, depth = len(b), b.shape[1]
    scores = a @ b.T / depth
    scores = scores.squeeze()
    a /= 2.0
    return softmax(scores)


if __name__ == "__main__":
    print(asked(1, 2) ** 3)
"""


def line(*wanted: str, asked: str = "asked") -> int | None:
    return line_of(patterns(wanted), Plain().node(ast.parse(CODE)), [asked])


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("squeeze(_)", 15),
        ("exp(_)", 5),
        ("_ / sum(_)", 5),
        ("_ @ _.T", 14),
        ("_ / _.shape[...]", 14),
        ("_ / _.shape[0]", None),
        ("_ /= 2", 16),
        ("softmax(...)", 17),
        ("sum(_, axis=0)", None),
        ("squeeze(_, ..., axis=0)", None),
        ("_ / width", None),
    ],
)
def test_a_pattern_fits_code_in_its_different_spellings(pattern: str, found: int | None) -> None:
    """Calls go by their last name, names assigned once stand for their value, and what is not said must not be there"""
    assert line(pattern) == found


def test_a_place_that_leaves_doubt_is_not_named() -> None:
    """Two lines that fit are none; code that the asked functions do not reach does not count"""
    assert line("_ = _") is None
    assert line("_ // _") is None
    assert line("_ // _", asked="old") == 9
    assert line("_ ** _") is None
    assert line("exp(_)", asked="nothing of the kind") is None


def test_the_first_pattern_that_fits_decides() -> None:
    """A surer pattern comes first; when it fits more than one line, a later one is not asked"""
    assert line("squeeze(_)", "exp(_)") == 15
    assert line("log(_)", "exp(_)") == 5
    assert line("_ = _", "exp(_)") is None


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("exp(_)", "no tuple"),
        ((1,), "no tuple"),
        (("sum(_, axis=0, ...)",), "not one Python"),
        (("a; b",), "not one Python"),
        (("_",), "everywhere"),
        (("np.exp(_)",), "more than a name"),
    ],
)
def test_what_is_no_pattern_is_refused_in_words(written: object, said: str) -> None:
    """Each way to write a pattern wrongly has its own words for the author"""
    with pytest.raises(ValueError, match=said):
        patterns(written)


WRONG = "import numpy as np\n\n\ndef shares(v):\n    return np.asarray(v) // sum(v)\n"


def lines(attempt: Any) -> dict[str, tuple[str, int | None]]:
    return {each.mistake: (each.file, each.line) for item in attempt.items for each in item.diagnoses}


def test_a_mistake_says_what_to_look_for(grade: Any, copy: Path) -> None:
    """With a pattern in the mistake's file the student is told the line; with one that does not fit, none"""
    mistake = copy / "solutions/counting/mistakes/shares/whole_numbers.py"
    code = mistake.read_text("utf-8")
    only = frozenset({"shares"})
    assert lines(grade({"shares.py": WRONG}, copy, only=only)) == {"whole_numbers": ("", None)}
    mistake.write_text(f'{code}\n\nLOOK_FOR = ("_ // _",)\n', "utf-8")
    assert lines(grade({"shares.py": WRONG}, copy, only=only)) == {"whole_numbers": ("shares.py", 5)}
    mistake.write_text(f'{code}\n\nLOOK_FOR = ("floor(_)",)\n', "utf-8")
    assert lines(grade({"shares.py": WRONG}, copy, only=only)) == {"whole_numbers": ("", None)}


def test_an_exception_leads_to_its_line(grade: Any, copy: Path) -> None:
    """A mistake that says nothing of where to look is shown where the exceptions that it explains left the file"""
    mistake = copy / "solutions/counting/mistakes/shares/needs_floats.py"
    mistake.write_text('"""Floats?"""\n\n\ndef shares(v):\n    return v.astype(float) / sum(v)\n', "utf-8")
    wrong = "def shares(v):\n    total = sum(v)\n    v = v.astype(float)\n    return v / total\n"
    told = lines(grade({"shares.py": wrong}, copy, only=frozenset({"shares"})))
    assert told == {"needs_floats": ("shares.py", 3)}


def test_a_wrong_number_leads_to_its_line(grade: Any) -> None:
    """A mistake in numbers is shown at the first field in which it shows"""
    text = "# by hand\nsum: 8\n\nshares: [0.33, 1, 1.33]\nlargest: third\n"
    right = grade({}, only=frozenset({"first-sum"}))
    assert lines(right) == {}
    told = lines(grade({"first-sum.yaml": text}, only=frozenset({"first-sum"})))
    assert told == {"divides_by_count": ("first-sum.yaml", 4)}
