"""An answer file loses its answers and nothing else."""

from __future__ import annotations

import pytest

from grader.authoring.blank import blank_choice, blank_fields
from grader.course import yaml12
from grader.errors import CourseError

FILLED = """\
# Work it out by hand.

guess: v1   # v1 or v2

scores: [1, 0]
scaled:   [0.7071,
   0]  # after dividing
weights:
  - 0.67
  - 0.33   # sums to 1
# a comment of the next field
output:
  - [1, 2]
  - [3,
     4]

nested:
  first: 1  # one
  second: [2]
words: |
  several
  lines

empty:
quoted: "a # b: c"  # outside
last: 'x'
"""
BLANK = """\
# Work it out by hand.

guess:   # v1 or v2

scores:
scaled:  # after dividing
weights:   # sums to 1
# a comment of the next field
output:

nested:
  first:  # one
  second:
words:

empty:
quoted:  # outside
last:
"""


def test_values_go_and_layout_stays() -> None:
    """Keys, comments and empty lines stay where they were; scalars, lists and blocks go whole"""
    assert blank_fields(FILLED, "x") == BLANK


def test_a_blank_file_stays_blank() -> None:
    """Blanking twice is blanking once"""
    assert blank_fields(BLANK, "x") == BLANK


def test_given_fields_keep_their_value() -> None:
    """A field that students receive filled in stays, also one inside a map"""
    text = blank_fields(FILLED, "x", given={"scores", "nested.first"})
    value = yaml12.read(text, "x").value
    assert isinstance(value, dict)
    assert value["scores"] == [1, 0]
    assert value["nested"] == {"first": 1, "second": None}
    assert value["weights"] is None


@pytest.mark.parametrize(
    ("filled", "blank"),
    [
        ("a: 1", "a:"),
        ("a: |\n  x\n  y", "a:"),
        ("a:\n- 1\n- 2\nb: 3\n", "a:\nb:\n"),
        ("a: {b: 1, c: [2]}\n", "a: {b: , c: }\n"),
        ("d_k: Q.shape[-1]  # the √ of this\n", "d_k:  # the √ of this\n"),
        ("Kᵀ: np.swapaxes(K, -1, -2)\nü: 1\n", "Kᵀ:\nü:\n"),
    ],
)
def test_every_way_to_write_a_value_can_be_blanked(filled: str, blank: str) -> None:
    """What comes out is YAML again, with the same keys and nothing in them"""
    assert blank_fields(filled, "x") == blank
    yaml12.read(blank, "x")


def test_a_reference_that_is_not_yaml_is_refused_with_its_line() -> None:
    """The author is told where, as for any file of the course"""
    with pytest.raises(CourseError) as caught:
        blank_fields("a: 1\na: 2\n", "solutions/flat/sides.yaml")
    assert caught.value.problems[0].where == "solutions/flat/sides.yaml:2"


def test_boxes_are_unticked_and_words_stay() -> None:
    """Ticked boxes of any list style come out empty; an [x] in the prose does not"""
    text = "See [x] in the text.\n\n- [ ] a) one\n- [x] b) two\n  * [X] c) three, with [x]\n"
    assert blank_choice(text) == (
        "See [x] in the text.\n\n- [ ] a) one\n- [ ] b) two\n  * [ ] c) three, with [x]\n"
    )
