"""Written English as comparable words: sentences of stems, and which of the words are denied.

Both an answer and a pattern go through here, so whatever is made equal is made equal on both sides:
case, ``n_x`` and ``nx``, British and American endings, digits and their names, contractions, and all the
plain ways to say *not*. Stems are those of the Snowball stemmer for English
(https://snowballstem.org/algorithms/english/stemmer.html).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

NOT = "not"
_TOKEN = re.compile(r"\d+[.,]\d+|[^\W_]+(?:'[^\W_]+)*|[.!?]+(?=\s|$)|\n\s*\n|[,;:()—–\n]")
_NUMBER_WORDS = "zero one two three four five six seven eight nine ten"
_DIGITS = {word: str(value) for value, word in enumerate(_NUMBER_WORDS.split())}
_PLAIN_NOT = """not never cannot neither nor hardly barely dont doesnt didnt isnt arent wasnt werent cant wont
couldnt wouldnt hasnt"""
_DENIES_VERB = frozenset(_PLAIN_NOT.split())
"""Words that deny up to four content words after them: "does not really sum to 1"."""
_DENIES_NOUN = {"no": 2, "none": 2, "without": 1, "non": 1}
"""Words that deny the noun after them: "no learning signal"."""
_INSTEAD = {("instead", "of"): 2, ("rather", "than"): 2, ("opposed", "to"): 2}
_NOT_ONLY = frozenset({"only", "just", "merely", "simply"})
_ENDS_REACH = "but and because so while which whereas since until unless it they"
_BREAKS = frozenset(_ENDS_REACH.split())
"""Words that end what a *not* reaches."""
_SMALL = """a an the of to in on at by for with from into onto over is are was were be been being it its this
that these those they them their there here who what as than then or if when where how why each every all any
both do does did has have had can could will would may might must shall should we you i he she our your very
really also more most much too up out get gets got"""
FUNCTION_WORDS = _BREAKS | frozenset(_SMALL.split())
"""Words that hold a sentence together and say little themselves."""


class Spelling(NamedTuple):
    """What a word is compared by."""

    text: str
    stem: str


class Word(msgspec.Struct, frozen=True):
    """One word of an answer."""

    spelling: Spelling
    sentence: int
    is_content: bool
    is_denied: bool


@cache
def _stemmer() -> Any:
    # Only free text needs it, so nobody else pays for the import.
    import Stemmer  # type: ignore[import-not-found]

    return Stemmer.Stemmer("english")


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """``summing`` -> ``sum``."""
    return str(_stemmer().stemWord(word))


@lru_cache(maxsize=16)
def words(text: str) -> tuple[Word, ...]:
    """The words of ``text``, in order."""
    found: list[Word] = []
    one_word = text.isascii() and text.isalpha()  # as in patterns, which have very many of them
    for sentence, clauses in enumerate([[_expanded(text.casefold())]] if one_word else _sentences(text)):
        for clause in clauses:
            denied = _denied(clause)
            found += [
                Word(
                    spelling=Spelling(word, NOT if _denial(clause, index) else stem(word)),
                    sentence=sentence,
                    is_content=word not in FUNCTION_WORDS,
                    is_denied=index in denied,
                )
                for index, word in enumerate(clause)
            ]
    return tuple(found)


def simple(text: str) -> str:
    """``text`` without its typography: plain apostrophes, no TeX, subscripts joined on."""
    plain = text.casefold()
    if not plain.isascii():
        plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("√", " sqrt ")
    return re.sub(r"[$\\{}`*_]", "", plain)


def _sentences(text: str) -> Iterator[list[list[str]]]:
    """Clauses of words, sentence by sentence."""
    clauses: list[list[str]] = [[]]
    for token in _TOKEN.findall(simple(text)):
        if token[0] in ".!?" or token.count("\n") > 1:
            yield clauses
            clauses = [[]]
        elif token[0] in ",;:()—–\n":
            clauses.append([])
        else:
            clauses[-1] += _expanded(token)
    yield clauses


def _expanded(token: str) -> list[str]:
    """A token as the words that it stands for: ``doesn't`` -> ``does not``."""
    if token.endswith("n't"):
        return [{"ca": "can", "wo": "will"}.get(token[:-3], token[:-3]), NOT]
    token = token.partition("'")[0]
    if token[0].isdigit():
        return [re.sub(r"[.,]0+$", "", token)]
    if token.startswith("non") and len(token) > 7:
        return ["non", token[3:]]
    token = _DIGITS.get(token, token)
    return [re.sub(r"is(e|ed|es|er|ing|ation|ations)$", r"iz\1", token) if len(token) > 6 else token]


def _denial(clause: Sequence[str], index: int) -> bool:
    """Whether the word at ``index`` says *not*."""
    word = clause[index]
    after = clause[index + 1] if index + 1 < len(clause) else ""
    return (word in _DENIES_VERB or word in _DENIES_NOUN) and after not in _NOT_ONLY


def _denied(clause: Sequence[str]) -> set[int]:
    """Indexes of the words of ``clause`` that a *not* before them reaches."""
    denied: set[int] = set()
    for index, word in enumerate(clause):
        instead = _INSTEAD.get((word, clause[index + 1] if index + 1 < len(clause) else ""), 0)
        reach = instead or (_denial(clause, index) and _DENIES_NOUN.get(word, 4))
        at = index + (2 if instead else 1)
        while reach and at < len(clause) and clause[at] not in _BREAKS:
            denied.add(at)
            reach -= clause[at] not in FUNCTION_WORDS
            at += 1
    return denied
