"""Every attack of the catalogue, on each tier for other people's code, as root and as an ordinary user."""

from __future__ import annotations

import pytest
from attack_catalogue import names
from attack_rounds import USERS, Round

# Those that want marks by lying. The others would harm this machine: `process` is for one's own code.
LIES = [
    "base_exception",
    "bigint",
    "broadcast_shape",
    "call_counting",
    "conftest_shadow",
    "evil_exception_text",
    "fake_boolean",
    "gc_scan",
    "hang_on_exit",
    "hash_collision",
    "lazy_result",
    "memory_bomb",
    "nan_output",
    "ndarray_subclass",
    "os_exit_in_call",
    "output_bomb",
    "patch_numpy_compare",
    "patch_timers",
    "pickle_reduce",
    "recursive_list",
    "shadow_modules",
    "skip_exception",
    "source_encoding",
    "stack_inspection",
    "sys_exit_zero",
    "wrong_dtype",
]
ROUNDS = {Round(tier, user): names() for tier in ("namespaces", "landlock") for user in USERS}
ROUNDS |= {Round("process", user): LIES for user in USERS}
CASES = [
    pytest.param(each, name, id=f"{each.tier}-{each.user}-{name}")
    for each, attacks in ROUNDS.items()
    for name in attacks
]


@pytest.mark.parametrize(("each", "name"), CASES)
def test_the_attack_is_contained(rounds, each, name):
    """No marks, no secret, no foothold; canaries, grader and the next submission are unharmed."""
    assert rounds.problems(each, name) == []
