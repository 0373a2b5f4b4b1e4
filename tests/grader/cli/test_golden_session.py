"""The words of a student's first hours, from clone to all green, as a terminal shows them."""

from __future__ import annotations

from pathlib import Path

from tests.grader.cli import golden_session


def test_a_new_student_reads_the_recorded_words(tmp_path: Path) -> None:
    """Every line is as recorded; `python -m tests.grader.cli.golden_session` records anew what was meant to change"""
    recorded = golden_session.RECORDED.read_text(encoding="utf-8")
    typed = golden_session.commands(recorded)
    assert golden_session.play(typed, tmp_path).splitlines() == recorded.splitlines()


def test_the_recorded_session_ends_all_green() -> None:
    """It holds to 80 columns, shows a wrong turn for each kind of item, and nothing of the machine it ran on"""
    recorded = golden_session.RECORDED.read_text(encoding="utf-8")
    assert max(map(len, recorded.splitlines())) <= 80
    assert "All done." in recorded
    assert recorded.count("not yet right") >= 4
    assert "Traceback" not in recorded
    assert not [
        line for line in recorded.splitlines() if "/tmp" in line or "/home" in line or "/root" in line
    ]
