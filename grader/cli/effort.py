"""Whether an answer is a try or junk that was written to see the reference. Reads, never runs or parses as code.

No program can tell a poor try from a clever pretence. It can see what no try looks like: nothing about the
question, a function that does not look at its arguments, the same number everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from grader.answers.model import Absent, Answer, CodeAnswer, MappingAnswer, NumericAnswer, TextAnswer, Value

if TYPE_CHECKING:
    from grader.answers import Originals
    from grader.course.model import Item

ENOUGH_WORDS, SMALL_WORDS = 6, 2
"""Different words of a sentence, and those among them that hold one together (the, of, is ...)."""
DIFFERENT = 3
"""Different numbers, or names, in a filled-in file of which the reference has at least as many."""
_MARK = re.compile(r"^[^\n]*(BEGIN|END) SOLUTION[^\n]*$", re.MULTILINE)
_DEF = re.compile(r"^def\s+(\w+)\s*\(([^)]*)\)", re.MULTILINE)
_HEADING = re.compile(r"^#.*$", re.MULTILINE)
_COMMENT = re.compile(r"#.*$", re.MULTILINE)
_AT_THE_MARGIN = re.compile(r"^[^\s#]", re.MULTILINE)
_NAME = re.compile(r"\s*\*{0,2}([^\W\d]\w*)")


def lacking(item: Item, answer: Answer, originals: Originals) -> str:
    """What ``answer`` lacks to be a try, in a sentence for the student; empty when it is one.

    Raises ``CourseError`` when the stub or the reference cannot be read.
    """
    stub, reference = originals.stub(item), _MARK.sub("", originals.reference(item) or "")
    match answer:
        case TextAnswer(text):
            return _of_text(text, stub, reference)
        case CodeAnswer(source):
            return _of_code(source.decode("utf-8", "replace"), stub, reference)
        case NumericAnswer(values=values):
            return _of_fields(values, reference, _is_number, "number")
        case MappingAnswer(entries=entries):
            return _of_fields(entries, reference, lambda _: True, "name")
        case _ if isinstance(answer, Absent):
            return "the reference is shown beside an answer of your own, and there is none to read now"
    return ""


def _of_text(text: str, stub: str, reference: str) -> str:
    """A sentence, and about the question: one content word at least of the question or its answer."""
    from grader.answers.markdown import without_comments
    from grader.checks.builtin.text import is_word_list
    from grader.checks.builtin.words import FUNCTION_WORDS, NOT, words

    asked, right = (_HEADING.sub("", without_comments(each)) for each in (stub, reference))
    about = {word.spelling.stem for each in (asked, right) for word in words(each) if word.is_content} - {NOT}
    if reference and len({word.spelling for word in words(right)}) < ENOUGH_WORDS:
        return ""  # a word or two are all that is asked for
    spoken = {word.spelling for word in words(text)}
    small = sum(spelling.text in FUNCTION_WORDS for spelling in spoken)
    if len(spoken) < ENOUGH_WORDS or small < SMALL_WORDS or is_word_list(text):
        return "the reference is shown after a sentence of your own; a wrong one counts"
    if not any(spelling.stem in about for spelling in spoken if spelling.text not in FUNCTION_WORDS):
        return (
            "nothing in your answer is about the question yet; a wrong idea counts, but name what it is about"
        )
    return ""


def _of_code(source: str, stub: str, reference: str) -> str:
    """Every function of the stub is there, and looks at each argument that the reference looks at."""
    written, right = dict(_functions(source, stub)), dict(_functions(reference, stub))
    for name, _ in _functions(stub, ""):
        if name not in written:
            assigned = re.search(rf"^{name}\s*=", source, re.MULTILINE)
            if assigned:
                continue
            return f"there is no function `{name}` in your file yet"
        used = right[name].used if name in right else ()
        unused = [each for each, seen in zip(written[name].parameters, used, strict=False) if seen]
        unused = [each for each in unused if not _mentions(written[name].body, each)]
        if unused:
            return f"`{name}` does not look at `{unused[0]}` yet; a try that fails counts"
    return ""


class _Function(NamedTuple):
    parameters: list[str]
    body: str
    """Its own lines: without comments and what the stub has too."""

    @property
    def used(self) -> list[bool]:
        return [_mentions(self.body, each) for each in self.parameters]


def _functions(source: str, stub: str) -> Iterator[tuple[str, _Function]]:
    """Every function at the left margin of ``source``, by name."""
    handed_out = {line.strip() for line in stub.splitlines()}
    source = source.replace("\r\n", "\n")
    for match in _DEF.finditer(source):
        inside = _AT_THE_MARGIN.split(" " + source[match.end() :], maxsplit=1)[0]
        own = [line for line in inside.splitlines() if line.strip() not in handed_out]
        listed = re.sub(r"\[[^]]*\]", "", match[2]).split(",")
        parameters = [found[1] for each in listed if (found := _NAME.match(each))]
        yield match[1], _Function(parameters, _COMMENT.sub("", "\n".join(own)))


def _mentions(body: str, name: str) -> bool:
    return re.search(rf"\b{name}\b", body) is not None


def _of_fields(
    filled: Mapping[str, Value], reference: str, counts: Callable[[Value], bool], what: str
) -> str:
    """Not one number, or one name, for everything."""
    given = {leaf for value in filled.values() for leaf in _leaves(value) if counts(leaf)}
    different = len(set(re.findall(r"[\w.]+", reference)))
    if len(filled) > 1 and len(given) < min(DIFFERENT, different):
        return f"your file has the same {what} almost everywhere; fill in what you would guess"
    return ""


def _leaves(value: Value) -> Iterator[Value]:
    if isinstance(value, tuple):
        for each in value:
            yield from _leaves(each)
    else:
        yield value


def _is_number(value: Value) -> bool:
    return not isinstance(value, str)
