"""Written answers: ideas found or not yet, always open to a person's correction."""

from __future__ import annotations

from decimal import Decimal

import pytest

from grader.checks.builtin.model import NOT_FOUND
from grader.checks.builtin.text import example_problems, is_foreign, is_word_list
from grader.errors import CourseError
from grader.records import Status

from .conftest import MakeCourse, checks, judge

HEAD = "## Your answer\n\n"


def test_one_check_for_each_idea_named_by_its_question(make_course: MakeCourse) -> None:
    """Neither id nor title nor feedback says what the idea is"""
    made = checks(make_course(), "why")
    assert {id_: check.weight for id_, check in made.items()} == {
        "idea_1": Decimal("0.5"),
        "idea_2": Decimal("1.5"),
    }
    assert made["idea_1"].title == "What comes out of boiling water?"
    assert not any("steam" in f"{check.id} {check.title} {check.feedback}" for check in made.values())


def test_found_and_missing_ideas_are_told_apart_and_provisional(make_course: MakeCourse) -> None:
    """What was found is said; for the rest nothing but the question's prompt"""
    got = judge(make_course(), "why", HEAD + "Steam comes out.")
    assert (got["idea_1"].status, got["idea_1"].share) == (Status.PASSED, 1)
    assert (got["idea_2"].status, got["idea_2"].share) == (Status.FAILED, 0)
    assert all(verdict.provisional for verdict in got.values())
    assert "lift" not in got["idea_2"].message
    assert "comes out" not in got["idea_1"].message


def test_an_idea_that_is_denied_or_contradicted_is_not_found(make_course: MakeCourse) -> None:
    """``not`` patterns speak against an idea, unless they are denied themselves"""
    course = make_course()
    idea = lambda text: judge(course, "why", HEAD + text)["idea_2"]  # noqa: E731
    assert idea("It lifts the foam.").status is Status.PASSED
    assert idea("It does not lift the foam.").status is Status.FAILED
    against = idea("It lifts the foam and then the foam sinks.")
    assert against.status is Status.FAILED
    assert "against" in against.message
    assert idea("It lifts the foam, and the foam does not sink.").status is Status.PASSED


def test_words_that_are_there_but_denied_are_said_to_be(make_course: MakeCourse) -> None:
    """Whoever writes *not* where they do not mean it learns of it; who does not mention the idea does not"""
    course = make_course()
    denied = judge(course, "why", HEAD + "It does not lift the foam.")["idea_2"].message
    absent = judge(course, "why", HEAD + "It boils because it is hot.")["idea_2"].message
    assert "denies" in denied
    assert absent == NOT_FOUND


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ("Der Dampf hebt den Schaum, und das ist alles.", True),
        ("La vapeur soulève la mousse et le couvercle.", True),
        ("El vapor levanta la espuma con fuerza.", True),
        ("蒸汽把泡沫推了起来。", True),
        ("Пар поднимает пену.", True),
        ("The steam lifts the foam, and that is all.", False),
        ("Weights die out, and de facto only one is left.", False),
        ("softmax(QKᵀ/√d_k) gives non-negative weights", False),
        ("", False),
    ],
)
def test_another_language_is_told_apart_from_a_wrong_answer(text: str, foreign: bool) -> None:
    """By its letters, or by its small words"""
    assert is_foreign(text) is foreign


def test_nonnegative_denies_nothing_after_its_own_word(make_course: MakeCourse) -> None:
    """*nonnegative* is written in one word or in two, and what follows it stands"""
    for text in ("Nonnegative steam lifts the foam.", "Non-negative steam lifts the foam."):
        assert judge(make_course(), "why", HEAD + text)["idea_2"].status is Status.PASSED, text


def test_a_bare_list_of_words_holds_no_idea(make_course: MakeCourse) -> None:
    """The verdict says what to do instead, and a person may see it otherwise"""
    salad = "steam vapour lift raise push foam pot lid water heat"
    got = judge(make_course(), "why", HEAD + salad)
    assert {verdict.status for verdict in got.values()} == {Status.FAILED}
    assert "sentence" in got["idea_1"].message
    assert got["idea_1"].provisional


@pytest.mark.parametrize(
    ("text", "is_list"),
    [
        ("steam vapour lift raise push foam pot lid", True),
        ("steam, vapour, lift, raise, push, foam, pot, lid", True),
        ("steam\nvapour\nlift\nraise\npush\nfoam\npot\nlid", True),
        ("steam " * 12, True),
        ("steam is the steam of steam and steam so steam steam steam steam", True),
        ("heat grows, water boils, steam rises, foam lifts, pots overflow", False),
        ("Steam lifts foam", False),
        ("The steam of the boiling water lifts the foam over the rim.", False),
        ("Steam lifts foam because boiling water makes bubbles", False),
        ("", False),
    ],
)
def test_terse_sentences_are_no_lists(text: str, is_list: bool) -> None:
    """Telegram style is still style"""
    assert is_word_list(text) is is_list


@pytest.mark.parametrize(
    "text", ["a " * 4900, "not. " * 1900, "a b c d e f g h" + "," * 9000, "steam foam. " * 800]
)
def test_an_answer_made_to_be_slow_is_judged_all_the_same(text: str, make_course: MakeCourse) -> None:
    """As long as an answer may be, and repetitive: every word is compared once"""
    assert len(judge(make_course(), "why", HEAD + text)) == 2


def test_the_examples_of_a_rubric_are_tried(make_course: MakeCourse) -> None:
    """An example in which other ideas are found than it says is a problem with its line"""
    course = make_course()
    lesson = course.lesson("soup")
    problems = example_problems(course, lesson, lesson.item("why"))
    assert problems == ()
    broken = make_course(
        why_rubric="""\
concepts:
  - {id: steam, question: What?, any: [steam]}
  - {id: foam, question: Where?, any: [foam]}
examples:
  - {answer: Steam., concepts: [steam]}
  - {answer: Steam., concepts: [foam]}
"""
    )
    (problem,) = example_problems(broken, lesson, lesson.item("why"))
    assert problem.where.endswith("why.rubric.yaml:6")
    assert problem.what == "in example 2: foam not found and steam found"


@pytest.mark.parametrize(
    ("text", "right"),
    [("softbox", True), ("Soft Box", True), (" SOFT  BOX ", True), ("soft-box", False), ("softbx", False)],
)
def test_short_answers_are_compared_exactly_after_the_same_clean_up_on_both_sides(
    text: str, right: bool, make_course: MakeCourse
) -> None:
    """Spaces go from the key as they go from the answer; the verdict is settled, not provisional"""
    course = make_course(why_rubric="accepted: [Soft box, other]\nignore_spaces: true\n")
    got = judge(course, "why", HEAD + text)["test_answer"]
    assert (got.status is Status.PASSED) is right
    assert not got.provisional


def test_case_and_spaces_count_where_the_rubric_says_so(make_course: MakeCourse) -> None:
    """By default case does not and the number of spaces does not"""
    strict = make_course(why_rubric="accepted: [Soft box]\nignore_case: false\n")
    said = lambda text: judge(strict, "why", HEAD + text)["test_answer"].status  # noqa: E731
    assert said("Soft   box") is Status.PASSED
    assert said("soft box") is Status.FAILED
    assert said("Softbox") is Status.FAILED


def test_an_accepted_answer_is_settled_although_ideas_are_looked_for(make_course: MakeCourse) -> None:
    """No person has to confirm what the author wrote"""
    course = make_course(
        why_rubric="accepted: [Physics.]\nconcepts:\n  - {id: steam, question: What?, any: [steam]}\n"
    )
    got = judge(course, "why", HEAD + "physics.")["idea_1"]
    assert (got.status, got.provisional) == (Status.PASSED, False)


@pytest.mark.parametrize(
    ("rubric", "words"),
    [
        ("", ["neither concepts nor accepted"]),
        ("concepts:\n  - {id: a, question: What?}\n", [":2", "'any' or 'all'"]),
        ("concepts:\n  - {id: a, question: What?, any: [x||y]}\n", [":2", "'x||y'"]),
        (
            "concepts:\n  - {id: a, question: Q, any: [x]}\n  - {id: a, question: Q, any: [x]}\n",
            [":3", "second"],
        ),
        ("concepts:\n  - {id: a, questoin: Q, any: [x]}\n", [":2", "question"]),
        ("concepts:\n  - {id: a, any: [x]}\n", ["question"]),
        (
            "concepts:\n  - {id: steam, question: Q, any: [x]}\nexamples:\n  - {answer: x, concepts: [stem]}",
            [":4", "'stem'", "'steam'"],
        ),
    ],
)
def test_a_rubric_that_says_too_little_or_too_much_is_refused(
    rubric: str, words: list[str], make_course: MakeCourse
) -> None:
    """Every refusal has its line and the near miss"""
    with pytest.raises(CourseError) as caught:
        checks(make_course(why_rubric=rubric), "why")
    for word in words:
        assert word in str(caught.value)
