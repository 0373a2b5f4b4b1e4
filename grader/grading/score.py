"""Points: exact decimals, shared among an item's checks by weight, rounded once, when written down."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from grader.checks.spec import Spec
from grader.course.model import Edition, Item
from grader.errors import Problem


def total_weight(item: Item, specs: Sequence[Spec], edition: Edition) -> Decimal:
    """The weight that all of the item's points stand for.

    In the class edition some checks are elsewhere; weights add up to the item's points, so how many is known.
    """
    here = sum((spec.weight for spec in specs), Decimal(0))
    return max(here, item.points) if edition is Edition.CLASS else here


def unbalanced(item: Item, specs: Sequence[Spec]) -> Problem | None:
    """What is wrong with an item's weights, if anything: there are none, or they miss the item's points.

    Built-in checks have weights of their own making, so an item that has some is exempt from adding up.
    """
    where = next((spec.where.partition(":")[0] for spec in specs if spec.where), "course.yaml")
    if not specs:
        hint = f"Write tests/hidden/<lesson>/test_{item.id.replace('-', '_')}.py."
        return Problem(f"`{item.id}` has no check", where, hint)
    total = sum((spec.weight for spec in specs), Decimal(0))
    if item.points and not total:
        return Problem(f"no check of `{item.id}` has points", where, "Give one of them points=1 or more.")
    if item.points and total != item.points and all(spec.where for spec in specs):
        hint = "Change `points` in course.yaml or the points of the checks."
        return Problem(f"the checks of `{item.id}` add up to {total} points, not {item.points}", where, hint)
    return None
