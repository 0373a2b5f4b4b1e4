"""Progress says what the attempts say, and when the rest is due."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from grader.gradebook.progress import Progress, later, progress
from grader.gradebook.store import Event, Kept, Key
from grader.records import ItemResult, Status
from tests.grader.attempts import attempt, lesson, result

TODAY = date(2026, 1, 6)


def keep(*items: ItemResult, at: str = "2026-01-05T12:00:00Z", work: str = "") -> Kept:
    keys = {item.id: Key(work or f"{item.id} {item.score}", "checks", 1) for item in items}
    return Kept(attempt(*items, at=at), keys)


def stand(*kept: Kept, events: tuple[Event, ...] = (), today: date = TODAY) -> Progress:
    return progress(lesson(), kept, events, today)


ALL_OK = (
    result("mean", Status.PASSED, "3", "3"),
    result("reason", Status.NEEDS_REVIEW, "2", "2", provisional=True),
    result("pick", Status.RECORDED, "0", "1"),
)


def test_before_the_first_attempt_everything_is_left() -> None:
    """No attempt: no score, nothing tried, all due items left, the later one waiting"""
    record = stand()
    assert record.left == ("mean", "reason", "pick")
    assert record.waiting == ("again",)
    assert record.score == 0
    assert {item.first for item in record.items} == {None}


def test_now_best_and_first_are_told_apart() -> None:
    """1, then 3, then 2 of 3: now 2, best 3, first 1, three tries"""
    scores = [keep(result("mean", Status.FAILED, score, "3")) for score in "132"]
    item = stand(*scores).items[0]
    assert (item.score, item.best, item.first, item.tries) == (2, 3, 1, 3)


def test_running_again_without_a_change_is_not_a_new_try() -> None:
    """Grading the same work three times is one try; the untouched stub is none"""
    same = keep(result("mean", Status.FAILED, "1", "3"))
    stub = keep(result("mean", Status.NOT_STARTED, "0", "3"))
    item = stand(stub, same, same, same).items[0]
    assert (item.tries, item.first) == (1, 1)


def test_an_item_keeps_its_result_when_only_others_are_graded() -> None:
    """A run of one item leaves the others where they stood"""
    record = stand(keep(ALL_OK[0]), keep(result("pick", Status.FAILED)))
    assert record.items[0].done
    assert record.score == 3
    assert [point.score for point in record.history] == [3, 3]


def test_a_concept_counts_every_item_that_practises_it() -> None:
    """Averages are practised by two items; one is done"""
    averages = stand(keep(ALL_OK[0])).concepts[0]
    assert (averages.name, averages.items, averages.done) == ("averages", 2, 1)
    assert (averages.score, averages.max_score) == (3, 5)


def test_hints_are_counted_from_the_log() -> None:
    """Two hints shown, one answer: two hints"""
    events = tuple(Event("2026-01-05T12:00:00Z", kind, "mean", "") for kind in ("hint", "answer", "hint"))
    item = stand(events=events).items[0]
    assert (item.hints, item.hints_in_all) == (2, 2)


def test_a_complete_text_counts_as_done_and_stays_provisional() -> None:
    """A person may still change it, but the student has nothing left to do"""
    record = stand(keep(*ALL_OK), today=date(2026, 1, 5))
    assert record.left == ()
    assert record.provisional


@pytest.mark.parametrize(
    ("today", "waits"), [(date(2026, 1, 5), True), (date(2026, 1, 6), False), (date(2026, 2, 1), False)]
)
def test_a_spaced_item_falls_due_so_many_days_after_the_rest(today: date, waits: bool) -> None:
    """One day after everything else was done, and not a day before"""
    done = [attempt(*ALL_OK, at="2026-01-05T12:00:00Z")]
    assert later(lesson(), done, today) == (frozenset({"again"}) if waits else frozenset())


def test_a_spaced_item_waits_while_anything_else_is_open() -> None:
    """However many days pass"""
    almost = [attempt(*ALL_OK[:2], result("pick", Status.FAILED))]
    assert later(lesson(), almost, date(2030, 1, 1)) == {"again"}


def test_breaking_something_later_does_not_postpone_the_spaced_item() -> None:
    """The day is the first on which all was done"""
    history = [
        attempt(*ALL_OK, at="2026-01-01T12:00:00Z"),
        attempt(result("mean", Status.FAILED), at="2026-01-05T12:00:00Z"),
        attempt(*ALL_OK, at="2026-01-06T12:00:00Z"),
    ]
    assert later(lesson(), history, TODAY) == frozenset()


def test_the_total_is_exact() -> None:
    """Three times 0.1 is 0.3"""
    tenths = [result(name, Status.FAILED, "0.1", "1") for name in ("mean", "reason", "pick")]
    assert stand(keep(*tenths)).score == Decimal("0.3")
