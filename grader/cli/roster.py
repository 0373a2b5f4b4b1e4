"""``--roster FILE``: who is in the class, in the words of whatever spreadsheet wrote it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.course.nearmiss import did_you_mean
from grader.errors import UsageError

_ID = ("id", "student", "student id", "student_id", "username", "user", "sis user id", "sid", "email")
_NAME = ("name", "student name", "full name", "display name", "sortable name")
_GROUP = ("group", "team", "pair", "group name", "group_name")


@dataclass(frozen=True, slots=True)
class Roster:
    """Students of a class. Empty when there is none."""

    names: Mapping[str, str] = field(default_factory=dict)
    """Student id -> name as written; ids are text, leading zeros and all."""
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Name of a group -> ids of its members, who hand in together."""

    def members(self, submitter: str | None) -> tuple[str | None, ...]:
        """Whose attempt a submission called ``submitter`` is."""
        return self.groups.get(submitter or "", (submitter,))

    @property
    def submitters(self) -> frozenset[str]:
        """Whoever should have handed in: groups, and students without one."""
        grouped = {member for members in self.groups.values() for member in members}
        return frozenset(self.groups) | (frozenset(self.names) - grouped)


def read(path: Path) -> Roster:
    """The roster in a CSV file with a header line: a column of ids, perhaps names and groups.

    A byte-order mark, Windows line ends, quoted commas and line breaks are read, and ``;`` or a tab between
    the cells. Raises ``UsageError`` with the line when a row or the header is no use.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UsageError(
            f"the roster cannot be read: {error.strerror}", where=str(path), hint="Check --roster FILE."
        ) from None
    except UnicodeDecodeError:
        raise UsageError(
            "the roster is not UTF-8 text", where=str(path), hint="Save it as CSV UTF-8 and try again."
        ) from None
    header = text.split("\n", 1)[0]
    separator = max(",;\t", key=header.count)
    table = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        head = next(table, [])
        columns = [cell.strip().casefold() for cell in head]
        ids = _column(columns, _ID)
        if ids is None:
            hint = next((found for name in columns if (found := did_you_mean(name, _ID[:4]))), "")
            raise UsageError(
                "the roster has no column of student ids",
                where=f"{path}:1",
                hint=hint or "Its first line should name the columns, one of them 'id'.",
            )
        rows = [(f"{path}:{table.line_num}", row) for row in table]
    except csv.Error as error:
        raise UsageError(f"the roster is not CSV: {error}", where=f"{path}:{table.line_num}") from None
    return _roster(rows, ids, _column(columns, _NAME), _column(columns, _GROUP))


def _roster(
    rows: Sequence[tuple[str, Sequence[str]]], ids: int, name: int | None, group: int | None
) -> Roster:
    names: dict[str, str] = {}
    groups: dict[str, list[str]] = {}
    for where, row in rows:
        if not any(cell.strip() for cell in row):
            continue
        student = _cell(row, ids)
        if not student or student in names:
            what = f"student '{student}' is listed twice" if student else "this line has no student id"
            raise UsageError(what, where=where, hint="Give every student one line.")
        names[student] = _cell(row, name)
        if team := _cell(row, group):
            groups.setdefault(team, []).append(student)
    return Roster(names, {team: tuple(members) for team, members in groups.items()})


def _column(columns: Sequence[str], wanted: Sequence[str]) -> int | None:
    return next((columns.index(name) for name in wanted if name in columns), None)


def _cell(row: Sequence[str], column: int | None) -> str:
    return row[column].strip() if column is not None and column < len(row) else ""
