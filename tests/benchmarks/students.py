"""A generated class: ``python -m tests.benchmarks.students NUMBER FOLDER [SEED]``.

Each submission is put together, item by item, from the references and the known mistakes of a course's first
lesson: right, wrong, half done, untouched, missing or not even Python. Local variables are renamed and a
comment added, so that no two files are alike. The same seed gives the same class.
"""

from __future__ import annotations

import ast
import io
import random
import re
import sys
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from grader.course import layout
from grader.course.load import load
from grader.course.model import Course, Item, Kind, Lesson
from grader.engine.api import Task
from grader.intake.submission import Submission

ROOT = Path(__file__).parents[2]
ONLY_RIGHT: Mapping[str, float] = {"right": 1}
ONLY_FLAWED: Mapping[str, float] = {"flawed": 1}
A_CLASS: Mapping[str, float] = {
    "right": 55,
    "flawed": 30,
    "untouched": 6,
    "missing": 4,
    "half": 3,
    "broken": 2,
}
"""How often each sort of work turns up for an item."""
_DIFFERENT = 1000
"""To make a submission takes a tenth of what it takes to grade it, which would be measured as well."""
_NAMES = [
    *"abcmnpqrstuvwxyz",
    "tmp",
    "out",
    "res",
    "val",
    "arr",
    "row",
    "col",
    "acc",
    "mat",
    "vec",
    "aux",
    "then",
]


class Class:
    """Submissions for one lesson, as many as are asked for."""

    def __init__(
        self, course: Course, lesson: Lesson, mix: Mapping[str, float] = A_CLASS, seed: int = 1
    ) -> None:
        self._mix, self._seed, self._lesson = mix, seed, lesson
        self._references = {item.id: _text(layout.reference(course, lesson, item)) for item in lesson.items}
        self._stubs = {item.id: _text(layout.pristine(course, lesson, item)) for item in lesson.items}
        self._mistakes = {
            item.id: [_text(path) for path in sorted(layout.mistakes(course, lesson, item).glob("*.py"))]
            for item in lesson.items
        }

    def submissions(self, number: int) -> Iterator[Submission]:
        """The first ``number`` of the class, each the same whatever the number is."""
        for index in range(number):
            chance = random.Random(f"{self._seed}/{index}")
            files = {}
            for item in self._lesson.items:
                work = self._work(item, chance)
                if work is not None:
                    files[item.stub] = work.encode()
            yield Submission(files=files, student=f"s{index:05}")

    def tasks(self, number: int, only: frozenset[str] = frozenset()) -> Iterator[Task]:
        """Tasks for the first ``number``. From the thousandth on the same work comes again, from others."""
        works = list(self.submissions(min(number, _DIFFERENT)))
        for index in range(number):
            work = msgspec.structs.replace(works[index % len(works)], student=f"s{index:05}")
            yield Task(submission=work, only=only)

    def _work(self, item: Item, chance: random.Random) -> str | None:
        (sort,) = chance.choices(list(self._mix), weights=list(self._mix.values()))
        right = self._references[item.id]
        if sort == "missing":
            return None
        if sort == "untouched":
            return self._stubs[item.id]
        if item.kind is not Kind.CODE:
            return right if sort == "right" else flawed(right, chance)
        right = unmarked(right)
        source = chance.choice(self._mistakes[item.id] or [right]) if sort == "flawed" else right
        source = renamed(_without_docstring(source), chance)
        if sort == "half":
            lines = source.splitlines()
            source = "\n".join([*lines[: max(2, len(lines) * 2 // 3)], ""])
        if sort == "broken":
            source = source.replace("):", ")", 1)
        return (
            f"# {chance.choice(['my try', 'version', 'attempt', 'works?'])} {chance.random():.9f}\n{source}"
        )


def renamed(source: str, chance: random.Random) -> str:
    """``source`` with its functions' local variables under other names; as it is when it does not parse."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    kept = {node.name for node in functions} | {
        argument.arg for node in ast.walk(tree) if isinstance(node, ast.arguments) for argument in node.args
    }
    kept |= {node.arg or "" for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    top = {id(name) for node in tree.body if not isinstance(node, ast.FunctionDef) for name in ast.walk(node)}
    every = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    local = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in top
    }
    free = [name for name in _NAMES if name not in every | kept]
    chance.shuffle(free)
    names = dict(zip(sorted(local - kept), free, strict=False))
    return _replaced(source, names)


def flawed(text: str, chance: random.Random) -> str:
    """Another box ticked, one number off, or a sentence less."""
    if "- [x]" in text:
        boxes = [match.start() for match in re.finditer(r"- \[ \]", text)]
        at = chance.choice(boxes) if boxes else 0
        text = text.replace("- [x]", "- [ ]")
        return text[:at] + "- [x]" + text[at + 5 :]
    numbers = list(re.finditer(r"(?<![\w.])\d+\.\d+", text))
    if numbers:
        number = chance.choice(numbers)
        return text[: number.start()] + f"{float(number[0]) * 1.5:.3f}" + text[number.end() :]
    sentences = text.split(". ")
    return ". ".join(sentences[:-1]) + "\n" if len(sentences) > 1 else text


def unmarked(text: str) -> str:
    """A reference without the marks between which students write."""
    return "".join(line for line in text.splitlines(True) if not re.search(r"### (BEGIN|END) SOLUTION", line))


def write(submissions: Sequence[Submission] | Iterator[Submission], folder: Path) -> None:
    """A folder for each submission."""
    for submission in submissions:
        place = folder / (submission.student or "")
        place.mkdir(parents=True)
        for name, content in submission.files.items():
            (place / name).write_bytes(content)


def _replaced(source: str, names: Mapping[str, str]) -> str:
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    lines = source.splitlines(True)
    for token, before in reversed(list(zip(tokens[1:], tokens, strict=False))):
        if token.type == tokenize.NAME and token.string in names and before.string != ".":
            (row, start), (_, end) = token.start, token.end
            lines[row - 1] = lines[row - 1][:start] + names[token.string] + lines[row - 1][end:]
    return "".join(lines)


def _without_docstring(source: str) -> str:
    """A mistake's own words would give it away."""
    tree = ast.parse(source)
    if ast.get_docstring(tree) is None:
        return source
    return "".join(source.splitlines(True)[tree.body[0].end_lineno :]).lstrip()


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def main(number: str, folder: str, seed: str = "1") -> None:
    course = load(ROOT)
    write(Class(course, course.file.lessons[0], seed=int(seed)).submissions(int(number)), Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
