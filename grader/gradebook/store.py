"""Every attempt, kept: an append-only SQLite file.

A student's copy is ``<course>/.grade/attempts.db``; a batch writes the same file as ``OUT/results.db``.
Nothing is ever changed or deleted (triggers refuse it) unless a student has to be forgotten; one attempt is
one transaction, and an attempt's number counts from 1 per student and lesson.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import msgspec

from grader.errors import GraderError
from grader.records import Attempt, ItemResult, Status, decode, encode

SCHEMA_VERSION = 1
_BUSY_SECONDS = 5.0
_SCHEMA = """
CREATE TABLE attempts(
    id INTEGER PRIMARY KEY, student TEXT NOT NULL, lesson TEXT NOT NULL, number INTEGER NOT NULL,
    submission TEXT NOT NULL, graded_at TEXT NOT NULL, record BLOB NOT NULL, UNIQUE(student, lesson, number));
CREATE TABLE items(
    attempt INTEGER NOT NULL REFERENCES attempts(id), item TEXT NOT NULL, input_digest TEXT NOT NULL,
    item_digest TEXT NOT NULL, grading_version INTEGER NOT NULL, record BLOB NOT NULL,
    PRIMARY KEY(attempt, item)) WITHOUT ROWID;
CREATE INDEX items_by_work ON items(input_digest, item_digest, item);
CREATE TABLE events(
    id INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, student TEXT NOT NULL,
    lesson TEXT NOT NULL, item TEXT NOT NULL, detail TEXT NOT NULL);
"""
_TRIGGERS = tuple(
    (f"{table}_no_{action.lower()}", table, action)
    for table in ("attempts", "items", "events")
    for action in ("UPDATE", "DELETE")
)


class StoreError(GraderError):
    """Attempts cannot be kept or read here. Grading itself does not need them."""


class Key(NamedTuple):
    """What one item's result depends on: equal keys give equal results, so a batch need not judge twice."""

    input: str
    """Digest of the item's file and of those it uses."""
    item: str
    """Digest of stub, reference, rubric, checks and limits."""
    grading_version: int


class Kept(NamedTuple):
    """One stored attempt and, per item, what it was judged on."""

    attempt: Attempt
    keys: Mapping[str, Key]


class Outcome(msgspec.Struct, frozen=True):
    """What became of an item, in short."""

    id: str
    status: Status
    score: Decimal
    max_score: Decimal


class Glance(msgspec.Struct, frozen=True):
    """A stored attempt in short: what decides which items are due. Much quicker to read than all of it."""

    graded_at: str
    items: tuple[Outcome, ...]


class Event(NamedTuple):
    """Something a student did beside handing in work: ``hint``, ``answer`` or ``reset``."""

    at: str
    kind: str
    item: str
    detail: str


class Store:
    """An open file of attempts. Use it as a context manager; one thread at a time."""

    def __init__(self, path: Path) -> None:
        """Open ``path``, creating it when absent. Raises ``StoreError``."""
        self.path = path
        with self._explained():
            self._db = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _prepare(self) -> None:
        version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        if version > SCHEMA_VERSION:
            raise StoreError(
                f"these attempts were kept by a newer version of the grader (format {version})",
                where=str(self.path),
                hint="Update the grader, or move this file away to begin afresh.",
            )
        self._write_ahead()
        self._db.execute("PRAGMA synchronous=NORMAL")
        if version == 0:
            with self._transaction():
                # Another process may have been first while this one waited.
                if self._db.execute("PRAGMA user_version").fetchone()[0] == 0:
                    for statement in filter(str.strip, _SCHEMA.split(";\n")):
                        self._db.execute(statement)
                    self._forbid_changes()
                    self._db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")

    def _write_ahead(self) -> None:
        """A reader never waits for a writer; where the file system cannot do that, SQLite stays as it is."""
        until = time.monotonic() + _BUSY_SECONDS
        while True:
            try:
                self._db.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as error:
                # Of several that open a new file at once, SQLite refuses all but one here without waiting.
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(0.01)

    def _forbid_changes(self) -> None:
        for trigger, table, action in _TRIGGERS:
            self._db.execute(
                f"CREATE TRIGGER {trigger} BEFORE {action} ON {table} "
                "BEGIN SELECT RAISE(ABORT, 'attempts are only ever added'); END"
            )

    @contextmanager
    def amended(self) -> Iterator[sqlite3.Connection]:
        """The database, for once open to changes: all that are made inside, or none.

        What they removed is gone from the disk's files afterwards, not only from view. Raises ``StoreError``.
        """
        with self._explained():
            with self._transaction():
                for trigger, *_ in _TRIGGERS:
                    self._db.execute(f"DROP TRIGGER {trigger}")
                yield self._db
                self._forbid_changes()
            self._db.execute("VACUUM")
            if self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                raise sqlite3.OperationalError("database is locked")

    def add(self, attempt: Attempt, keys: Mapping[str, Key]) -> Attempt:
        """Keep ``attempt`` and return it with its number. Items without a key are kept but never found again.

        Raises ``StoreError``; then nothing of the attempt was kept.
        """
        student = attempt.student or ""
        with self._explained(), self._transaction():
            (last,) = self._db.execute(
                "SELECT coalesce(max(number), 0) FROM attempts WHERE student = ? AND lesson = ?",
                (student, attempt.lesson),
            ).fetchone()
            kept = msgspec.structs.replace(attempt, attempt=last + 1)
            row = self._db.execute(
                "INSERT INTO attempts(student, lesson, number, submission, graded_at, record) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (student, kept.lesson, kept.attempt, kept.submission, kept.graded_at, encode(kept)),
            ).lastrowid
            self._db.executemany(
                "INSERT INTO items VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (row, result.id, *keys[result.id], encode(result))
                    for result in kept.items
                    if result.id in keys
                ],
            )
        return kept

    def kept(self, student: str | None, lesson: str) -> Iterator[Kept]:
        """A student's attempts at a lesson, oldest first. Raises ``StoreError``."""
        with self._explained():
            keys: dict[int, dict[str, Key]] = {}
            for row, item, *key in self._db.execute(
                "SELECT i.attempt, i.item, i.input_digest, i.item_digest, i.grading_version FROM items i "
                "JOIN attempts a ON a.id = i.attempt WHERE a.student = ? AND a.lesson = ?",
                (student or "", lesson),
            ):
                keys.setdefault(row, {})[item] = Key(*key)
            for row, record in self._db.execute(
                "SELECT id, record FROM attempts WHERE student = ? AND lesson = ? ORDER BY number",
                (student or "", lesson),
            ):
                yield Kept(decode(record), keys.get(row, {}))

    def attempts(self, student: str | None, lesson: str) -> Iterator[Attempt]:
        """As ``kept``, without the keys."""
        return (kept.attempt for kept in self.kept(student, lesson))

    def glances(self, student: str | None, lesson: str) -> Iterator[Glance]:
        """A student's attempts at a lesson in short, oldest first. Raises ``StoreError``."""
        glance = msgspec.json.Decoder(Glance)
        with self._explained():
            for (record,) in self._db.execute(
                "SELECT record FROM attempts WHERE student = ? AND lesson = ? ORDER BY number",
                (student or "", lesson),
            ):
                yield glance.decode(record)

    def newest_keys(self, student: str | None, lesson: str) -> dict[str, Key]:
        """What each item was judged on in the newest attempt that judged it. Raises ``StoreError``."""
        with self._explained():
            rows = self._db.execute(
                "SELECT i.item, i.input_digest, i.item_digest, i.grading_version, max(a.number) FROM items i "
                "JOIN attempts a ON a.id = i.attempt WHERE a.student = ? AND a.lesson = ? GROUP BY i.item",
                (student or "", lesson),
            )
            return {item: Key(*key) for item, *key, _ in rows}

    def students(self, lesson: str) -> tuple[str, ...]:
        """Everybody with an attempt at a lesson, sorted."""
        with self._explained():
            rows = self._db.execute(
                "SELECT DISTINCT student FROM attempts WHERE lesson = ? ORDER BY student", (lesson,)
            )
            return tuple(student for (student,) in rows)

    def everybody(self) -> tuple[str, ...]:
        """Everybody of whom anything is kept, in whatever lesson, sorted. Raises ``StoreError``."""
        with self._explained():
            rows = self._db.execute(
                "SELECT student FROM attempts UNION SELECT student FROM events ORDER BY 1"
            )
            return tuple(student for (student,) in rows)

    def newest(self, lesson: str) -> Iterator[Attempt]:
        """Everybody's newest attempt at a lesson, sorted by student, one at a time. Raises ``StoreError``."""
        with self._explained():
            for (record,) in self._db.execute(
                "SELECT record FROM attempts JOIN (SELECT student AS who, max(number) AS last FROM attempts "
                "WHERE lesson = ?1 GROUP BY student) ON student = who AND number = last "
                "WHERE lesson = ?1 ORDER BY student",
                (lesson,),
            ):
                yield decode(record)

    def judged(self, item: str, key: Key) -> ItemResult | None:
        """The newest result for exactly this work judged by exactly these checks, or ``None``."""
        with self._explained():
            row = self._db.execute(
                "SELECT record FROM items WHERE input_digest = ? AND item_digest = ? AND item = ? "
                "AND grading_version = ? ORDER BY attempt DESC LIMIT 1",
                (key.input, key.item, item, key.grading_version),
            ).fetchone()
            return None if row is None else msgspec.json.decode(row[0], type=ItemResult)

    def log(self, kind: str, lesson: str, item: str, *, student: str | None = None, detail: str = "") -> None:
        """Keep that a hint or an answer was shown, or a stub restored. Raises ``StoreError``."""
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        with self._explained(), self._transaction():
            self._db.execute(
                "INSERT INTO events(at, kind, student, lesson, item, detail) VALUES (?, ?, ?, ?, ?, ?)",
                (now, kind, student or "", lesson, item, detail),
            )

    def events(self, student: str | None, lesson: str) -> tuple[Event, ...]:
        """What ``log`` kept, oldest first. Raises ``StoreError``."""
        with self._explained():
            rows = self._db.execute(
                "SELECT at, kind, item, detail FROM events WHERE student = ? AND lesson = ? ORDER BY id",
                (student or "", lesson),
            )
            return tuple(Event(*row) for row in rows)

    def close(self) -> None:
        """Close the file. Safe to call twice."""
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """SQLite's and the decoder's errors as sentences."""
        try:
            yield
        except (sqlite3.Error, msgspec.MsgspecError) as error:
            from grader.gradebook.trouble import advice, sentence

            raise StoreError(sentence(error), where=str(self.path), hint=advice(error)) from error
