"""The command as a user drives it: a process of its own, in a copy of a tiny course."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).parents[3]
COURSE = REPOSITORY / "tests" / "samples" / "courses" / "averages"
Grade = Callable[..., subprocess.CompletedProcess[str]]


class Desk:
    """A student's copy of the course."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.work = root / "exercises" / "averages"

    def write(self, name: str, text: str) -> None:
        (self.work / name).write_text(text, encoding="utf-8")

    def solve(self, *names: str) -> None:
        """Put the references in place of the stubs."""
        for name in names:
            shutil.copy(self.root / "solutions" / "averages" / name, self.work / name)

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "grader", *arguments]

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"}

    def grade(self, *arguments: str, cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments),
            cwd=cwd or self.root,
            env=self.environment | env,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )

    def without_namespaces(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """The command where the kernel grants no namespaces, as in many containers."""
        refuse = "echo 0 > /proc/sys/user/max_user_namespaces; exec setpriv --bounding-set=-sys_admin "
        script = refuse + '--inh-caps=-sys_admin "$@"'
        return subprocess.run(
            ["unshare", "--user", "--map-root-user", "sh", "-c", script, "sh", *self.command(*arguments)],
            cwd=self.root,
            env=self.environment,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )

    def json(self, *arguments: str) -> dict[str, Any]:
        record = json.loads(self.grade(*arguments, "--format", "json").stdout)
        assert isinstance(record, dict)
        return record


RIGHT = "def mean(numbers):\n    return sum(numbers) / len(numbers)\n"
WRONG = "def mean(numbers):\n    return sum(numbers)\n"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    root = tmp_path / "course"
    shutil.copytree(COURSE, root)
    return Desk(root)
