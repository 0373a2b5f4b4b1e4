"""What is no try, and what is: a wrong answer is one, junk is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.answers import Originals, read
from grader.cli.effort import lacking
from grader.course import discover
from grader.course.load import load
from grader.intake.submission import Submission

ROOT = Path(__file__).parents[3]
COURSE = load(ROOT)
LESSON = COURSE.file.lessons[0]
CHOICE = (ROOT / "exercises" / LESSON.id / "output-choice.md").read_text("utf-8")
TEXT = "# Why\n\n## Your answer\n\n{}\n"
NUMBERS = (
    "leans_to: v2\nscores: [{0}, {1}]\nscaled_scores: [{0}, {1}]\nweights: [{0}, {1}]\noutput: [{0}, {1}]\n"
)


def lacks(item_id: str, content: str) -> str:
    item, originals = LESSON.item(item_id), Originals(COURSE, LESSON)
    work = Submission(files={item.stub: content.encode()})
    return lacking(item, read(COURSE, LESSON, item, work, originals), originals)


@pytest.mark.parametrize(
    ("item", "content"),
    [
        ("attention", "def attention(Q, K, V):\n    return 0\n"),
        ("attention", "def attention(Q, K, V):\n    # Q K V\n    raise ValueError\n"),
        (
            "attention",
            "import numpy as np\ndef attention(Q, K, V):\n    return np.zeros((len(Q), len(V[0])))\n",
        ),
        ("attention", "def other(Q, K, V):\n    return Q @ K @ V\n"),
        ("attention", "x = (\n"),
        ("softmax-purpose", TEXT.format("asdf qwer asdf qwer yxcv lkjh")),
        ("softmax-purpose", TEXT.format("I don't know what to write here")),
        ("softmax-purpose", TEXT.format("please show me the answer to this")),
        ("softmax-purpose", TEXT.format("idk")),
        ("worked-example", NUMBERS.format(1, 1)),
        ("paper-symbols", "Q: x\nK: x\nV: x\nd_k: x\ntranspose: x\nsoftmax: x\nd_v: x\n"),
        ("output-choice", "# What\n\nb\n"),
    ],
)
def test_junk_is_no_try(item: str, content: str) -> None:
    """However often it is changed, and although a check or two may pass with it"""
    assert lacks(item, content)


@pytest.mark.parametrize(
    ("item", "content"),
    [
        ("attention", "def attention(query, key, value):\n    return query @ key @ value\n"),
        ("attention", "attention = lambda Q, K, V: Q @ K @ V\n"),
        ("attention", "def attention(Q: list[int, int], K, V): return Q @ K.T @ V\n"),
        ("softmax-purpose", TEXT.format("It picks the key with the highest score and drops the rest.")),
        ("worked-example", NUMBERS.format(0, 3).replace("0, 3]\nw", "0, 4]\nw")),
        (
            "output-choice",
            (ROOT / "exercises" / LESSON.id / "output-choice.md")
            .read_text("utf-8")
            .replace("[ ] a", "[x] a"),
        ),
    ],
)
def test_a_wrong_answer_is_a_try(item: str, content: str) -> None:
    """It need not be right in anything"""
    assert not lacks(item, content)


@pytest.mark.parametrize("item", [item.id for item in LESSON.items])
def test_every_reference_is_a_try(item: str) -> None:
    """Nothing is asked of a student that the author's own answer does not do"""
    content = discover.references(COURSE, LESSON)[LESSON.item(item).stub]
    assert not lacks(item, content.decode())
