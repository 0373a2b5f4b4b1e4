"""A course check judges the known mistakes and shows what becomes of whoever makes them."""

from __future__ import annotations

from grader.authoring.coursecheck.page import page
from grader.cli.checking import text
from grader.report.style import Style
from tests.grader.authoring.conftest import Draft

MISTAKES = "solutions/mistakes/mean"


def test_a_mistake_that_is_random_itself_is_no_fault_of_the_check(draft: Draft) -> None:
    """A random mistake may fail now and pass then without a check being blamed for it"""
    text = '"""Do you guess?"""\nimport random\n\n\ndef mean(n):\n    return random.choice([sum(n), 1.5])\n'
    draft.write(f"{MISTAKES}/guesses.py", text)
    assert draft.found("order-dependent", quick=False) == []


def test_a_mistake_is_shown_with_what_its_maker_is_told(draft: Draft) -> None:
    """The matrix says which checks a mistake fails and that whoever makes it is told of it"""
    (matrix,) = draft.report().matrices
    assert matrix.caught["drops_the_rest"] == {"test_fraction"}
    assert matrix.named == {
        "drops_the_rest": ("drops_the_rest",),
        "forgets_to_divide": ("forgets_to_divide",),
    }


def test_forms_of_a_mistake_stand_below_it(draft: Draft) -> None:
    """Another form of a mistake is judged and shown as one: in JSON, on the page, in the terminal, in the count"""
    floor = "import math\n\n\ndef mean(n):\n    return math.floor(sum(n) / len(n))\n"
    draft.write(f"{MISTAKES}/drops_the_rest/with_floor.py", floor)
    report = draft.report()
    assert report.findings == []
    (matrix,) = report.matrices
    assert list(matrix.caught) == ["drops_the_rest", "drops_the_rest/with_floor", "forgets_to_divide"]
    assert matrix.named["drops_the_rest/with_floor"] == ("drops_the_rest",)
    said = text(report, Style(unicode=False))
    assert "\n    with_floor " in said
    assert "2 mistakes, 1 of their other forms;" in said
    assert '<th scope="row" class="form"><code>with_floor</code>' in page(report)
