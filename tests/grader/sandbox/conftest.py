"""One warm sandbox per tier for all tests of this folder: starting one costs far more than a child."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from grader.sandbox import Budget, Child, ChosenSandbox, Tier, start


@pytest.fixture(scope="session", params=list(Tier), ids=str)
def sandbox(request: pytest.FixtureRequest) -> Iterator[ChosenSandbox]:
    """A sandbox of every tier. Each must start here: a tier that does not is a failure, not a skip."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SANDBOX_CANARY", "canary-of-the-environment")
        patch.setenv("OPENBLAS_NUM_THREADS", "64")
        started = start(request.param)
        yield started
        started.close()


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
