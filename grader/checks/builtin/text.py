"""Written answers: one check for each idea of the rubric, found or not yet.

A machine's opinion of prose is provisional until a person confirms it; only an answer that equals an
accepted one, and an item that knows nothing but accepted answers, is settled. A student is told which ideas
were found, and for the others the question that points to them: never the idea's name or the patterns.

Repeating words earns nothing twice, since an idea counts once. A bare list of words (see ``is_word_list``)
says nothing about how they hang together and holds no idea; that too is provisional.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from functools import partial

from grader.answers.model import Given, TextAnswer
from grader.checks.builtin import patterns, rubric
from grader.checks.builtin.model import NOT_FOUND, BuiltinCheck, Verdict
from grader.checks.builtin.patterns import PatternError
from grader.checks.builtin.rubric import Concept, TextRubric
from grader.checks.builtin.words import FUNCTION_WORDS, simple, words
from grader.course.model import Course, Item, Lesson
from grader.course.nearmiss import did_you_mean
from grader.course.yaml12 import Document
from grader.errors import CourseError, Problem
from grader.records import Status

_OTHER = """der die das den dem und ist sind nicht ein eine zu mit werden damit le la les des du est sont une et que
    pour dans avec el los las del con para por una y es se il che di per sono gli het een van zijn de en os uma não
    são com inte och att som"""
_OTHER_SMALL = frozenset(_OTHER.split())
"""Words that hold a sentence together in German, French, Spanish, Italian, Dutch, Portuguese and Swedish."""
_FEW = 8
"""Words below which an answer is too short to be called a list of words."""


def checks(course: Course, lesson: Lesson, item: Item, reference: str) -> tuple[BuiltinCheck, ...]:
    """The checks of ``item``. Raises ``CourseError`` when its rubric is wrong or says nothing."""
    judged, document = _load(course, lesson, item)
    if not judged.concepts:
        judge = partial(_judge_exact, judged)
        return (BuiltinCheck("test_answer", item.title, item.points or rubric.BONUS_WEIGHT, "", judge),)
    stated = {concept.id: concept.points for concept in judged.concepts}
    points = rubric.weights(item, stated, document.where(("concepts",)))
    return tuple(
        BuiltinCheck(
            f"idea_{number}", concept.question, points[concept.id], "", partial(_judge, judged, concept)
        )
        for number, concept in enumerate(judged.concepts, start=1)
    )


def found(concepts: Sequence[Concept], text: str) -> tuple[str, ...]:
    """Ids of the ideas that ``text`` holds."""
    return tuple(
        concept.id for concept in concepts if _holds(concept, text) and not _contradicts(concept, text)
    )


def example_problems(course: Course, lesson: Lesson, item: Item) -> tuple[Problem, ...]:
    """Examples of the rubric in which other ideas are found than it says. Raises ``CourseError``."""
    judged, document = _load(course, lesson, item)
    problems = []
    for index, example in enumerate(judged.examples):
        got = () if is_word_list(example.answer) else found(judged.concepts, example.answer)
        lost = [name for name in example.concepts if name not in got]
        extra = [name for name in got if name not in example.concepts]
        if lost or extra:
            what = [f"{', '.join(lost)} not found"] * bool(lost) + [f"{', '.join(extra)} found"] * bool(extra)
            problems.append(
                Problem(
                    f"in example {index + 1}: {' and '.join(what)}",
                    document.where(("examples", index)),
                    "Change the patterns, or the list of concepts if the example is wrong.",
                )
            )
    return tuple(problems)


def is_word_list(text: str) -> bool:
    """Whether ``text`` is words without a sentence.

    That is: eight words or more with not one small word (the, of, is, to ...) among them, and either
    no punctuation between them or, with it, fewer than two words between marks on average; or ten or more
    words of which one content word makes up over 40 per cent.
    """
    spoken = words(text)
    if len(spoken) < _FEW:
        return False
    content = Counter(word.spelling.stem for word in spoken if word.is_content)
    if len(spoken) >= 10 and max(content.values(), default=0) > 0.4 * len(spoken):
        return True
    pieces = sum(1 for piece in re.split(r"[,;:.\n]", simple(text)) if re.search(r"\w", piece))
    bare = all(word.is_content for word in spoken)
    return bare and (pieces == 1 or len(spoken) < 2 * pieces)


def is_foreign(text: str) -> bool:
    """Whether ``text`` seems to be in another language: other letters, or small words of one but not of English."""
    letters = [letter for letter in text if letter.isalpha()]
    if sum(letter > "\u024f" for letter in letters) > len(letters) / 2:
        return True
    spoken = [word.spelling.text for word in words(text)]
    english, other = (sum(word in known for word in spoken) for known in (FUNCTION_WORDS, _OTHER_SMALL))
    return other >= 2 and other > english


def _load(course: Course, lesson: Lesson, item: Item) -> tuple[TextRubric, Document]:
    """The rubric of ``item``. Raises ``CourseError`` for one that is absent, empty or wrong."""
    judged, document = rubric.load(course, lesson, item, TextRubric)
    if document is None or not (judged.concepts or judged.accepted):
        raise CourseError(
            f"`{item.id}` has neither concepts nor accepted answers",
            where=document.name if document else item.stub,
            hint=f"Write them in {item.id}.rubric.yaml beside the reference.",
        )
    problems = [*_concept_problems(judged, document)]
    known = [concept.id for concept in judged.concepts]
    for index, example in enumerate(judged.examples):
        for name in example.concepts:
            if name not in known:
                where = document.where(("examples", index, "concepts"))
                problems.append(Problem(f"there is no concept '{name}'", where, did_you_mean(name, known)))
    if problems:
        raise CourseError.of(problems)
    return judged, document


def _concept_problems(judged: TextRubric, document: Document) -> list[Problem]:
    problems = []
    seen: set[str] = set()
    for index, concept in enumerate(judged.concepts):
        path = ("concepts", index)
        if concept.id in seen:
            problems.append(Problem(f"a second concept '{concept.id}'", document.where(path), "Rename one."))
        seen.add(concept.id)
        if not (concept.any or concept.all):
            where = document.where(path)
            problems.append(Problem(f"concept '{concept.id}' has no 'any' or 'all'", where, "Add a pattern."))
        for key, texts in (("any", concept.any), ("all", concept.all), ("not", concept.never)):
            for place, text in enumerate(texts):
                try:
                    patterns.parse(text)
                except PatternError as error:
                    where = document.where((*path, key, place))
                    problems.append(Problem(str(error), where, "Patterns look like: sum-1|add-1 weight*"))
    return problems


def _holds(concept: Concept, text: str, *, deniable: bool = False) -> bool:
    def said(pattern: str) -> bool:
        return patterns.parse(pattern).found_in(text, deniable=deniable)

    return (not concept.any or any(map(said, concept.any))) and all(map(said, concept.all))


def _contradicts(concept: Concept, text: str) -> bool:
    return any(patterns.parse(each).found_in(text) for each in concept.never)


def _judge(judged: TextRubric, concept: Concept, answer: Given) -> Verdict:
    assert isinstance(answer, TextAnswer)
    if _is_accepted(judged, answer.text):
        return Verdict(Status.PASSED, "Your answer is one of the accepted ones.")
    if is_word_list(answer.text):
        missed = "This reads like a list of words. Say in a sentence how they hang together."
    elif _contradicts(concept, answer.text):
        missed = "Something in your answer speaks against this. Think the question over once more."
    elif _holds(concept, answer.text):
        return Verdict(Status.PASSED, "This idea is in your answer.", Decimal(1), provisional=True)
    elif is_foreign(answer.text):
        missed = "A program reads this first, and it knows only English. Please answer in English."
    elif _holds(concept, answer.text, deniable=True):
        missed = "The words are there, but a *not*, *no* or *without* denies them. Is that what you mean?"
    else:
        missed = NOT_FOUND
    return Verdict(Status.FAILED, missed, Decimal(0), provisional=True)


def _judge_exact(judged: TextRubric, answer: Given) -> Verdict:
    assert isinstance(answer, TextAnswer)
    if _is_accepted(judged, answer.text):
        return Verdict(Status.PASSED)
    return Verdict(
        Status.FAILED, "This is not one of the accepted answers. Check its spelling and its signs."
    )


def _is_accepted(judged: TextRubric, text: str) -> bool:
    return _comparable(judged, text) in {_comparable(judged, each) for each in judged.accepted}


def _comparable(judged: TextRubric, text: str) -> str:
    """``text`` as the rubric compares it, the student's and the author's alike."""
    cased = text.casefold() if judged.ignore_case else text
    return ("" if judged.ignore_spaces else " ").join(cased.split())
