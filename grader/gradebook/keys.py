"""What an item's result depends on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grader.course.discover import Digests, item_digest
from grader.course.model import Course, Item, Lesson
from grader.gradebook.store import Key
from grader.intake import pick
from grader.intake.submission import Submission, digest


def input_digest(lesson: Lesson, item: Item, submission: Submission) -> str:
    """``sha256:...`` of the item's file, the files of the items that it uses, and all modules they may import."""
    names = {item.stub, *item.files}
    for used in item.uses:
        other = lesson.item(used)
        names |= {other.stub, *other.files}
    names |= pick.code(item, lesson, submission.files)
    present = {name: submission.files[name] for name in names if name in submission.files}
    refused = {f"refused {name}": why.encode() for name, why in submission.refused.items() if name in names}
    return digest(present | refused)


def keys(
    course: Course,
    lesson: Lesson,
    submission: Submission,
    items: Iterable[str],
    digests: Digests | None = None,
) -> dict[str, Key]:
    """The key of each of the items with these ids. Without ``digests``, the course's, its files are read."""
    found = {}
    for item_id in items:
        item = lesson.item(item_id)
        known = digests.items[lesson.id, item_id] if digests else item_digest(course, lesson, item)
        found[item_id] = Key(input_digest(lesson, item, submission), known, course.file.grading_version)
    return found


def changed_since(before: Mapping[str, Key], now: Mapping[str, Key]) -> tuple[str, ...]:
    """Ids of the items whose stub, reference or checks are not those of ``before``, their newest attempts."""
    return tuple(item for item, key in now.items() if item in before and before[item].item != key.item)
