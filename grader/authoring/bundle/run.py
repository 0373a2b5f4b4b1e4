"""What a platform starts for one submission: ``python -I -m grader.authoring.bundle.run PLATFORM ROOT``.

Reads the submission as data, grades it in a sandbox, and writes the platform's result last and whole. When
the grader itself fails there is no result file: the platform then tells staff, and no score is recorded.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from grader.authoring.bundle.contents import COURSE, SETTINGS, Settings
from grader.course.load import load
from grader.course.model import Course, Lesson
from grader.errors import GraderError, GraderFault, SubmissionError
from grader.intake.folder import read_folder
from grader.intake.submission import Submission
from grader.records import Attempt, Status, encode
from grader.report import gradescope as gradescope_report
from grader.report import junit
from grader.report.rows import Context

RESULT = "results.json"


def main(arguments: Sequence[str] | None = None) -> int:
    """Grade and write; the exit code of the error otherwise, said in a sentence on stderr."""
    words = sys.argv[1:] if arguments is None else arguments
    if len(words) != 2 or words[0] not in PLATFORMS:
        sys.stderr.write(f"usage: run {'|'.join(PLATFORMS)} ROOT\n")
        return 2
    try:
        PLATFORMS[words[0]](Path(words[1]))
    except GraderError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    return 0


def gradescope(root: Path) -> None:
    """Gradescope's folders: source/ (the bundle), submission/, submission_metadata.json, results/."""
    results = root / "results"
    (results / RESULT).unlink(missing_ok=True)
    metadata = _metadata(root / "submission_metadata.json")
    settings = _settings(root / "source")
    submitted_at = metadata.get("created_at")
    attempt = _grade(
        root / "source",
        settings,
        root / "submission",
        submitted_at if isinstance(submitted_at, str) else None,
    )
    policy = gradescope_report.LatePolicy(
        settings.percent_per_day, settings.grace_minutes, settings.keep_best
    )
    _write(results, {RESULT: gradescope_report.results(attempt, Context(), metadata, policy)})


def docker(root: Path) -> None:
    """An image's folders: grader/ (the bundle), submission/, results/."""
    results = root / "results"
    (results / RESULT).unlink(missing_ok=True)
    attempt = _grade(root / "grader", _settings(root / "grader"), root / "submission", None)
    if attempt.status is Status.GRADER_ERROR:
        raise GraderFault("the grader failed on this submission", hint="Mend the check, then grade again.")
    _write(
        results,
        {"junit.xml": junit.write([attempt], Context()), RESULT: encode(attempt).decode() + "\n"},
    )


PLATFORMS: Mapping[str, Callable[[Path], None]] = {"gradescope": gradescope, "docker": docker}


def _grade(bundle: Path, settings: Settings, folder: Path, submitted_at: str | None) -> Attempt:
    """Raises ``GraderFault`` where only the ``process`` tier would start: it does not hold hostile code."""
    from grader.grading import grade_one
    from grader.sandbox import start
    from grader.sandbox.api import Tier

    course = load(bundle / COURSE)
    lesson = course.lesson(settings.lesson)
    with closing(start(packages=lesson.packages)) as sandbox:
        if sandbox.tier is Tier.PROCESS:
            raise GraderFault(
                "no sandbox starts here that holds hostile code",
                hint="Linux 5.13 or newer with Landlock is needed; `grade doctor` says why it was refused.",
            )
        return grade_one(course, lesson, _read(folder, course, lesson, submitted_at), sandbox=sandbox)


def _read(folder: Path, course: Course, lesson: Lesson, submitted_at: str | None) -> Submission:
    """What was handed in; a folder that cannot be read is a submission with every file refused."""
    try:
        return msgspec.structs.replace(read_folder(folder, lesson), submitted_at=submitted_at)
    except SubmissionError as error:
        why = error.problems[0].what
        refused = {item.stub: why for item in lesson.items}
        return Submission(files={}, refused=refused, submitted_at=submitted_at)


def _settings(bundle: Path) -> Settings:
    try:
        return msgspec.json.decode((bundle / SETTINGS).read_bytes(), type=Settings)
    except (OSError, msgspec.MsgspecError) as error:
        raise GraderFault(
            f"the bundle is damaged ({type(error).__name__})",
            where=SETTINGS,
            hint="Make it again: grade bundle.",
        ) from None


def _metadata(file: Path) -> Mapping[str, Any]:
    """Gradescope's metadata; nothing where it is not there or not JSON, so that grading goes on."""
    try:
        found = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(folder: Path, contents: Mapping[str, str]) -> None:
    """Whole files or none. Raises ``GraderFault``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in contents.items():
            spare = folder / f".{name}.writing"
            spare.write_text(text, encoding="utf-8", newline="\n")
            os.replace(spare, folder / name)
    except OSError as error:
        raise GraderFault(f"the result cannot be written: {error.strerror}", where=str(folder)) from None


if __name__ == "__main__":
    sys.exit(main())
