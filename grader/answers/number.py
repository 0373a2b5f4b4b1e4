"""One number as a student writes it -> its exact value.

::

    value  = [ "=" | "≈" | "~" ] [ sign ] term [ "/" term ]
    term   = number | "√" number | "sqrt" number     the number may stand in brackets
    number = digits [ ("." | ",") digits ] [ "e" exponent ]

So ``0.71``, ``0,71``, ``−1``, ``6.70e0``, ``1/3``, ``√2`` and ``1/sqrt(2)`` are numbers. Everything else is
refused with a word that says what to write instead. Such a word never repeats what the student wrote.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal
from fractions import Fraction

from grader.answers.model import Number

LISTS = "A list is written as [1, 2], a matrix as [[1, 0], [0, 2]]."
MAX_LENGTH = 60
MAX_EXPONENT = 300
"""A float holds about 1e308; beyond it nothing can be compared."""

_ROOTS = Context(prec=50)
_NUMBER = r"(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:e[-+]?[0-9]{1,4})?"
_TERM = rf"(?:√|sqrt)?\s*(?:{_NUMBER}|\(\s*{_NUMBER}\s*\))"
_VALUE = re.compile(rf"(?P<sign>[-+]?)\s*(?P<above>{_TERM})(?:\s*/\s*(?P<below>{_TERM}))?", re.IGNORECASE)
_THOUSANDS = re.compile(r"[1-9][0-9]{0,2}(,[0-9]{3})+")
_NOT_FINITE = re.compile(r"[-+]?\.?(nan|inf|infinity|∞)", re.IGNORECASE)
_MINUS = str.maketrans("−–﹣－", "----")
_BLANK = re.compile(r"(null|todo|tbd|~|[\s.…_?]*)", re.IGNORECASE)


class NotANumber(ValueError):
    """Why a text is not read as a number: what it is, and what to write instead."""

    def __init__(self, what: str, hint: str) -> None:
        super().__init__(what)
        self.what, self.hint = what, hint


def is_blank(text: str) -> bool:
    """Nothing filled in: empty, or a placeholder such as ``...``, ``?`` or ``TODO``."""
    return _BLANK.fullmatch(text.strip()) is not None


def parse(text: str) -> Number:
    """The exact value of ``text`` (a square root: to 50 digits). Raises ``NotANumber``."""
    written = text.strip().translate(_MINUS)
    if len(written) > MAX_LENGTH:
        raise NotANumber("this is too long for a number", "Round it to a few decimals.")
    if _NOT_FINITE.fullmatch(written):
        raise NotANumber("this is not a finite number", "Look for a division by zero in your working.")
    if _THOUSANDS.fullmatch(written):
        raise NotANumber(
            "a comma with three digits after it may mean thousands or a decimal",
            "Write decimals with a point, and no comma between thousands.",
        )
    match = _VALUE.fullmatch(written.lstrip("=≈~").lstrip())
    if match is None:
        raise _reason(written)
    above = _term(match["above"])
    if match["below"] is None:
        return _signed(above, match["sign"])
    below = _term(match["below"])
    if below == 0:
        raise NotANumber("this divides by zero", "Check the number below the line.")
    return _signed(Fraction(above) / Fraction(below), match["sign"])


def _signed(value: Number, sign: str) -> Number:
    if sign != "-":
        return value
    # Unlike the minus operator this does not round to the digits of the current context.
    return value.copy_negate() if isinstance(value, Decimal) else -value


def _term(text: str) -> Number:
    digits = re.sub(r"√|sqrt|[()\s]", "", text, flags=re.IGNORECASE).replace(",", ".")
    value = int(digits) if digits.isdigit() else Decimal(digits)
    if isinstance(value, Decimal) and value and abs(value.adjusted()) > MAX_EXPONENT:
        raise NotANumber("this number is too large or too small", f"Stay within 1e±{MAX_EXPONENT}.")
    if re.match(r"√|sqrt", text, re.IGNORECASE):
        return _ROOTS.sqrt(Decimal(value))
    return value


def _reason(written: str) -> NotANumber:
    """Why ``written``, which is no number, is none."""
    if any(letter.isdigit() and not letter.isascii() for letter in written):
        return NotANumber("these are not the digits 0 to 9", "Type the number with plain digits.")
    if "%" in written:
        return NotANumber("this is a percentage", "Write it as a decimal: a half is 0.5, not 50%.")
    if re.search(r"[0-9]\s*[a-df-z]+\s*$", written, re.IGNORECASE):
        return NotANumber("letters follow the number", "Write the bare number, without a unit or a word.")
    if re.search(r"[0-9]\s+[0-9]", written):
        return NotANumber("these are several numbers in one place", "Put commas between them: [1, 2].")
    if re.search(r"[0-9]", written) and not re.search(r"[^0-9.,\s]", written):
        return NotANumber("this has more than one point or comma", "Write decimals as 0.5.")
    if "[" in written:
        return NotANumber("something stands beside the brackets", f"Write only the list. {LISTS}")
    if re.search(r"[0-9]", written):
        return NotANumber("this is more than a number", "Write only what it comes to, such as 0.5.")
    return NotANumber("this is not a number", "Write a number such as 0.5.")
