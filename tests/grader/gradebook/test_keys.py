"""What an item's result depends on, so that nothing is taken for graded that is not."""

from __future__ import annotations

from decimal import Decimal

from grader.course.model import Item, Kind, Lesson
from grader.gradebook.keys import input_digest
from grader.intake.submission import Submission

ITEMS = (
    Item(id="stir", kind=Kind.CODE, title="", stub="stir.py", points=Decimal(1)),
    Item(id="serve", kind=Kind.CODE, title="", stub="serve.py", points=Decimal(1)),
    Item(id="weigh", kind=Kind.NUMERIC, title="", stub="weigh.yaml", points=Decimal(1), uses=("stir",)),
    Item(id="pick", kind=Kind.CHOICE, title="", stub="pick.md", points=Decimal(1)),
)
LESSON = Lesson(id="soup", title="", items=ITEMS)
WORK = {
    "stir.py": b"from spoon import stir",
    "spoon.py": b"1",
    "serve.py": b"2",
    "weigh.yaml": b"3",
    "pick.md": b"4",
}


def changed(**files: bytes) -> list[str]:
    """The items whose digest is another one with these files."""
    other = WORK | {name.replace("_", "."): content for name, content in files.items()}
    return [
        item.id
        for item in ITEMS
        if input_digest(LESSON, item, Submission(files=WORK))
        != input_digest(LESSON, item, Submission(files=other))
    ]


def test_a_changed_helper_module_means_grading_again() -> None:
    """Work that an item's code imports is the item's work: nobody keeps marks for a file that was exchanged"""
    assert changed(spoon_py=b"5") == ["stir", "serve", "weigh"]
    assert changed(ladle_py=b"5") == ["stir", "serve", "weigh"]


def test_what_an_item_cannot_see_does_not_count() -> None:
    """Another item's file leaves a result as it is"""
    assert changed(serve_py=b"5") == ["serve"]
    assert changed(stir_py=b"5") == ["stir", "weigh"]
    assert changed(pick_md=b"5") == ["pick"]
