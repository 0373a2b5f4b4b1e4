"""What a pattern finds in a written answer, and what it does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.checks.builtin.patterns import PatternError, parse


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("sum", "They are SUMMING up."),
        ("sum-1", "weights that sum to 1"),
        ("sum-1", "they sum up to exactly one."),
        ("sum-1", "sums to 1.0"),
        ("sum|add-1", "they add to 1"),
        ("(sum|add)-1", "they add to 1"),
        ("grow variance", "the variance of a score grows"),
        ("grow variance", "Look at the variance. It is growing."),
        ("increas*", "with increasing size"),
        ("one-hot", "a one-hot row"),
        ("normalise", "it normalizes the row"),
        ("n_x", "divided by $n_{x}$"),
        ("n_x", "√nₓ"),
        ("don't-learn", "it does not learn"),
        ("non-negative", "never negative"),
        ("non-negative", "nonnegative numbers"),
        ("no-signal", "without any signal"),
        ("gradient no-signal", "there is no gradient signal"),
        ("probability", "not only a probability but more"),
        ("probability", "no maximum but a probability"),
        ("probability", "It is not a winner, it is a probability."),
        ("probability", "a probability instead of a maximum"),
    ],
)
def test_found(pattern: str, text: str) -> None:
    """Any order, any ending, small words between, British or American, digits or their names"""
    assert parse(pattern).found_in(text)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("sum-1", "it does not sum to 1"),
        ("sum-1", "they don't really sum to one"),
        ("sum-1", "they never add or sum to 1"),
        ("sum-1", "1 is the sum"),
        ("sum-1", "sum of many large wild numbers is 1"),
        ("sum-1", "That is the sum. 1 is small."),
        ("grow variance", "the variance does not grow"),
        ("grow variance", "The variance is fine. So is the mean. They grow."),
        ("probability", "no probability"),
        ("probability", "a maximum rather than a probability"),
        ("probability", "a maximum instead of a probability"),
        ("gradient no-signal|vanish", "the gradient does not vanish"),
        ("non-negative", "negative numbers"),
        ("large", "small"),
        ("word", ""),
        ("word", "?!"),
    ],
)
def test_not_found(pattern: str, text: str) -> None:
    """Denied, too far apart, in the wrong order where the order counts, or simply not there"""
    assert not parse(pattern).found_in(text)


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("probability", "probabilty"),
        ("probability", "probablity"),
        ("distribution", "distributoin"),
        ("variance", "varience"),
        ("variance", "varianse"),
        ("saturate", "saturats"),
        ("saturat*", "satureted"),
        ("increas*", "increses"),
        ("gradient", "gradeint"),
    ],
)
def test_a_slip_of_the_pen_is_forgiven(word: str, written: str) -> None:
    """One letter from five letters on, two from nine on"""
    assert parse(word).found_in(f"it is {written} here")


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("increasing", "decreasing"),
        ("bounded", "unbounded"),
        ("unbounded", "bounded"),
        ("sum", "sun"),
        ("key", "keg"),
        ("weight", "height"),
        ("finite", "infinite"),
        ("minimum", "maximum"),
        ("query", "queue"),
    ],
)
def test_another_word_is_no_slip(word: str, written: str) -> None:
    """Above all not the opposite"""
    assert not parse(word).found_in(f"it is {written} here")


@pytest.mark.parametrize(
    "pattern", ["", " ", "a||b", "|a", "a|", "(a", "a)", "-a", "a-", "***", "(a b)", "()"]
)
def test_what_is_no_pattern_is_refused(pattern: str) -> None:
    """With a sentence for its author"""
    with pytest.raises(PatternError, match=r"pattern|'"):
        parse(pattern)


def test_a_pattern_that_stands_for_too_much_is_refused() -> None:
    """Brackets multiply"""
    with pytest.raises(PatternError, match="more than 200"):
        parse("-".join(["(a|b|c|d|e|f)"] * 4))


@given(st.text(alphabet="ab |-()*_'", max_size=20), st.text(max_size=60))
def test_any_pattern_and_any_text(pattern: str, text: str) -> None:
    """A pattern is refused or answers, whatever it and the text are"""
    try:
        parse(pattern).found_in(text)
    except PatternError:
        return
