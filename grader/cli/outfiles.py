"""The files of ``OUT/`` that people and programs read, made from its store."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.cli.outfolder import OutFolder, page_name
from grader.records import encode

if TYPE_CHECKING:
    from grader.cli.roster import Roster
    from grader.cli.session import Session
    from grader.gradebook.store import Store


def tables(folder: OutFolder, session: Session, store: Store, people: Roster) -> None:
    """``results.jsonl``, ``grades.csv`` and ``junit.xml``, one entry per student, sorted by student."""
    from grader.gradebook.resume import Newest
    from grader.report import csv, junit
    from grader.report.formats import context_of

    attempts = Newest(store, session.lesson.id)
    context = replace(context_of(session.course), names=people.names)
    folder.write("results.jsonl", (encode(attempt).decode() + "\n" for attempt in attempts))
    folder.write("grades.csv", csv.write(attempts, context))
    folder.write("junit.xml", junit.write(attempts, context))


def pages(
    folder: OutFolder,
    session: Session,
    store: Store,
    people: Roster,
    changed: AbstractSet[str | None] | None,
) -> None:
    """``report/`` for staff and ``feedback/`` for students, of those who ``changed``; ``None``: all."""
    from grader.gradebook.resume import Newest
    from grader.report import batch_html, feedback_html

    course, lesson = session.course.file.title, session.lesson
    attempts = Newest(store, lesson.id)
    for attempt in attempts:
        page = page_name(attempt.student)
        if changed is not None and attempt.student not in changed and folder.has(f"feedback/{page}.json"):
            continue
        name = people.names.get(attempt.student or "", "")
        folder.write(f"report/{page}.html", batch_html.student(attempt, course, lesson.title, name))
        folder.write(f"feedback/{page}.html", feedback_html.page(attempt, course, lesson.title, name))
        folder.write(f"feedback/{page}.json", encode(feedback_html.visible(attempt)).decode() + "\n")
    folder.write("report/index.html", batch_html.index(attempts, lesson, course, people.names, page_name))
