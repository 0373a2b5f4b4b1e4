"""Downloads of learning platforms: whose a file is, by its name.

Canvas puts everybody's files side by side: ``lovelaceada_LATE_101_5003_mean.py`` is name, lateness, user,
attachment and file (instructure/canvas-lms, ``lib/content_zipper.rb``). Moodle makes a folder
``Ada Lovelace_1001_assignsubmission_file``, or begins every file's name with that (moodle,
``mod/assign/classes/downloader.php``). Names of students repeat, so the platform's number stays with them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

_MOODLE = re.compile(r"(?P<who>[^/]+)_assign(submission|feedback)_[a-z0-9]+(_?/|_)(?P<file>.*)", re.DOTALL)
_CANVAS = re.compile(
    r"((?P<name>(?!LATE_)[^/]+?)_)?(LATE_)?(?P<user>[0-9]+|anon_[^_/]+)_"
    r"((?P<upload>[0-9]+)_(?P<file>[^/]+)|(?P<page>(text|link)\.html))"
)
_AGAIN = re.compile(r"-([1-7]|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=(\.[A-Za-z0-9]*)*$)")
"""What Canvas puts before the suffix of a file that was handed in again."""


def by_student(
    names: Iterable[str], asked: Collection[str], roster: Collection[str] = ()
) -> Mapping[str, str]:
    """Name in the download -> ``student/file``, for the names that a platform made; empty for any other download.

    ``names`` have ``/`` between their parts; a folder's ends with it. One folder around everything is looked
    through, and taken off the others' names too. Names count as Canvas's only when all of them do and no two
    have the same attachment number, so that ``hw_2024_12_ada.zip`` stays Ada's. ``asked`` are names that a
    lesson asks for: ``mean-2.py``, a second version, is called ``mean.py`` then. Whoever's number is on the
    ``roster``, as it is or as Moodle's ``Participant 1001``, is called as there.
    """
    listed = list(names)
    top = _around(listed)
    inner = {name: name[len(top) :] for name in listed}
    moodle = {name: match for name, rest in inner.items() if (match := _MOODLE.fullmatch(rest))}
    if moodle:
        rest = inner if top else {}
        return {
            **rest,
            **{name: f"{_called(match['who'], roster)}/{match['file']}" for name, match in moodle.items()},
        }
    canvas = {name: match for name, rest in inner.items() if (match := _CANVAS.fullmatch(rest))}
    uploads = [match["upload"] for match in canvas.values() if match["upload"]]
    if len(canvas) < len(listed) or len(set(uploads)) < len(uploads):
        return {}
    owners = {name: _called(_owner(match), roster) for name, match in canvas.items()}
    given = {(owners[name], match["file"]) for name, match in canvas.items()}
    placed = {}
    for name, match in canvas.items():
        who, file = owners[name], match["file"] or match["page"]
        first = _AGAIN.sub("", file)
        renamed = first in asked and (who, first) not in given
        placed[name] = f"{who}/{first if renamed else file}"
    return placed


def _owner(match: re.Match[str]) -> str:
    return f"{match['name']}_{match['user']}" if match["name"] else match["user"]


def _called(who: str, roster: Collection[str]) -> str:
    number = who.rpartition("_")[2]
    return next((each for each in (number, f"Participant {number}") if each in roster), who)


def _around(names: Collection[str]) -> str:
    """``download/`` when everything lies in that folder and it is no student's."""
    tops = {name.partition("/")[:2] for name in names}
    if len(tops) != 1:
        return ""
    top, slash = tops.pop()
    return "" if _MOODLE.fullmatch(f"{top}/") else (f"{top}/" if slash else "")
