"""The word somebody probably meant."""

from __future__ import annotations

from collections.abc import Iterable

_CLOSE_ENOUGH = 65.0
"""Percent of similarity, below which a suggestion would puzzle more than help."""


def near(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like ``word``, ``None`` when none is close; case, ``-`` and ``_`` do not matter."""
    # Only a misspelling needs it, so nobody else pays for the import.
    from rapidfuzz import fuzz, process

    best = process.extractOne(
        word, sorted(set(candidates)), scorer=fuzz.ratio, processor=_simple, score_cutoff=_CLOSE_ENOUGH
    )
    return None if best is None else str(best[0])


def _simple(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """``Did you mean 'points'?`` or, when nothing is close, an empty string."""
    best = near(word, candidates)
    return f"Did you mean '{best}'?" if best else ""
