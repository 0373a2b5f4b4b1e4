"""One number as people write it."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.answers.number import NotANumber, is_blank, parse


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("-1", -1),
        ("−1", -1),
        ("+ 2", 2),
        ("0.71", Decimal("0.71")),
        ("0,71", Decimal("0.71")),
        (".5", Decimal("0.5")),
        ("6.70e0", Decimal("6.70")),
        ("1E-3", Decimal("0.001")),
        ("1/3", Fraction(1, 3)),
        ("−1 / 3", Fraction(-1, 3)),
        ("0,5/2", Fraction(1, 4)),
        ("≈ 0.71", Decimal("0.71")),
        ("= 2", 2),
        ("007", 7),
    ],
)
def test_what_people_write_is_read_exactly(text: str, value: object) -> None:
    """Points, commas, signs, exponents and fractions keep their exact value"""
    assert parse(text) == value


@pytest.mark.parametrize("text", ["√2", "sqrt(2)", "√(2)", "Sqrt 2"])
def test_roots_are_read_to_many_digits(text: str) -> None:
    """The square of the root is the number to 40 digits; so are fractions with a root"""
    assert abs(Fraction(parse(text)) ** 2 - 2) < Fraction(1, 10**40)
    assert abs(Fraction(parse("-1/" + text)) ** 2 - Fraction(1, 2)) < Fraction(1, 10**40)
    assert abs(Fraction(parse("-" + text)) ** 2 - 2) < Fraction(1, 10**40)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("nan", "finite"),
        (".NaN", "finite"),
        ("-inf", "finite"),
        ("∞", "finite"),
        ("67%", "percentage"),
        ("6,698", "thousands"),
        ("1,000,000", "thousands"),
        ("٣", "digits 0 to 9"),
        ("０.5", "digits 0 to 9"),
        ("0.7o", "letters"),
        ("3 cm", "letters"),
        ("0.7 0.2", "several"),
        ("1,2,3", "more than one"),
        ("1_000", "more than a number"),
        ("2*3", "more than a number"),
        ("exp(1)", "more than a number"),
        ("1/0", "zero"),
        ("1e999", "too large"),
        ("1e-9999", "too large or too small"),
        ("9" * 100, "too long"),
        ("hello", "not a number"),
        ("True", "not a number"),
        ("0x10", "more than a number"),
        ("np.array([1, 2])", "beside the brackets"),
    ],
)
def test_what_is_no_number_is_refused_with_a_word_for_it(text: str, word: str) -> None:
    """Each refusal says what the text is and what to write, and repeats none of it"""
    with pytest.raises(NotANumber) as caught:
        parse(text)
    assert word in caught.value.what
    assert caught.value.hint
    assert text not in caught.value.what


@pytest.mark.parametrize("text", ["", "  ", "...", "…", "?", "TODO", "~", "null", "___"])
def test_placeholders_are_blank(text: str) -> None:
    """What stands for "not filled in yet" is not an answer"""
    assert is_blank(text)


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9, places=6))
def test_every_plain_decimal_is_read_as_itself(number: Decimal) -> None:
    """Whatever its digits, also with the minus sign of a typesetter"""
    assert parse(str(number).replace("-", "−")) == number


@given(st.text(max_size=80))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    """No other exception, whatever is written"""
    try:
        parse(text)
    except NotANumber:
        return
