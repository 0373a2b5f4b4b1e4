"""The records that grading produces. Frozen and plain: arithmetic, but no reading, judging or printing.

Scores are exact decimals. ``encode`` and ``decode`` give the JSON of ``--format json`` and of one line of
``results.jsonl``: scores are JSON numbers, unknown fields are ignored when reading.
"""

# Annotations are no text here (no __future__): msgspec would have to compile each of them again, which is slow.

import re
from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Decimal
from enum import StrEnum

import msgspec

FORMAT_VERSION = 1
SCORE_STEP = Decimal("0.0001")


class Status(StrEnum):
    """What became of a check, an item or an attempt."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    """The student's code raised, did not load, or its answer could not cross the boundary."""
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out_of_memory"
    OUTPUT_LIMIT = "output_limit"
    CRASHED = "crashed"
    """The student's process ended by itself (exit, signal)."""
    NOT_STARTED = "not_started"
    MISSING = "missing"
    REFUSED = "refused"
    RECORDED = "recorded"
    """Well-formed, but nothing here may judge it yet."""
    NEEDS_REVIEW = "needs_review"
    GRADER_ERROR = "grader_error"
    """Never the student's fault; never scores zero by itself."""


WORST_FIRST = (
    Status.GRADER_ERROR,
    Status.REFUSED,
    Status.MISSING,
    Status.NOT_STARTED,
    Status.CRASHED,
    Status.OUT_OF_MEMORY,
    Status.TIMEOUT,
    Status.OUTPUT_LIMIT,
    Status.ERROR,
    Status.FAILED,
    Status.NEEDS_REVIEW,
    Status.RECORDED,
    Status.PASSED,
)


def worst(statuses: Iterable[Status]) -> Status:
    """The worst of ``statuses``; ``passed`` when there are none."""
    return min(statuses, key=WORST_FIRST.index, default=Status.PASSED)


class Visibility(StrEnum):
    """Whether a student may see a check's details. Decided by the folder that the check lives in."""

    PUBLIC = "public"
    HIDDEN = "hidden"


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """What one check (one pytest function, all its parametrized cases together) said."""

    id: str
    """The function's name, ``test_worked_example``."""
    title: str
    """First line of its docstring: what a student reads."""
    visibility: Visibility
    status: Status
    score: Decimal
    max_score: Decimal
    message: str = ""
    """What happened. Of a hidden check: no expected value, no text the student's code could have written."""
    feedback: str = ""
    """What to look at next: the author's word, or the grader's own where the code did not get that far.
    Given only when the check did not pass."""
    seconds: float | None = None


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True):
    """A known mistake that reproduces what the student's work did."""

    mistake: str
    """The mistake's name: its file's stem."""
    message: str
    """The mistake's docstring, in the student's terms."""
    explains: tuple[str, ...]
    """Ids of the failed checks that it reproduces."""
    file: str = ""
    """The student's file to look at, where it is known for certain; empty otherwise."""
    line: int | None = None
    """The line of it, from 1."""


class ItemResult(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one item."""

    id: str
    kind: str
    title: str = ""
    due: bool = True
    status: Status
    score: Decimal
    max_score: Decimal
    provisional: bool = False
    needs_later: int = 0
    """How many further checks will run after hand-in (class edition)."""
    message: str = ""
    """What happened to the item as a whole, where the checks do not say it (not started, refused, ...)."""
    output: str = ""
    """What the student's code printed, shortened; shown locally to its author only, never part of feedback."""
    diagnoses: tuple[Diagnosis, ...] = ()
    checks: tuple[CheckResult, ...] = ()


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One graded submission."""

    format_version: int = FORMAT_VERSION
    course: str
    course_digest: str
    grader_version: str
    edition: str
    lesson: str
    student: str | None = None
    attempt: int | None = None
    """Counted per student and lesson from 1 by whoever stores it; ``None`` while it is not stored."""
    status: Status
    score: Decimal
    max_score: Decimal
    provisional: bool
    sandbox: str
    submission: str
    """Digest of the submitted files, ``sha256:...``."""
    submitted_at: str | None = None
    graded_at: str
    """UTC, ``2026-01-02T03:04:05Z``."""
    ignored: tuple[str, ...] = ()
    """Names of submitted files that no item asks for."""
    notes: tuple[str, ...] = ()
    """What was odd about how the work arrived, in sentences without a full stop; costs nothing."""
    items: tuple[ItemResult, ...]


def rounded(score: Decimal) -> Decimal:
    """``score`` at four decimals at most, without trailing zeros or an exponent."""
    short = score.quantize(SCORE_STEP, rounding=ROUND_HALF_EVEN).normalize()
    return short.quantize(Decimal(1)) if short == short.to_integral_value() else short


def share(points: Decimal, weight: Decimal, total: Decimal) -> Decimal:
    """The part of ``points`` that ``weight`` out of ``total`` stands for; 0 when nothing has weight."""
    return points * weight / total if total else Decimal(0)


# C1 controls, bidirectional marks, further line and paragraph ends: some readers obey them as they stand.
_ACTING = re.compile("[\x80-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_encoder = msgspec.json.Encoder(decimal_format="number")
_decoder = msgspec.json.Decoder(Attempt)


def encode(record: msgspec.Struct) -> bytes:
    """One line of strict JSON (no NaN, no newline), without a character that acts where it is displayed."""
    line = _encoder.encode(record)
    return line if line.isascii() else _ACTING.sub(_escaped, line.decode()).encode()


def _escaped(character: re.Match[str]) -> str:
    return f"\\u{ord(character[0]):04x}"


def decode(line: bytes | str) -> Attempt:
    """The attempt in one line of JSON.

    Raises ``msgspec.ValidationError`` or ``msgspec.DecodeError`` when it is none.
    """
    return _decoder.decode(line)
