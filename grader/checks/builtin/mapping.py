"""One check for each entry of a mapping item whose answers can be compared word by word."""

from __future__ import annotations

from functools import partial

from grader.answers import yamlfile
from grader.answers.model import Given, MappingAnswer
from grader.checks.builtin import rubric
from grader.checks.builtin.ids import check_id
from grader.checks.builtin.model import BuiltinCheck, Verdict
from grader.checks.builtin.numeric import at_line
from grader.course.model import Course, Item, Lesson
from grader.errors import CourseError
from grader.records import Status


def checks(course: Course, lesson: Lesson, item: Item, reference: str) -> tuple[BuiltinCheck, ...]:
    """The checks of ``item``. Raises ``CourseError`` when its reference or rubric is wrong."""
    wanted: dict[str, str] = {}
    for key, value in yamlfile.names(reference, item.stub).items():
        if not isinstance(value, str) or not value:
            raise CourseError(f"`{key}` is blank or no text", where=item.stub, hint="Give one expression.")
        wanted[key] = value
    judged, document = rubric.load(course, lesson, item, rubric.FieldsRubric)
    rubric.refuse_strangers(document, "fields", judged.fields, wanted)
    fields = {key: judged.fields.get(key, rubric.Field()) for key in wanted}
    fields = {key: field for key, field in fields.items() if not field.given}
    where = document.where(("fields",)) if document else item.stub
    points = rubric.weights(item, {key: field.points for key, field in fields.items()}, where)
    return tuple(
        BuiltinCheck(
            id=check_id(key),
            title=field.title or f"`{key}`",
            weight=points[key],
            feedback=field.feedback,
            judge=partial(_judge, key, wanted[key]),
        )
        for key, field in fields.items()
    )


def _judge(key: str, want: str, answer: Given) -> Verdict:
    assert isinstance(answer, MappingAnswer)
    if key in answer.unclear:
        reason = answer.unclear[key]
        return Verdict(Status.ERROR, f"{at_line(reason.line)}`{key}`: {reason.what}. {reason.hint}")
    if key not in answer.entries:
        return Verdict(Status.NOT_STARTED, f"`{key}` is not answered yet.")
    # Code tells capital letters apart; only the spaces between its parts do not matter.
    if "".join(answer.entries[key].split()) == "".join(want.split()):
        return Verdict(Status.PASSED)
    return Verdict(Status.FAILED, f"{at_line(answer.lines.get(key))}`{key}` is not right yet.")
