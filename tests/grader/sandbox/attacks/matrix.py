"""Prints the control matrix: which attacks get somewhere once a layer is off. ``python matrix.py``.

The tests hold what each layer is there for (test_controls.py); this shows all of it, also what a second layer
still contains.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))
sys.path.insert(0, str(Path(__file__).parent))

from attack_catalogue import names
from attack_rounds import USERS, Round, Rounds
from test_controls import CONTROLS

LAYERS: dict[str, Sequence[tuple[str, ...]]] = {
    "namespaces": [
        (),
        ("namespaces",),
        ("landlock",),
        ("seccomp",),
        ("limits",),
        ("namespaces", "landlock"),
        ("namespaces", "seccomp"),
        ("namespaces", "landlock", "seccomp"),
    ],
    "landlock": [(), ("landlock",), ("seccomp",), ("limits",), ("landlock", "seccomp")],
}
HARMLESS = sorted({name for attacks in CONTROLS.values() for name in attacks})
"""Attacks that do no harm when they succeed."""


def table(tier: str, user: str, rounds: Rounds) -> list[str]:
    """One line for each attack, one column for each set of layers switched off."""
    lines = [
        f"| {tier}, {user}: off | " + " | ".join("+".join(off) or "nothing" for off in LAYERS[tier]) + " |"
    ]
    lines.append("| --- |" + " :-: |" * len(LAYERS[tier]))
    noticed = [0] * len(LAYERS[tier])
    for name in (name for name in HARMLESS if name in names(tier)):
        cells = []
        for at, off in enumerate(LAYERS[tier]):
            found = bool(rounds.problems(Round(tier, user, off), name))
            noticed[at] += found
            cells.append("noticed" if found else "contained")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines.append("| **noticed** | " + " | ".join(map(str, noticed)) + " |")
    return lines


def main() -> None:
    for tier, layers in LAYERS.items():
        tried = [name for name in HARMLESS if name in names(tier)]
        for user in USERS:
            rounds = Rounds({Round(tier, user, off): tried for off in layers})
            print(*table(tier, user, rounds), "", sep="\n", flush=True)
            rounds.close()


if __name__ == "__main__":
    main()
