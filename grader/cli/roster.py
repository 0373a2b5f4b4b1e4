"""``--roster FILE``: who is in the class, in the words of whatever spreadsheet wrote it."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.course.nearmiss import did_you_mean
from grader.errors import UsageError

_ID = ("id", "student id", "student_id", "identifier", "username", "user", "sis user id", "sid", "id number",
       "github_username", "email", "email address", "student")  # fmt: skip
_NAME = ("name", "student name", "full name", "display name", "sortable name")
_FIRST, _LAST = ("first name", "first_name"), ("last name", "last_name")
_GROUP = ("group", "team", "pair", "group name", "group_name")
_NO_STUDENT = "points possible"
"""How the line of maxima in a Canvas gradebook begins."""


_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


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

    A learning platform's own gradebook will do. A byte-order mark, also of UTF-16, Windows line ends, quoted
    commas and line breaks are read, and ``;`` or a tab between the cells. Raises ``UsageError`` with the line
    when a row or the header is no use.
    """
    try:
        data = path.read_bytes()
        text = data.decode("utf-16" if data.startswith(_WIDE) else "utf-8-sig")
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
    return _roster(rows, ids, _name_columns(columns, ids), _column(columns, _GROUP))


def _name_columns(columns: Sequence[str], ids: int) -> Sequence[int]:
    """Where a student's name stands: in one column, or in two, the first name first."""
    name = _column(columns, _NAME)
    if name is None and columns[ids] != "student":
        name = _column(columns, ("student",))  # Canvas has the name there, and the id beside it
    found = [name] if name is not None else [_column(columns, _FIRST), _column(columns, _LAST)]
    return [column for column in found if column is not None]


def _roster(
    rows: Sequence[tuple[str, Sequence[str]]], ids: int, name: Sequence[int], group: int | None
) -> Roster:
    names: dict[str, str] = {}
    groups: dict[str, list[str]] = {}
    for where, row in rows:
        if not any(cell.strip() for cell in row) or _cell(row, 0).casefold().startswith(_NO_STUDENT):
            continue
        student = _cell(row, ids)
        if not student or student in names:
            what = f"student '{student}' is listed twice" if student else "this line has no student id"
            raise UsageError(what, where=where, hint="Give every student one line.")
        names[student] = " ".join(filter(None, (_cell(row, column) for column in name)))
        if team := _cell(row, group):
            groups.setdefault(team, []).append(student)
    return Roster(names, {team: tuple(members) for team, members in groups.items()})


def _column(columns: Sequence[str], wanted: Sequence[str]) -> int | None:
    return next((columns.index(name) for name in wanted if name in columns), None)


def _cell(row: Sequence[str], column: int | None) -> str:
    return row[column].strip() if column is not None and column < len(row) else ""
