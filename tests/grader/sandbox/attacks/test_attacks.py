"""Every attack of the catalogue, on each tier that grades other people's code, as root and as an ordinary user."""

from __future__ import annotations

import pytest
from catalogue import names
from conftest import USERS, Round

ROUNDS = {Round(tier, user): names() for tier in ("namespaces", "landlock") for user in USERS}


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("each", ROUNDS, ids=lambda each: f"{each.tier}-{each.user}")
def test_the_attack_is_contained(rounds, each, name):
    """It gets no marks, no secret and no foothold; the canaries, the grader and the next submission are unharmed."""
    assert rounds.problems(each, name) == []
