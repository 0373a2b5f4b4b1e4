"""One warm sandbox per tier for all tests of this folder: starting one costs far more than a child."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from grader.sandbox import Budget, Child, ChosenSandbox, Tier, start


@pytest.fixture(scope="session")
def started() -> Iterator[Callable[[Tier], ChosenSandbox]]:
    """Starts a tier when it is first asked for. A tier that does not start here is a failure, not a skip."""
    running: dict[Tier, ChosenSandbox] = {}

    def of_tier(tier: Tier) -> ChosenSandbox:
        if tier not in running:
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("SANDBOX_CANARY", "canary-of-the-environment")
                patch.setenv("OPENBLAS_NUM_THREADS", "64")
                running[tier] = start(tier)
                running[tier].wait()
        return running[tier]

    yield of_tier
    for sandbox in running.values():
        sandbox.close()


@pytest.fixture(params=list(Tier), ids=str)
def sandbox(request: pytest.FixtureRequest, started: Callable[[Tier], ChosenSandbox]) -> ChosenSandbox:
    """A sandbox of every tier."""
    return started(request.param)


Open = Callable[..., Child]


@pytest.fixture
def opened(sandbox: ChosenSandbox) -> Iterator[Open]:
    """``opened(source, files=…, seconds=…)``: a child whose ``work.py`` is ``source``, closed afterwards."""
    children: list[Child] = []

    def open_child(source: str | bytes, *, files: dict[str, bytes] | None = None, **budget: float) -> Child:
        content = source.encode() if isinstance(source, str) else source
        limits = Budget(**{"seconds": 10.0, **budget})  # type: ignore[arg-type]
        child = sandbox.open({"work.py": content, **(files or {})}, limits)
        children.append(child)
        return child

    yield open_child
    for child in children:
        child.close()
