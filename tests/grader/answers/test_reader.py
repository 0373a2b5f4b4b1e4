"""What there is to grade of an item, and why there is nothing."""

from __future__ import annotations

import pytest

from grader.answers.model import CodeAnswer, Missing, NotStarted, Refused, TextAnswer, Unreadable

from .conftest import REFERENCES, STUBS, Read


@pytest.mark.parametrize("item", ["stir", "weigh", "pick", "why", "names"])
@pytest.mark.parametrize(
    "touched",
    [
        lambda text: text,
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "  \n") + "\n\n",
        lambda text: text.rstrip("\n"),
        lambda text: " \n",
    ],
    ids=["same", "bom", "crlf", "trailing", "no newline", "emptied"],
)
def test_an_untouched_stub_is_not_started_however_an_editor_saved_it(item: str, touched, read: Read) -> None:
    """Byte-order mark, line ends, trailing white space: none of them is work"""
    stub = STUBS[{"stir": "stir.py", "pick": "pick.md", "why": "why.md"}.get(item, f"{item}.yaml")]
    given = read(item, touched(stub).encode())
    assert isinstance(given, NotStarted)
    assert ("grade reset" in given.unread) == (not touched(stub).strip())


@pytest.mark.parametrize("item", ["stir", "weigh", "pick", "why", "names"])
def test_every_reference_is_an_answer(item: str, read: Read) -> None:
    """What is read of a reference is never an absence, its solution marks included"""
    name = next(name for name in REFERENCES if name.startswith(item))
    answer = read(item, REFERENCES[name])
    assert not isinstance(answer, NotStarted | Unreadable | Missing)
    if isinstance(answer, TextAnswer):
        assert answer.text == "The foam rises."


@pytest.mark.parametrize(
    "name",
    [
        "Stir.py",
        "STIR.PY",
        "stir (1).py",
        "stir.py.txt",
        "stir - Copy (2).py",
        "stir_v2_final.py",
        "stirr.py",
        "soup/stir.py",
    ],
)
def test_a_missing_file_names_the_one_that_may_be_meant(name: str, read: Read) -> None:
    """Another case, a browser's (1), a hidden suffix, a slip, a folder too many"""
    assert read("stir", ignored=(name,)) == Missing(near=name)
    assert read("stir", files={name: b"x"}) == Missing(near=name)


def test_another_items_file_is_never_the_one_that_is_meant(read: Read) -> None:
    """A file that is asked for elsewhere, and one that is quite different, are not suggested"""
    assert read("stir", files={"why.md": b"x"}, ignored=("notes.txt",)) == Missing()


def test_hostile_names_are_compared_as_quickly_as_any(read: Read) -> None:
    """Many long names made to send a pattern astray: the answer comes, and it is none"""
    hostile = tuple("1" * 250 + f"-{number}x" for number in range(200))
    assert read("stir", ignored=hostile) == Missing()


def test_a_refused_file_says_why(read: Read) -> None:
    """What intake refused stays refused, whatever else is there"""
    assert read("stir", refused={"stir.py": "it is a link"}) == Refused("it is a link")


def test_a_file_that_is_not_utf8_is_unreadable_and_says_what_to_do(read: Read) -> None:
    """Latin-1 bytes: the line, and to save as UTF-8"""
    answer = read("why", "## Your answer\n\nWärme".encode("latin-1"))
    assert isinstance(answer, Unreadable)
    assert answer.line == 3
    assert "UTF-8" in answer.hint


def test_utf16_code_becomes_utf8(read: Read) -> None:
    """What a Windows editor saves as Unicode is read; code reaches its child as UTF-8 with plain line ends"""
    assert read("stir", "x = 'é'\r\n".encode("utf-16")) == CodeAnswer("x = 'é'\n".encode())


def test_code_is_not_parsed(read: Read) -> None:
    """A syntax error is the child's to find"""
    assert isinstance(read("stir", "def stir(:"), CodeAnswer)


def test_an_answer_of_more_than_64_kib_is_not_read(read: Read) -> None:
    """Nobody writes that much; code may be longer"""
    assert isinstance(read("why", "a" * 70_000), Unreadable)
    assert isinstance(read("stir", "a" * 70_000), CodeAnswer)
