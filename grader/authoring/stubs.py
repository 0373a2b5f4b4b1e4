"""References -> stubs: what a student receives is made from the answer, so the two cannot drift apart.

Code and text references mark what to take out with lines that hold ``BEGIN SOLUTION`` and ``END SOLUTION``,
the convention of nbgrader's ClearSolutions, which does the work. The other kinds need no marks: boxes are
unticked, values in YAML are emptied, and everything round them stays.
"""

from __future__ import annotations

import logging
from pathlib import Path

from grader.authoring.blank import blank_choice, blank_fields
from grader.course import layout, textfile, yaml12
from grader.course.discover import references
from grader.course.model import Course, Item, Kind, Lesson
from grader.errors import CourseError, GraderError, Problem

CODE_STUB = "# YOUR CODE HERE\nraise NotImplementedError"
TEXT_STUB = "<!-- Write your sentence here. -->"

_MARKS = "Every BEGIN SOLUTION line needs its END SOLUTION line before the next one begins."


def generate(course: Course, lesson: Lesson) -> dict[str, bytes]:
    """Stub name -> content, one for every item of ``lesson``.

    Raises ``CourseError`` for a reference that is missing or from which nothing would be taken out, and
    ``GraderError`` where nbgrader, which is not part of a student's install, is needed and absent.
    """
    answers = references(course, lesson)
    return {item.stub: _stub(course, lesson, item, answers[item.stub]) for item in lesson.items}


def write(course: Course, lesson: Lesson, *, force: bool = False) -> list[Path]:
    """Write every stub and its untouched twin; the changed files, relative to the course.

    A stub that differs from its twin is somebody's work and stays as it is, unless ``force``.
    Raises as ``generate``, before anything is written.
    """
    stubs = generate(course, lesson)
    changed: list[Path] = []
    for item in lesson.items:
        work, twin = layout.stub(course, lesson, item), layout.pristine(course, lesson, item)
        # Before the twin is renewed, since it tells whether the stub was touched.
        to_write = [twin, work] if force or _untouched(work, twin) else [twin]
        for path in to_write:
            if _content(path) != stubs[item.stub]:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(stubs[item.stub])
                changed.append(path.relative_to(course.root))
    return changed


def check(course: Course, lesson: Lesson) -> list[Problem]:
    """One problem for every untouched twin that is not what ``write`` would write. Raises as ``generate``.

    The stubs themselves are not compared: in a student's copy they hold work.
    """
    stubs = generate(course, lesson)
    problems: list[Problem] = []
    for item in lesson.items:
        twin = layout.pristine(course, lesson, item)
        found = _content(twin)
        if found is None or found.replace(b"\r\n", b"\n") != stubs[item.stub]:
            problems.append(
                Problem(
                    "this stub is missing" if found is None else "this stub is not what its reference gives",
                    twin.relative_to(course.root).as_posix(),
                    "Run 'grade course stubs', and commit what it writes.",
                )
            )
    return problems


def _untouched(work: Path, twin: Path) -> bool:
    found = _content(work)
    return found is None or found == _content(twin)


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _stub(course: Course, lesson: Lesson, item: Item, reference: bytes) -> bytes:
    name = layout.reference(course, lesson, item).relative_to(course.root).as_posix()
    text = textfile.decode(reference, name)
    if item.kind in (Kind.CODE, Kind.TEXT):
        stub = _clear_solutions(text, item.kind, name)
        todo = "Put '### BEGIN SOLUTION' and '### END SOLUTION' lines round what students write themselves."
    elif item.kind is Kind.CHOICE:
        stub = blank_choice(text)
        todo = "Tick the right choice: '- [x] b) ...'."
    else:
        stub = blank_fields(text, name, given=_given(course, lesson, item))
        todo = "Fill in the right values."
    if stub == text:
        raise CourseError("this reference holds nothing that a student would fill in", where=name, hint=todo)
    return stub.encode()


def _given(course: Course, lesson: Lesson, item: Item) -> frozenset[str]:
    """Fields that students receive filled in: those with ``given: true`` in the item's rubric."""
    path = layout.rubric(course, lesson, item)
    if not path.is_file():
        return frozenset()
    name = path.relative_to(course.root).as_posix()
    rubric = yaml12.read(textfile.read(path, name), name).value
    fields = rubric.get("fields") if isinstance(rubric, dict) else None
    told = fields.items() if isinstance(fields, dict) else ()
    return frozenset(field for field, rule in told if isinstance(rule, dict) and rule.get("given") is True)


def _clear_solutions(text: str, kind: Kind, name: str) -> str:
    try:
        from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
        from nbgrader.preprocessors import ClearSolutions  # type: ignore[import-untyped]
        from traitlets.config import Config
    except ImportError:
        raise GraderError(
            "making stubs needs nbgrader, which is not installed",
            hint="Install it: python -m pip install nbgrader; then `grade course stubs` makes them",
        ) from None
    options = {"enforce_metadata": False, "code_stub": {"python": CODE_STUB}, "text_stub": TEXT_STUB}
    log = logging.getLogger("grader.stubs")
    log.disabled = True  # what it would print is raised as well
    new_cell = new_code_cell if kind is Kind.CODE else new_markdown_cell
    notebook = new_notebook(cells=[new_cell(text)])  # type: ignore[no-untyped-call]
    if text.count("BEGIN SOLUTION") != text.count("END SOLUTION"):
        # ClearSolutions drops a lone END line and leaves the answer above it in.
        raise CourseError(
            "the solution marks do not fit: not every BEGIN has its END", where=name, hint=_MARKS
        )
    try:
        notebook, _ = ClearSolutions(config=Config(ClearSolutions=options), log=log).preprocess(notebook, {})
    except RuntimeError as error:
        raise CourseError(
            f"the solution marks do not fit: {error}",
            where=name,
            hint=_MARKS,
        ) from None
    return str(notebook.cells[0].source)
