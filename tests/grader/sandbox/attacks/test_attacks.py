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
    "bytecode_of_mine",
    "call_counting",
    "ci_commands_raised",
    "conftest_shadow",
    "endless_dictionary",
    "endless_views",
    "evil_exception_text",
    "fake_boolean",
    "flushing_ends_it",
    "gc_scan",
    "guess_the_numbers",
    "hang_on_exit",
    "hash_collision",
    "huge_work",
    "lazy_result",
    "markdown_fence",
    "memory_bomb",
    "named_like_ours",
    "nan_output",
    "ndarray_subclass",
    "nested_manifest",
    "not_quite_text",
    "notebook_cells",
    "number_classes",
    "odd_dtypes",
    "odd_module",
    "os_exit_in_call",
    "output_bomb",
    "patch_numpy_compare",
    "patch_timers",
    "pickle_reduce",
    "recursive_list",
    "rewrite_the_server",
    "shadow_modules",
    "skip_exception",
    "source_encoding",
    "stack_inspection",
    "sys_exit_zero",
    "tangled_exceptions",
    "traceback_of_others",
    "type_lies",
    "warning_flood",
    "wrong_dtype",
    "zip_bzip2",
    "zip_twins",
]
ROUNDS = {Round(tier, user): names(tier) for tier in ("namespaces", "landlock") for user in USERS}
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
