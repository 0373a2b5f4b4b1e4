"""What a course is: typed, frozen, and without a word about how it is read or graded."""

# Annotations are no text here (no __future__): msgspec would have to compile each of them again, which is slow.

from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Literal

import msgspec


class Kind(StrEnum):
    """What a student hands in for an item."""

    CODE = "code"
    NUMERIC = "numeric"
    CHOICE = "choice"
    TEXT = "text"
    MAPPING = "mapping"


class Edition(StrEnum):
    """Whether the secrets (references and hidden checks) are in this copy of the course."""

    SELF_STUDY = "self-study"
    CLASS = "class"


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of everything in course.yaml: frozen, and a misspelt key is refused."""


class Limits(Record, frozen=True, kw_only=True):
    """What one item's work may use up."""

    seconds: float = 5.0
    """Wall-clock seconds for one call from a check, answer included."""
    memory_mb: int = 512
    """MiB beyond what the warm interpreter already holds."""
    output_mb: int = 32
    """MiB printed by the whole item before it is stopped."""


class Tolerance(Record, frozen=True, kw_only=True):
    """|got - want| <= atol + rtol * |want|"""

    atol: Decimal = Decimal(0)
    rtol: Decimal = Decimal(0)


class When(Record, frozen=True, kw_only=True):
    """When an item falls due: so many days after everything else of its lesson was done."""

    days_after: int = 0


class Source(Record, frozen=True, kw_only=True):
    """A lesson's primary source."""

    title: str
    authors: str = ""
    year: int | None = None
    url: str = ""
    section: str = ""


class Item(Record, frozen=True, kw_only=True):
    """One practice task, one stub file."""

    id: str
    kind: Kind
    title: str
    stub: str
    """File name in ``exercises/<lesson>/`` and, for the reference, in ``solutions/<lesson>/``."""
    points: Decimal
    """0 is a bonus: reported, not summed."""
    concepts: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    """Ids of items whose files this item's checks or code also read."""
    files: tuple[str, ...] = ()
    """Helper files beside the stub that students receive and hand in with it."""
    packages: tuple[str, ...] = ()
    """Packages beyond numpy that the code may import."""
    limits: Limits = Limits()
    when: When = When()
    tolerance: Tolerance | None = None
    answers: Literal["after_attempt", "after_due", "never"] = "after_attempt"


class Mission(Record, frozen=True, kw_only=True):
    """Why the course exists, and where that is said."""

    text: str
    url: str = ""


class Lesson(Record, frozen=True, kw_only=True):
    """A page to read and the items that practise it."""

    id: str
    title: str
    summary: str = ""
    mission: str = ""
    """How this lesson serves the course's mission."""
    source: Source | None = None
    prerequisites: tuple[str, ...] = ()
    items: tuple[Item, ...]

    @property
    def packages(self) -> tuple[str, ...]:
        """All packages beyond numpy that the lesson's code may import, in order."""
        return tuple(sorted({name for item in self.items for name in item.packages}))

    @property
    def max_score(self) -> Decimal:
        """Points of all items together."""
        return sum((item.points for item in self.items), Decimal(0))

    def item(self, item_id: str) -> Item:
        """The item called ``item_id``. Raises ``KeyError``."""
        for item in self.items:
            if item.id == item_id:
                return item
        raise KeyError(item_id)


class Upcoming(Record, frozen=True, kw_only=True):
    """A lesson that is announced but not written yet."""

    id: str
    title: str


class CourseFile(Record, frozen=True, kw_only=True):
    """course.yaml, typed."""

    format: Literal[1]
    requires_grader: str = ""
    """A version specifier such as ``>=0.1``."""
    id: str
    title: str
    mission: Mission
    issues: str = ""
    """Where to report a lesson that is unclear."""
    grading_version: int = 1
    lessons: tuple[Lesson, ...]
    next: tuple[Upcoming, ...] = ()


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """A course on disk: its root folder, its typed course.yaml, and which edition it is."""

    root: Path
    file: CourseFile
    edition: Edition

    @property
    def id(self) -> str:
        return self.file.id

    def lesson(self, lesson_id: str) -> Lesson:
        """The lesson called ``lesson_id``. Raises ``KeyError``."""
        for lesson in self.file.lessons:
            if lesson.id == lesson_id:
                return lesson
        raise KeyError(lesson_id)
