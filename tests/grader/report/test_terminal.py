"""What a student reads after `grade`: tidy, plain where it has to be, and with one next step."""

from __future__ import annotations

import re
from pathlib import PurePath

import msgspec
import pytest

from grader.gradebook.progress import is_done
from grader.records import Attempt, Status
from grader.report import terminal
from grader.report.style import Style
from tests.grader.attempts import attempt, check, lesson, mixed, result

HOME = PurePath("exercises/first")


def draw(record: Attempt, style: Style | None = None, waits: str = "") -> str:
    done = frozenset(item.id for item in record.items if is_done(item))
    return terminal.attempt(record, lesson(), HOME, style or Style(), done=done, waits=waits)


def passed(name: str, of: str = "1") -> object:
    return result(name, Status.PASSED, of, of)


def test_the_first_failing_check_is_explained_and_the_rest_are_counted() -> None:
    """Title, what happened, where to look, the diagnosis that explains it, and how many more there are"""
    text = draw(mixed())
    for wanted in (
        "The promise of b",
        "expected 2.0",
        "What is left to do after the sum?",
        "You return the sum.",
        "1 of 3 checks passed; 1 more",
    ):
        assert wanted in text
    assert "The promise of c" not in text


def test_missing_ideas_are_asked_for_never_told() -> None:
    """Free text: how many ideas were found, and a question for each missing one"""
    text = draw(mixed())
    assert "1 of 2 ideas found" in text
    assert "What happens to an outlier" in text
    assert "The promise of idea_2" not in text
    assert "Provisional" in text


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("unicode", [True, False])
def test_no_line_is_wider_than_the_window(width: int, unicode: bool) -> None:
    """Long titles, messages and prints are wrapped or cut"""
    long = result(
        "mean",
        Status.FAILED,
        output="x" * 500,
        message="word " * 60,
        checks=(check("a", Status.FAILED, title="t" * 200, message="m" * 300, feedback="f " * 200),),
    )
    long = msgspec.structs.replace(long, title="A long title " * 20)
    text = draw(attempt(long, ignored=("n" * 150,)), Style(width=width, unicode=unicode))
    assert max(map(len, text.splitlines())) <= width


def test_without_colour_there_is_no_escape_and_without_unicode_no_mark_beyond_ascii() -> None:
    """Plain text is plain; the lesson's own words stay as they are"""
    text = draw(mixed(), Style(unicode=False))
    assert "\x1b" not in text
    assert text.replace("√", "").isascii()


def test_colour_changes_nothing_but_colour() -> None:
    """With the attributes taken out, the coloured report is the plain one"""
    coloured = draw(mixed(), Style(colour=True))
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == draw(mixed())


def test_what_student_code_prints_cannot_move_the_cursor() -> None:
    """Escape sequences in prints and messages are shown, not obeyed"""
    evil = "\x1b[2J\x1b]0;owned\x07ok\r overwritten"
    item = result(
        "mean", Status.FAILED, output=evil, message=evil, checks=(check("a", Status.FAILED, message=evil),)
    )
    text = draw(attempt(item, ignored=(evil,)))
    assert not set("\x1b\x07\r") & set(text)


def test_long_prints_are_cut_with_a_note() -> None:
    """A few lines, and how many more there were"""
    assert draw(mixed()).count("starting") == 6
    assert "... and 3 lines more" in draw(mixed())


def test_the_next_step_is_what_was_begun_then_what_was_not() -> None:
    """A failing item first, then an untouched one; each with the file and the command"""
    assert "change exercises/first/mean.py" in draw(mixed())
    rest = attempt(passed("mean"), result("pick", Status.NOT_STARTED))
    assert "open exercises/first/pick.md\n  then: grade pick" in draw(rest)


def test_the_next_step_for_another_folder_grades_that_folder() -> None:
    """What to type is the command that graded it, not the one for one's own work"""
    record = attempt(result("pick", Status.NOT_STARTED))
    again = "grade run --submission kim"
    text = terminal.attempt(record, lesson(), PurePath("kim"), Style(), done=frozenset(), again=again)
    assert "then: grade run --submission kim pick" in text


def test_a_missing_file_can_be_brought_back() -> None:
    """The next step for a missing stub is to restore it"""
    assert "grade reset pick" in draw(attempt(result("pick", Status.MISSING)))


def test_an_item_that_waits_for_another_sends_the_student_there() -> None:
    """Whether its check, its file or its call says so"""
    uses = msgspec.structs.replace(lesson().item("again"), uses=("mean",))
    items = tuple(uses if item.id == "again" else item for item in lesson().items)
    other = msgspec.structs.replace(lesson(), items=items)
    for words in (
        {"message": "x: do `mean` first"},
        {"feedback": "again.yaml uses mean.py: mend that first. Look."},
    ):
        record = attempt(result("again", Status.FAILED, checks=(check("a", Status.FAILED, **words),)))
        text = terminal.attempt(record, other, HOME, Style(), done=frozenset())
        assert "Next: change exercises/first/mean.py\n  then: grade mean" in text


def test_an_item_for_later_that_was_asked_for_by_name_is_the_next_step() -> None:
    """Whoever does it early is not sent away from it, nor told once more that it is for later"""
    early = result("again", Status.FAILED, due=False, checks=(check("a", Status.FAILED),))
    text = draw(attempt(early), waits="Due tomorrow.")
    assert "Next: change exercises/first/again.yaml" in text
    assert "Due tomorrow" not in text


def test_an_item_stands_as_the_check_that_is_shown() -> None:
    """Although another check, which is not shown, stopped with an error"""
    checks = (check("a", Status.FAILED), check("b", Status.ERROR))
    text = draw(attempt(result("mean", Status.ERROR, checks=checks)))
    assert "not yet right" in text
    assert "stopped with an error" not in text


def test_what_is_true_of_every_missing_idea_is_said_once() -> None:
    """A list of words, another language"""
    checks = [check(name, Status.FAILED, message="Only English is read.") for name in "ab"]
    assert draw(attempt(result("reason", Status.FAILED, checks=tuple(checks)))).count("Only English") == 1


@pytest.mark.parametrize("status", [Status.PASSED, Status.FAILED])
def test_an_answer_that_is_right_or_wrong_is_not_called_an_idea(status: Status) -> None:
    """A text item that knows only accepted answers says what any check says"""
    only = check("answer", status, message="Not one of the accepted answers.")
    text = draw(attempt(result("reason", status, checks=(only,))))
    assert "ideas found" not in text
    assert ("Not one of the accepted answers." in text) == (status is Status.FAILED)


def test_a_misnamed_file_is_renamed_and_not_covered_by_a_stub() -> None:
    """Where the item says which file is meant, the next step does not bring a stub"""
    text = draw(
        attempt(result("pick", Status.MISSING, message="There is no pick.md, but there is Pick 2.md."))
    )
    assert "Next: do what is said of pick above, then: grade" in text
    assert "grade reset" not in text


def test_a_grader_fault_is_never_blamed_on_the_student() -> None:
    """It is said plainly, and no change of the work is asked for"""
    text = draw(attempt(result("mean", Status.GRADER_ERROR, message="A check file does not load.")))
    assert "not your fault" in text
    assert "change" not in text


def test_when_all_is_done_the_report_says_so_and_what_is_for_later() -> None:
    """No further step today, and the day of the next one"""
    done = [passed("mean", "3"), passed("reason", "2"), passed("pick")]
    waiting = attempt(*done, result("again", Status.NOT_STARTED, due=False))
    assert "All done for now. Due tomorrow." in draw(waiting, waits="Due tomorrow.")
    assert "All done. Well worked." in draw(attempt(*done, passed("again")))


def test_the_class_edition_says_what_recorded_means() -> None:
    """Recorded work is complete here, and handing in is the next step"""
    items = [result(item.id, Status.RECORDED, needs_later=2) for item in lesson().items]
    text = draw(attempt(*items, edition="class"))
    assert "graded after you hand in" in text
    assert "2 more checks run after you hand in." in text
    assert "grade submit" in text


def test_a_weak_sandbox_is_said_and_a_strong_one_is_not() -> None:
    """The tier is worth a word only when it does not isolate"""
    assert "grade doctor" in draw(attempt(passed("mean"), sandbox="process"))
    assert "grade doctor" not in draw(attempt(passed("mean")))


@pytest.mark.parametrize(
    ("text", "shown"),
    [("divide by √d_k", "divide by sqrt(d_k)"), ("√2 is 1.41", "sqrt(2) is 1.41"), ("a √", "a sqrt")],
)
def test_a_root_keeps_to_what_stands_under_it(text: str, shown: str) -> None:
    """Without the sign, brackets say how far it reaches"""
    assert Style(encoding="ascii").plain(text) == shown
    assert Style(encoding="utf-8").plain(text) == text
