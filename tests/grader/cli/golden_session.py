"""A student's first hours in a real terminal: the commands of a recorded session, typed into tmux again.

``python -m tests.grader.cli.golden_session`` types the commands that the recorded file has after ``$ `` and
writes down what appears. Read the difference before you commit it: those are the words that students get.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

REPOSITORY = Path(__file__).parents[3]
SESSIONS = REPOSITORY / "tests" / "samples" / "sessions"
RECORDED = SESSIONS / "new-student.txt"
SCHOOL = Path("school") / "attention-from-scratch"
_HANDED_OUT = ("course.yaml", "course.schema.json", "solutions", "tests/public", "tests/hidden")
_PROFILE = """\
PS1='$ '
PROMPT_COMMAND='tmux wait-for -S ready'
declare -A drafts
edit() {{  # what an editor would leave behind: the next prepared draft of the file
    drafts[$1]=$((${{drafts[$1]:-0}} + 1))
    cp "{drafts}/${{drafts[$1]}}-$1" "$1"
}}
"""
_NOTES = re.compile(r"  Your code ran without isolation[^\n]*\n")
"""What only some machines say."""


def commands(session: str) -> list[str]:
    """What was typed in a recorded session."""
    return [line[2:] for line in session.splitlines() if line.startswith("$ ")]


def play(typed: list[str], home: Path) -> str:
    """What a terminal of 80 columns shows after ``typed``, in a new home folder that has the course in it.

    Paths of this machine are ``~``. Raises ``subprocess.TimeoutExpired`` when a command does not end.
    """
    _course(home / SCHOOL)
    profile = home / "profile"
    profile.write_text(_PROFILE.format(drafts=SESSIONS / "drafts"), encoding="utf-8")
    environment = {
        **{
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("GRADE", "TMUX", "GIT_"))
        },
        "HOME": str(home),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
        "TERM": "screen-256color",
        "NO_COLOR": "",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }

    def tmux(*arguments: str) -> str:
        done = subprocess.run(
            ["tmux", "-u", "-f", os.devnull, "-S", str(home / "socket"), *arguments],
            env=environment, cwd=home, capture_output=True, encoding="utf-8", timeout=60, check=True,
        )  # fmt: skip
        return done.stdout

    try:
        tmux("new-session", "-d", "-x", "80", "-y", "50", f"bash --noprofile --rcfile '{profile}' -i")
        for line in typed:
            _prompt(tmux)
            tmux("send-keys", "-l", line)
            tmux("send-keys", "Enter")
        _prompt(tmux)
        seen = tmux("capture-pane", "-p", "-S", "-")
    finally:
        tmux("kill-server")
    lines = [line.rstrip() for line in seen.splitlines()]
    shown = "\n".join(lines).rstrip().removesuffix("\n$")
    return _NOTES.sub("", shown.replace(str(home), "~")) + "\n"


def _prompt(tmux: Callable[..., str]) -> None:
    """Wait for the shell to be ready for the next line. Its prompt appears a moment after it says so."""
    tmux("wait-for", "ready")
    for _ in range(500):
        if tmux("capture-pane", "-p").rstrip().endswith("\n$") or tmux("capture-pane", "-p").strip() == "$":
            return
        time.sleep(0.02)
    raise TimeoutError("the shell shows no prompt")


def _course(place: Path) -> None:
    """The course as a repository of its own, its stubs untouched whatever they are here."""
    for name in _HANDED_OUT:
        source, target = REPOSITORY / name, place / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    for stubs in (REPOSITORY / "exercises").glob("*/.stubs"):
        lesson = place / "exercises" / stubs.parent.name
        shutil.copytree(stubs, lesson / ".stubs")
        shutil.copytree(stubs, lesson, dirs_exist_ok=True)
        shutil.copy(stubs.parent / "README.md", lesson)
    (place / ".gitignore").write_text(".grade/\n__pycache__/\n", encoding="utf-8")
    for arguments in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "The course"]):
        identity = [
            "-c",
            "user.name=Course",
            "-c",
            "user.email=course@example.org",
            "-c",
            "commit.gpgsign=false",
        ]
        subprocess.run(["git", *identity, *arguments], cwd=place, check=True)


def main() -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        shown = play(commands(RECORDED.read_text(encoding="utf-8")), Path(home))
    RECORDED.write_text(shown, encoding="utf-8")
    print(
        f"Written: {RECORDED.relative_to(REPOSITORY)}. Read what changed: git diff {RECORDED.relative_to(REPOSITORY)}"
    )


if __name__ == "__main__":
    main()
