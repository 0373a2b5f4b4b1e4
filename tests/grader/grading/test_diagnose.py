"""Wrong answers are recognised, none wrongly."""

from __future__ import annotations

import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from grader.checks.calls import Call
from grader.course.model import Course
from grader.grading import grade_all
from grader.grading.alike import alike
from grader.grading.evidence import chosen_names
from grader.grading.replay import replay
from grader.grading.trial import mistakes
from grader.records import Attempt
from grader.sandbox.api import Handle, Raised, Reply

BOTH = """
import numpy as np
def shares(v):
    if isinstance(v, np.ndarray) and v.dtype.kind == 'f':
        v /= len(v)
        return v
    n = np.asarray(v)
    return n / len(n) if n.dtype.kind == 'f' else n // n.sum()
"""


def named(attempt: Attempt) -> dict[str, tuple[str, ...]]:
    return {each.mistake: each.explains for result in attempt.items for each in result.diagnoses}


@pytest.mark.parametrize("item_id", ["counter", "shares", "first-sum"])
def test_every_mistake_is_recognised_as_itself(tiny: Course, sandbox: Any, item_id: str) -> None:
    """Handed in as it is, each known mistake fails and is named, and nothing else is."""
    lesson = tiny.file.lessons[0]
    known = mistakes(tiny, lesson, lesson.item(item_id))
    got: list[Attempt] = []
    grade_all(
        tiny,
        lesson,
        known.values(),
        lambda _, attempt: got.append(attempt),
        sandbox=sandbox,
        only=frozenset({item_id, "shares"}),
    )
    assert [list(named(attempt)) for attempt in got] == [[name] for name in known]


def test_two_flaws_are_two_names(grade: Any) -> None:
    """Flaws that show in different checks, or one in values and one in the arguments, are both named."""
    found = named(grade({"shares.py": BOTH}, only=frozenset({"shares"})))
    assert set(found) == {"changes_input", "divides_by_count", "whole_numbers"}
    assert found["whole_numbers"] == ("test_whole_numbers",)


def test_unknown_mistake_gets_no_name(grade: Any) -> None:
    """What no known mistake reproduces is left unnamed."""
    odd = "import numpy as np\ndef shares(v):\n    return np.full(len(v), 0.4)\n"
    assert named(grade({"shares.py": odd}, only=frozenset({"shares"}))) == {}


def test_nothing_is_loaded_while_everything_passes(grade: Any, copy: Path) -> None:
    """Mistakes are not even imported for a submission without a failure."""
    marker = copy / "loaded"
    spy = copy / "solutions/counting/mistakes/counter/spy.py"
    spy.write_text(f"open({str(marker)!r}, 'w').close()\n")
    grade({}, copy, only=frozenset({"counter"}))
    assert not marker.exists()
    grade({"counter.py": "x = 1\n"}, copy, only=frozenset({"counter"}))
    assert marker.exists()


def test_mistake_that_does_not_load_costs_no_grade(grade: Any, copy: Path) -> None:
    """A broken mistake file is left out; the others still speak."""
    (copy / "solutions/counting/mistakes/counter/broken.py").write_text("import nothing_like_it\n")
    wrong = (
        "class Counter:\n    def __init__(self, s):\n        self.total = 0\n"
        "    def add(self, n):\n        self.total += n\n        return self.total\n"
    )
    attempt = grade({"counter.py": wrong}, copy, only=frozenset({"counter"}))
    assert list(named(attempt)) == ["forgets_start"]


def test_fewest_names_that_explain_most() -> None:
    """The mistake that explains most is named; one that explains a part of it is not; equals both are."""
    explained = {"small": {"a"}, "big": {"a", "b"}, "twin": {"a", "b"}, "other": {"c"}, "none": set()}
    assert set(chosen_names(explained)) == {"big", "twin", "other"}


def test_replay_keeps_state_arguments_and_exceptions() -> None:
    """Replayed calls act on the same object in turn; what they do to arguments, raise and warn is kept."""
    module = ModuleType("mistake")
    exec(
        "import warnings\nclass Own(ValueError): pass\n"
        "class Box:\n    def __init__(self): self.n = 0\n    def put(self): self.n += 1; return self.n\n"
        "def fill(a): a[0] = 9; warnings.warn('x', RuntimeWarning)\ndef fail(): raise Own\n",
        module.__dict__,
    )
    box = Handle(5, "Box")
    calls = [
        Call("box.py", "Box", (), {}, Reply(box)),
        Call(box, "put", (), {}, Reply(1)),
        Call(box, "put", (), {}, Reply(2)),
        Call("box.py", "fill", (np.zeros(2),), {}, Reply(None)),
        Call("box.py", "fail", (), {}, Reply(None)),
        Call("other.py", "f", (), {}, Reply(None)),
    ]
    with warnings.catch_warnings(record=True) as shown:
        _, one, two, filled, failed, other = replay(module, "box.py", calls)
    assert not shown
    assert isinstance(one, Reply)
    assert isinstance(two, Reply)
    assert (one.value, two.value) == (1, 2)
    assert isinstance(filled, Reply)
    assert filled.args is not None
    assert filled.args[0].tolist() == [9, 0]
    assert filled.warnings == ("RuntimeWarning",)
    assert isinstance(failed, Raised)
    assert failed.name == "ValueError"
    assert other is None
    assert calls[3].args is not None
    assert calls[3].args[0].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (np.array([1.0, np.nan]), np.array([1.0 + 1e-9, np.nan]), True),
        (np.array([1.0]), np.array([1]), False),
        (np.ones((2, 1)), np.ones((1, 2)), False),
        ([1.0], np.array([1.0]), False),
        (1.0, np.float64(1.0), True),
        (True, 1, False),
        ({"a": [1]}, {"a": [1]}, True),
        ({"a": [1]}, {"a": [2]}, False),
    ],
)
def test_alike_compares_kind_shape_and_value(left: Any, right: Any, same: bool) -> None:
    """Rounding makes no difference; another shape, container or kind of number does."""
    assert alike(left, right) is same
