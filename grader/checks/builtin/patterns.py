"""A small language for what a written answer should say.

::

    pattern = term { " " term }          all terms, in any order, within two sentences that follow each other
    term    = phrase { "|" phrase }      one of the phrases
    phrase  = part { "-" part }          the parts in this order, in one sentence, near each other
    part    = word [ "*" ] | "(" term ")"

``variance (grow|increase)`` matches "the scores' variance is growing" and "growth of the variance" needs
``grow*``: a word stands for all words of its stem, a ``*`` for any ending. Between the parts of a phrase
at most two further content words may stand (words such as *of* and *the* are not counted), so ``sum-1``
matches "sums up to exactly 1", and ``one-hot`` is simply the hyphenated word.

- Misspellings are forgiven: one letter wrong, missing, added or swapped in words of five letters or more,
  two in words of nine or more; the first letter must be right (*decreasing* is no misspelt *increasing*).
- What the answer denies does not match: "does not sum to 1" is no ``sum-1``. A pattern that says so itself,
  ``not-negative`` or ``no-signal``, matches every plain way to say *not*: no, never, without, n't, non-.
- Small words (the, of, to) are better left out of a pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise, product

import msgspec

from grader.checks.builtin.words import NOT, Spelling, Word, words

MAX_BETWEEN = 2
"""Content words between two parts of a phrase."""
MAX_AWAY = 12
"""Words of any kind from one part of a phrase to the next."""
MAX_PHRASES = 200
"""Phrases that one term may stand for once its brackets are written out."""

_PIECE = re.compile(r"[|()-]|[^\s|()-]+|\s+")


class PatternError(ValueError):
    """Why a text is no pattern, in words for its author."""


class Part(msgspec.Struct, frozen=True):
    """One word of a pattern."""

    text: str
    stem: str
    any_ending: bool

    def matches(self, word: Spelling) -> bool:
        """Whether ``word`` is this one, give or take its ending and a misspelling."""
        if not self.any_ending:
            return (
                word.stem == self.stem or _misspelt(word.text, self.text) or _misspelt(word.stem, self.stem)
            )
        if word.text.startswith(self.text):
            return True
        # A letter too few or too many before the ending moves where it begins.
        length = len(self.text)
        return any(_misspelt(word.text[:cut], self.text) for cut in (length, length - 1, length + 1))


Phrase = tuple[Part, ...]


class Pattern(msgspec.Struct, frozen=True):
    """A pattern, ready to be looked for."""

    terms: tuple[tuple[Phrase, ...], ...]

    def found_in(self, text: str, *, deniable: bool = False) -> bool:
        """Whether ``text`` says it, all terms within two sentences that follow each other.

        ``deniable``: also where it says so only to deny it.
        """
        terms = []
        for term in self.terms:
            phrases = [sought for phrase in term if (sought := _sought(phrase, text))]
            if not phrases:
                return False
            terms.append(phrases)
        return any(_all_said(terms, spoken, deniable) for spoken in _windows(text))


class _Sought(msgspec.Struct, frozen=True):
    """A phrase and how its parts are spelt in one answer: so every word is compared once, not everywhere."""

    parts: tuple[frozenset[Spelling], ...]
    says_not: bool
    """The phrase is a denial itself, so it may stand where the answer denies."""


@lru_cache(maxsize=16)
def _windows(text: str) -> tuple[tuple[Word, ...], ...]:
    """The words of every two sentences that follow each other; of the only one when there is no second."""
    sentences = [tuple(group) for _, group in groupby(words(text), key=lambda word: word.sentence)]
    return tuple(one + other for one, other in pairwise(sentences)) or tuple(sentences)


@lru_cache(maxsize=16)
def _vocabulary(text: str) -> Mapping[str, frozenset[Spelling]]:
    """The words of ``text`` by the first letters of word and stem: those are never misspelt."""
    known: dict[str, set[Spelling]] = {}
    for spelling in {word.spelling for word in words(text)}:
        for letter in {spelling.text[:1], spelling.stem[:1]}:
            known.setdefault(letter, set()).add(spelling)
    return {letter: frozenset(spellings) for letter, spellings in known.items()}


@lru_cache(maxsize=4096)
def _spellings(part: Part, text: str) -> frozenset[Spelling]:
    known = _vocabulary(text)
    letters = {part.text[:1], part.stem[:1]}
    return frozenset(
        spelling for letter in letters for spelling in known.get(letter, ()) if part.matches(spelling)
    )


def _sought(phrase: Phrase, text: str) -> _Sought | None:
    """``None`` when some part of ``phrase`` is nowhere in the answer ``text``."""
    parts = []
    for part in phrase:
        spellings = _spellings(part, text)
        if not spellings:
            return None
        parts.append(spellings)
    return _Sought(tuple(parts), any(part.stem == NOT for part in phrase))


@lru_cache(maxsize=1024)
def parse(text: str) -> Pattern:
    """Raises ``PatternError``."""
    pieces = list(_PIECE.findall(re.sub(r"\s*([|-])\s*", r"\1", text.strip())))
    terms = []
    while pieces:
        terms.append(tuple(_term(pieces, text)))
        if pieces and not pieces.pop(0).isspace():
            raise PatternError(f"'{text}' has a bracket or sign where a space should be")
    if not terms:
        raise PatternError("a pattern is empty")
    return Pattern(tuple(terms))


def _term(pieces: list[str], text: str) -> list[Phrase]:
    phrases = _phrases(pieces, text)
    while pieces[:1] == ["|"]:
        del pieces[0]
        phrases += _phrases(pieces, text)
    if len(phrases) > MAX_PHRASES:
        raise PatternError(f"'{text}' stands for more than {MAX_PHRASES} phrases")
    return phrases


def _phrases(pieces: list[str], text: str) -> list[Phrase]:
    """The phrases that ``a-(b|c)-d`` stands for."""
    parts = [_parts(pieces, text)]
    while pieces[:1] == ["-"]:
        del pieces[0]
        parts.append(_parts(pieces, text))
    if len(parts) == 1:
        return parts[0]
    combined = []
    for chosen in product(*parts):
        combined.append(tuple(part for phrase in chosen for part in phrase))
        if len(combined) > MAX_PHRASES:
            raise PatternError(f"'{text}' stands for more than {MAX_PHRASES} phrases")
    return combined


def _parts(pieces: list[str], text: str) -> list[Phrase]:
    piece = pieces.pop(0) if pieces else ""
    if piece == "(":
        inner = _term(pieces, text)
        if pieces[:1] != [")"]:
            raise PatternError(f"'{text}' has a bracket that does not close, or a space inside brackets")
        del pieces[0]
        return inner
    phrase = _phrase(piece) if piece not in ("|", ")", "-") else ()
    if not phrase:
        raise PatternError(f"'{text}' lacks a word" + (f" before '{piece}'" if piece else " at its end"))
    return [phrase]


@lru_cache(maxsize=4096)
def _phrase(piece: str) -> Phrase:
    """What ``piece``, a word without brackets and signs, stands for; empty when that is nothing."""
    spoken = words(piece.rstrip("*"))
    # Of a contraction, "don't", only the word that says something has to be there.
    spoken = tuple(word for word in spoken if word.is_content) or spoken
    any_ending = piece.endswith("*")
    return tuple(Part(*word.spelling, any_ending and word is spoken[-1]) for word in spoken)


def _all_said(terms: Sequence[Sequence[_Sought]], spoken: Sequence[Word], deniable: bool) -> bool:
    """Whether each of ``terms`` is said among ``spoken``."""
    if all(_term_said(term, spoken, deniable=deniable) for term in terms):
        return True
    # Where one term is itself a denial, "no learning signal", the others may stand within its reach.
    denials = [phrase for term in terms for phrase in term if phrase.says_not]
    return _term_said(denials, spoken, deniable=True) and all(
        _term_said(term, spoken, deniable=True) for term in terms
    )


def _term_said(term: Sequence[_Sought], spoken: Sequence[Word], *, deniable: bool) -> bool:
    """Whether one of ``term``'s phrases is said; ``deniable``: also where the answer denies it."""
    return any(
        _follows(phrase.parts, spoken, start, deniable or phrase.says_not)
        for phrase in term
        for start in range(len(spoken))
    )


def _follows(
    parts: Sequence[frozenset[Spelling]], spoken: Sequence[Word], start: int, deniable: bool
) -> bool:
    """Whether ``parts`` are said, the first of them at ``start``."""
    if spoken[start].spelling not in parts[0] or (spoken[start].is_denied and not deniable):
        return False
    if len(parts) == 1:
        return True
    return any(_follows(parts[1:], spoken, index, deniable) for index in _near(spoken, start))


def _near(spoken: Sequence[Word], start: int) -> Iterator[int]:
    """Indexes after ``start`` where the next part of a phrase may be."""
    between = 0
    for index in range(start + 1, min(start + MAX_AWAY + 1, len(spoken))):
        if spoken[index].sentence != spoken[start].sentence or between > MAX_BETWEEN:
            return
        yield index
        between += spoken[index].is_content


@lru_cache(maxsize=65536)
def _misspelt(written: str, meant: str) -> bool:
    """Whether ``written`` may be ``meant`` with a slip (optimal string alignment distance)."""
    allowed = 2 if len(meant) >= 9 else 1 if len(meant) >= 5 else 0
    return bool(allowed) and written[:1] == meant[:1] and _within(written, meant, allowed)


def _within(one: str, other: str, slips: int) -> bool:
    """Whether so many letters wrong, missing, added or swapped lie between two words.

    A library does this too; importing one costs more than all the words of a lesson.
    """
    if abs(len(one) - len(other)) > slips:
        return False
    same = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if same is None:
        return True
    one, other, left = one[same:], other[same:], slips - 1
    return slips > 0 and (
        _within(one[1:], other[1:], left)
        or _within(one[1:], other, left)
        or _within(one, other[1:], left)
        or (one[1::-1] == other[:2] and len(one) > 1 and _within(one[2:], other[2:], left))
    )
