"""A course check names every kind of author's error, with its place, and finds nothing in a sound course."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.__main__ import run
from grader.authoring.coursecheck import judged
from grader.authoring.coursecheck.page import page
from grader.cli.checking import text
from grader.report.style import Style
from tests.grader.authoring.conftest import Draft, Spoil, both, edited

HIDDEN, PUBLIC = "tests/hidden/test_mean.py", "tests/public/test_mean.py"
REFERENCE, MISTAKES = "solutions/mean.py", "solutions/mistakes/mean"
HEAD = "from grader.checks import assert_close, check\n\n\n"


Error = tuple[str, Spoil, str, str]
"""Kind, how to make it, what is said, and where."""


def hidden(body: str, *, name: str = "test_own", before: str = "", points: str = "0") -> Spoil:
    """One more hidden check."""
    text = f"{before}\n@check(points={points})\ndef {name}(student, rng):\n    {body}\n"

    def spoil(draft: Draft) -> None:
        old = draft.path(HIDDEN).read_text(encoding="utf-8")
        draft.write(HIDDEN, f"{'' if 'import numpy' in old else 'import numpy as np'}\n{old}\n{text}")

    return spoil


def mistake(name: str, text: str) -> Spoil:
    return lambda draft: draft.write(f"{MISTAKES}/{name}.py", text)


def without_mistakes(draft: Draft) -> None:
    for path in draft.path(MISTAKES).glob("*.py"):
        path.unlink()


EXACT = "assert_close(student.mean([1.0, 2.0]), 1.5)"
FLOOR = "    return sum(numbers) // len(numbers)\n"
ROUNDS: dict[str, list[Error]] = {
    "course.yaml": [
        ("course-file", edited("course.yaml", "kind: code", "kind: cod"), "'cod'", "course.yaml")
    ],
    "a reference that is wrong": [
        ("reference", edited(REFERENCE, "/ len(numbers)", "/ 2"), "test_small_example", REFERENCE)
    ],
    "imports": [
        ("missing-import", edited(REFERENCE, "def", "import yaml\n\n\ndef"), "lacks `yaml`", REFERENCE),
        ("missing-import", hidden(EXACT, before="import nothing_such\n"), "nothing_such", HIDDEN),
    ],
    "points": [("check-file", edited(HIDDEN, "points=1", "points=3"), "add up to 4 points, not 2", PUBLIC)],
    "what looks like a check": [
        ("check-file", edited(HIDDEN, "@check", "# @check"), "no @check", HIDDEN),
        ("check-file", lambda draft: draft.write("tests/hidden/test_maen.py", ""), "no item", "test_maen.py"),
    ],
    "checks that nothing tests": [("no-mistakes", without_mistakes, "no mistake", PUBLIC)],
    "mistakes": [
        ("mistake-broken", mistake("mute", "def mean(n):\n    return 0.5\n"), "no words", "mute.py"),
        ("mistake-broken", mistake("torn", '"""?"""\ndef mean(:\n'), "not Python", "torn.py"),
        ("mistake-broken", mistake("lost", '"""?"""\nimport nothing_such\n'), "not load", "lost.py"),
        (
            "mistake-passes",
            mistake("right", '"""?"""\n\n\ndef mean(n):\n    return sum(n) / len(n)\n'),
            "catches the mistake `right`",
            "right.py",
        ),
        (
            "same-mistakes",
            mistake("twin", f'"""?"""\n\n\ndef mean(numbers):\n{FLOOR}'),
            "drops_the_rest, twin",
            "drops_the_rest.py",
        ),
    ],
    "a check that breaks off": [
        ("check-file", hidden("assert 1 / 0", name="test_torn"), "ZeroDivisionError (test_torn)", HIDDEN),
    ],
    "check files that do not load": [
        (
            "check-file",
            edited(HIDDEN, "from grader.checks", "from grader.chekcs"),
            "ModuleNotFoundError (they do not load)",
            HIDDEN,
        ),
    ],
    "forms of mistakes": [
        (
            "mistake-passes",
            mistake("drops_the_rest/right", "def mean(n):\n    return sum(n) / len(n)\n"),
            "catches the mistake `drops_the_rest/right`",
            "right.py",
        ),
        (
            "mistake-form",
            mistake("drops_the_rest/sums", "def mean(n):\n    return sum(n)\n"),
            "`drops_the_rest` and `forgets_to_divide`, where it should be `drops_the_rest` alone",
            "sums.py",
        ),
        (
            "mistake-broken",
            mistake("nobodys/form", "def mean(n):\n    return 0.5\n"),
            "a form of a mistake that is not there",
            "form.py",
        ),
    ],
    "what mistakes say to look for": [
        (
            "look-for",
            mistake("halves", '"""?"""\n\nLOOK_FOR = ("_ / 2")\n\n\ndef mean(n):\n    return n[0] / 2\n'),
            "no tuple",
            "halves.py",
        ),
        (
            "look-for",
            mistake("thirds", '"""?"""\n\nLOOK_FOR = ("_ / 2",)\n\n\ndef mean(n):\n    return n[0] / 3\n'),
            "no line of its own code",
            "thirds.py",
        ),
    ],
    "checks": [
        (
            "idle-check",
            hidden("assert_close(student.mean([1.0, 8.0]), 4.5)", name="test_again"),
            "test_again",
            HIDDEN,
        ),
        ("vacuous-check", hidden("student.mean([1.0])", name="test_any"), "test_any passes on", HIDDEN),
        (
            "shape-blind",
            hidden("assert np.allclose(student.mean([1.0]), 1)", name="test_b"),
            "broadcasts",
            HIDDEN,
        ),
        (
            "shape-blind",
            hidden("assert (student.mean([1.0]) == np.array([1.0])).all()", name="test_c"),
            "`==`",
            HIDDEN,
        ),
        (
            "nan-expected",
            hidden("assert student.mean([1.0]) != float('nan')", name="test_d"),
            "NaN",
            HIDDEN,
        ),
        (
            "module-state",
            hidden("SEEN.append(1)", name="test_e", before="SEEN = []\n"),
            "`SEEN`",
            HIDDEN,
        ),
        ("stub-drift", edited("exercises/.stubs/mean.py", "numbers", "n"), "not what its", ".stubs/mean.py"),
        (
            "stale-acceptance",
            edited(REFERENCE, '"""What', '# accept reference: old\n"""What'),
            "any more",
            REFERENCE,
        ),
        ("stale-acceptance", edited(PUBLIC, "@check", "# accept idel: x\n@check"), "no finding", PUBLIC),
    ],
    "names": [
        ("unknown-name", hidden("assert_close(student.maen([1.0]), 1.0)"), "no `maen`", HIDDEN),
    ],
    "points for a stub": [
        (
            "stub",
            both(
                edited("course.yaml", "points: 2", "points: 3"),
                hidden("assert student is not None", points="1"),
            ),
            "nothing but a comment",
            HIDDEN,
        ),
    ],
}


@pytest.mark.parametrize("errors", ROUNDS.values(), ids=ROUNDS)
def test_an_authors_error_is_named_with_its_place(draft: Draft, errors: list[Error]) -> None:
    """Each kind of author's error is found, in words that say what is wrong, where, and what to do"""
    for _, spoil, _, _ in errors:
        spoil(draft)
    report = draft.report()
    for kind, _, what, where in errors:
        problems = [one.problem for one in report.findings if one.kind == kind]
        named = [one for one in problems if what in one.what and where.rpartition("/")[2] in one.where]
        assert named, (kind, what, report.findings)
        assert all(problem.hint for problem in named)
    assert not report.ok


def test_a_sound_course_has_no_finding(draft: Draft) -> None:
    """In a course whose checks tell right from wrong nothing is found, and every change is noticed"""
    report = draft.report(quick=False)
    assert report.findings == []
    assert report.ok
    assert report.mutants == 4
    assert report.survivors == 0
    assert len(report.tiers) >= 1


def test_near_miss_of_a_name_that_the_stub_lacks(draft: Draft) -> None:
    """A misspelt name is answered with the one that the stub has"""
    hidden("assert_close(student.maen([1.0, 2.0]), 1.5)")(draft)
    assert [one.hint for one in draft.found("unknown-name")] == ["Did you mean 'mean'?"]


def test_a_slow_check_is_named(draft: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that takes long with the reference is named"""
    monkeypatch.setattr(judged, "SLOW", 0.05)
    hidden(f"time.sleep(0.06)\n    {EXACT}", before="import time\n\n\n")(draft)
    assert any("test_own takes" in one.what for one in draft.found("slow-check"))


def test_a_busy_machine_makes_no_check_slow(
    draft: Draft, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A check that took long once is judged some more times before it is named"""
    monkeypatch.setattr(judged, "SLOW", 0.05)
    once = f"import pathlib, time\nMARK = pathlib.Path({str(tmp_path / 'mark')!r})\n\n\n"
    hidden(f"time.sleep(0 if MARK.exists() else 0.2)\n    MARK.touch()\n    {EXACT}", before=once)(draft)
    assert draft.found("slow-check") == []


def test_a_check_that_some_seeds_fail_is_flaky(draft: Draft) -> None:
    """A check that the reference passes with the course's own seed and not with others is named"""
    hidden(f"{EXACT}\n    assert rng.uniform() < 0.7")(draft)
    assert ["of 10 seeds" in one.what for one in draft.found("flaky-check", quick=False, seeds=10)] == [True]


def test_a_check_with_a_memory_depends_on_the_order(draft: Draft) -> None:
    """A check that counts what it has judged is named, since a verdict must not depend on other students"""
    memory = "class Memory:\n    count = 0\n\n\n"
    hidden(f"Memory.count += 1\n    assert Memory.count < 4\n    {EXACT}", before=memory)(draft)
    assert ["test_own" in one.what for one in draft.found("order-dependent", quick=False)] == [True]


def test_saturated_inputs_that_hide_a_missing_scale_show_as_a_change_that_nobody_notices(
    draft: Draft,
) -> None:
    """Where all inputs are so large that a scale makes no difference, the reference without it survives"""
    draft.write(
        REFERENCE,
        "import math\n\n\ndef mean(numbers):\n    ### BEGIN SOLUTION\n"
        "    return math.tanh(sum(numbers) / 8)\n    ### END SOLUTION\n",
    )
    for name, call in ((PUBLIC, "[900.0]), 1.0"), (HIDDEN, "[-900.0]), -1.0")):
        body = f"    assert_close(student.mean({call})\n"
        draft.write(name, f"{HEAD}@check(points=1)\ndef test_{name[6]}(student):\n{body}")
    survivors = [one for one in draft.report(quick=False).findings if one.kind == "mutant-operator"]
    assert any("+    return math.tanh(sum(numbers))" in one.diff for one in survivors), survivors


def test_what_the_author_accepts_with_a_reason_no_longer_counts(draft: Draft) -> None:
    """An accepted finding is listed with its reason, and the course is sound again"""
    draft.edit(HIDDEN, EXACT, "student.mean([1.0, 2.0])")
    draft.edit(HIDDEN, "@check", "# accept vacuous-check: it only has to run\n@check")
    (draft.path(f"{MISTAKES}/drops_the_rest.py")).unlink()
    report = draft.report()
    assert [(str(one.kind), one.accepted) for one in report.findings] == [
        ("vacuous-check", "it only has to run")
    ]
    assert report.ok


def test_the_page_shows_the_matrix_and_escapes_what_it_quotes(draft: Draft) -> None:
    """The page holds every mistake and check, and no markup of the course's"""
    draft.edit(PUBLIC, "@check", "# accept idle-check: <b>bold</b>\n@check")
    html = page(draft.report())
    assert "drops_the_rest" in html
    assert "test_fraction" in html
    assert "<b>" not in html


def test_the_command_ends_with_0_or_1_and_speaks_json(
    draft: Draft, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 0 for a sound course, 1 for one with a finding; JSON on standard output, the page in its file"""
    command = ["course", "check", "--quick", "--course", str(draft.root)]
    assert run([*command, "--html", str(tmp_path / "matrix.html")]) == 0
    assert "Nothing found" in capsys.readouterr().out
    assert (tmp_path / "matrix.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    without_mistakes(draft)
    assert run([*command, "--format", "json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["format_version"] == 1
    assert [one["kind"] for one in record["findings"]] == ["no-mistakes"]
    assert record["ok"] is False


def test_findings_are_told_with_place_kind_and_what_next(
    draft: Draft, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal each finding says what, where and what to do, and a change shows its difference"""
    draft.edit(HIDDEN, EXACT, "assert_close(student.mean([0.0, 0.0]), 0.0)")
    report = draft.report(quick=False)
    said = text(report, Style(unicode=False))
    assert "tests/hidden/first-lesson/test_mean.py:6 [vacuous-check]" in said
    assert "it may check" in said
    assert run(["course", "check", "--lesson", "second", "--course", str(draft.root)]) == 2
    assert "The lessons are: first-lesson." in capsys.readouterr().err
