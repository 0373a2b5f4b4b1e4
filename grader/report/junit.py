"""JUnit XML, in the part of it that GitLab, Jenkins and the GitHub actions all read.

Nobody owns the format. The elements and attributes used here are in Jenkins' XSD and in GitLab's page on unit
test reports, whose limits are kept: a file under 30 MB, at most 500,000 cases, and no two cases of one name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from xml.etree import ElementTree as ET

from grader.records import Attempt, Status
from grader.report.neutral import one_line, shorten, xml
from grader.report.rows import TEXT_LIMIT, WAITING, Context, Row, points, rows
from grader.report.style import WORDS

MAX_BYTES = 30_000_000 - 1
MAX_CASES = 500_000

_SKIPPED = WAITING | {Status.NOT_STARTED}
_FAILURE = frozenset({Status.FAILED, Status.MISSING, Status.REFUSED})
# Everything else, from a crash to a fault of the grader's, is JUnit's "error": the check could not be judged.


def write(attempts: Sequence[Attempt], context: Context) -> str:
    """One test suite for each attempt, one case for each check.

    A class too large for the limits is told more briefly: shorter texts first, then one case a submission.
    """
    for cases, limit in ((_checks, TEXT_LIMIT), (_checks, 400), (_checks, 0), (_totals, 0)):
        report = _document(attempts, context, cases, limit)
        if report is not None:
            return report
    return _document(attempts[:MAX_CASES], context, _totals, 0, bounded=False) or ""


def _document(
    attempts: Sequence[Attempt],
    context: Context,
    cases: Callable[[Attempt, Context, int], Iterator[ET.Element]],
    limit: int,
    *,
    bounded: bool = True,
) -> str | None:
    """The whole file, or ``None`` as soon as it outgrows the limits."""
    total: Counter[str] = Counter()
    suites, size = [], 500
    for number, attempt in enumerate(attempts, 1):
        suite = _suite(attempt, list(cases(attempt, context, limit)), number if len(attempts) > 1 else None)
        for count in ("tests", "failures", "errors", "skipped"):
            total[count] += int(suite.attrib[count])
        suites.append(ET.tostring(suite, encoding="unicode"))
        size += len(suites[-1].encode())
        if bounded and (size > MAX_BYTES or total["tests"] > MAX_CASES):
            return None
    head = ET.Element("testsuites", {"name": "grade"} | {name: str(count) for name, count in total.items()})
    opening = ET.tostring(head, encoding="unicode", short_empty_elements=False).removesuffix("</testsuites>")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + "\n".join((opening, *suites, "</testsuites>\n"))


def _suite(attempt: Attempt, cases: list[ET.Element], number: int | None) -> ET.Element:
    """A suite and its counts. In a class its name is the student's, else the lesson's."""
    name = attempt.lesson if number is None else attempt.student or f"submission {number}"
    name = xml(shorten(one_line(name), 200))
    seen: Counter[tuple[str, str]] = Counter()
    for case in cases:
        if number is not None:
            case.set("classname", f"{name}.{case.get('classname')}")
        key = (case.get("classname", ""), case.get("name", ""))
        seen[key] += 1
        if seen[key] > 1:  # GitLab shows only one of several cases of the same name.
            case.set("name", f"{key[1]} ({seen[key]})")
    inner = Counter(child.tag for case in cases for child in case)
    suite = ET.Element(
        "testsuite",
        name=name,
        tests=str(len(cases)),
        failures=str(inner["failure"]),
        errors=str(inner["error"]),
        skipped=str(inner["skipped"]),
        time=f"{sum(float(case.get('time', 0)) for case in cases):.3f}",
        # The common XSDs want no zone; the time is UTC.
        timestamp=xml(attempt.graded_at.removesuffix("Z")),
    )
    suite.extend(cases)
    return suite


def _checks(attempt: Attempt, context: Context, limit: int) -> Iterator[ET.Element]:
    for row in rows(attempt, context):
        classname = xml(f"{attempt.lesson}.{row.item.id}")
        case = ET.Element("testcase", classname=classname, name=xml(row.name), time=f"{row.seconds or 0:.3f}")
        if row.path:
            case.set("file", xml(row.path))
        if row.line:
            case.set("line", str(row.line))
        _outcome(case, row.status, _text(row, limit))
        yield case


def _totals(attempt: Attempt, context: Context, limit: int) -> Iterator[ET.Element]:
    case = ET.Element("testcase", classname=xml(attempt.lesson), name="total", time="0.000")
    _outcome(case, attempt.status, points(attempt.score, attempt.max_score))
    yield case


def _outcome(case: ET.Element, status: Status, text: str) -> None:
    if status is Status.PASSED:
        return
    brief = xml(shorten(text.partition("\n")[0] or WORDS[status], 300))
    if status in _SKIPPED:
        ET.SubElement(case, "skipped", message=f"{WORDS[status]}: {brief}")
        return
    tag = "failure" if status in _FAILURE else "error"
    ET.SubElement(case, tag, message=brief, type=str(status)).text = xml(text)


def _text(row: Row, limit: int) -> str:
    return shorten(row.text, limit) if limit else ""
