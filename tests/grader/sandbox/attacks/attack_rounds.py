"""Attacks in processes of their own, all at once: most of their time is waiting for a deadline."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
USERS = ["root", "an ordinary user"] if os.getuid() == 0 else ["an ordinary user"]
"""Who can try: root can step down, nobody else can step up."""


@dataclass(frozen=True)
class Round:
    """Some attacks, tried by one user in one sandbox."""

    tier: str
    user: str
    without: tuple[str, ...] = ()

    def command(self, names: Sequence[str]) -> list[str]:
        run = [sys.executable, "-B", str(HERE / "run.py"), self.tier, ",".join(self.without), *names]
        step_down = os.getuid() == 0 and self.user != "root"
        return [sys.executable, str(HERE.parent / "as_user.py"), *run] if step_down else run


class Rounds:
    """Starts rounds together and gives their results when asked: attack -> problems."""

    def __init__(self, rounds: Mapping[Round, Sequence[str]]) -> None:
        self._started = {
            each: subprocess.Popen(
                each.command(names), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            for each, names in rounds.items()
        }
        self._results: dict[Round, dict[str, list[str]]] = {}

    def problems(self, each: Round, name: str) -> list[str]:
        if each not in self._results:
            out, err = self._started[each].communicate()
            lines = [json.loads(line) for line in out.splitlines()]
            self._results[each] = {line["name"]: line["problems"] for line in lines}
            assert self._started[each].returncode == 0, err
        return self._results[each][name]

    def close(self) -> None:
        for process in self._started.values():
            process.kill()
            process.communicate()
