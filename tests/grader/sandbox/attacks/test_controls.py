"""With a layer switched off, the attacks that it is there for must get somewhere: else they would show nothing."""

from __future__ import annotations

import pytest
from attack_rounds import USERS, Round

REFUSED = ["filter_over_filter", "kernel_aio", "sync_storm", "watch_files"]
FILES = ["read_known_path", "read_other_submissions", "step_outside", "proc_paths"]
SIGHT = ["look_at_files", "count_processes", "machine_name"]
REACH = ["local_services", "shared_memory", "neighbours"]
# Only attacks that do no harm when they succeed.
CONTROLS = {
    ("namespaces", ("namespaces",)): SIGHT,
    ("namespaces", ("seccomp",)): ["network", "nested_namespaces", "ipc_leftover", *REFUSED],
    ("namespaces", ("landlock",)): ["plant_symlink"],
    ("namespaces", ("limits",)): ["drop_sandbox"],
    # Either of the two is enough; see HELD.
    ("namespaces", ("namespaces", "landlock")): FILES,
    ("namespaces", ("namespaces", "landlock", "seccomp")): REACH,
    ("landlock", ("seccomp",)): ["network", "nested_namespaces", "change_canaries", *REACH, *REFUSED],
    ("landlock", ("landlock",)): [*FILES, "change_canaries"],
    ("landlock", ("limits",)): ["drop_sandbox"],
}
# With one layer gone, another one still contains these.
HELD = {
    ("namespaces", ("namespaces",)): [*FILES, *REACH],
    ("namespaces", ("landlock",)): [*FILES, *SIGHT, *REACH],
    ("namespaces", ("seccomp",)): [*FILES, *SIGHT, *REACH],
    ("landlock", ("landlock",)): REACH,
    ("landlock", ("seccomp",)): FILES,
}


def together() -> dict[Round, list[str]]:
    """One round for each set of layers, with what is tried in it."""
    rounds: dict[Round, list[str]] = {}
    for table in (CONTROLS, HELD):
        for (tier, off), attacks in table.items():
            for user in USERS:
                rounds.setdefault(Round(tier, user, off), []).extend(attacks)
    return rounds


def cases(table: dict[tuple[str, tuple[str, ...]], list[str]]) -> list[object]:
    return [
        pytest.param(Round(tier, user, off), name, id=f"{tier}-{'+'.join(off)}-{user}-{name}")
        for (tier, off), attacks in table.items()
        for user in USERS
        for name in attacks
    ]


ROUNDS = together()


@pytest.mark.parametrize(("each", "name"), cases(CONTROLS))
def test_the_attack_succeeds_where_its_layer_is_missing(rounds, each, name):
    """The suite notices that the layer is gone: the attack prints what it got hold of."""
    assert any(problem.startswith("leaked: LEAK") for problem in rounds.problems(each, name))


@pytest.mark.parametrize(("each", "name"), cases(HELD))
def test_one_missing_layer_is_not_enough(rounds, each, name):
    """Where two layers stand before the same thing, each of them holds alone."""
    assert rounds.problems(each, name) == []
