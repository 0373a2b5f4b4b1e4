"""With a layer switched off, the attacks that it is there for must get somewhere: else they would show nothing."""

from __future__ import annotations

import pytest
from attack_rounds import USERS, Round

# Only attacks that do no harm when they succeed.
CONTROLS = {
    ("namespaces", ("seccomp",)): ["network", "nested_namespaces", "ipc_leftover"],
    ("namespaces", ("landlock",)): ["plant_symlink"],
    # Either of the two keeps files out of sight.
    ("namespaces", ("namespaces", "landlock")): ["read_known_path"],
    ("landlock", ("seccomp",)): ["network", "nested_namespaces"],
    ("landlock", ("landlock",)): ["read_known_path"],
}
ROUNDS = {Round(tier, user, off): attacks for (tier, off), attacks in CONTROLS.items() for user in USERS}
CASES = [pytest.param(each, name, id=f"{each.tier}-{'+'.join(each.without)}-{each.user}-{name}")
         for each, attacks in ROUNDS.items() for name in attacks]  # fmt: skip


@pytest.mark.parametrize(("each", "name"), CASES)
def test_the_attack_succeeds_where_its_layer_is_missing(rounds, each, name):
    """The suite notices that the layer is gone: the attack prints what it got hold of."""
    assert any(problem.startswith("leaked: LEAK") for problem in rounds.problems(each, name))
