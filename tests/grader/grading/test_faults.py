"""What a fault of the student's code is called, and what to look at next."""

from __future__ import annotations

from decimal import Decimal

import pytest

from grader.course.model import Item, Kind
from grader.grading.faults import told
from grader.sandbox.api import Raised, Where


@pytest.mark.parametrize(("module", "known"), [("big_pot", True), ("bigpot", False)])
def test_work_that_another_item_builds_on_is_asked_for(module: str, known: bool) -> None:
    """A file that was not handed in is no misspelt module, and what else is not found may be one"""
    item = Item(id="soup", kind=Kind.CODE, title="", stub="soup.py", points=Decimal(1), uses=("big-pot",))
    fault = Raised("ModuleNotFoundError", f"No module named '{module}'", [Where("soup.py", 1)], loading=True)
    advice = told(fault, item, {"soup.py": f"import {module}\n".encode()}, public=True).next
    assert ("soup.py needs big_pot.py beside it" in advice) == known
    assert ("spelt right" in advice) != known
