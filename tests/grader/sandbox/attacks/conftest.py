"""The rounds of attacks that a test module lists as ``ROUNDS``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from attack_rounds import Rounds


@pytest.fixture(scope="module")
def rounds(request: pytest.FixtureRequest) -> Iterator[Rounds]:
    """The rounds that the test module lists as ``ROUNDS``."""
    started = Rounds(request.module.ROUNDS)
    yield started
    started.close()
