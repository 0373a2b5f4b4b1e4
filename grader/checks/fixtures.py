"""The fixtures of a check, as a pytest plugin: each is supplied by the bench that the session has at hand."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from grader.checks.items import BENCH, SPEC, ValueReturned


def _supplied(request: pytest.FixtureRequest) -> Any:
    spec = request.node.stash.get(SPEC, None)
    if spec is None:
        pytest.fail(
            f"`{request.fixturename}` is for checks in tests/public/ and tests/hidden/", pytrace=False
        )
    return request.config.stash[BENCH].supply(str(request.fixturename), spec)


@pytest.fixture
def student(request: pytest.FixtureRequest) -> Any:
    """The functions, classes and values of the item's file, in the sandbox."""
    return _supplied(request)


@pytest.fixture
def students(request: pytest.FixtureRequest) -> Any:
    """The same for this item and those that it uses, by item id."""
    return _supplied(request)


@pytest.fixture
def answer(request: pytest.FixtureRequest) -> Any:
    """What was read from the item's file."""
    return _supplied(request)


@pytest.fixture
def reference(request: pytest.FixtureRequest) -> Any:
    """The item's reference: a module for code, else its parsed answer."""
    return _supplied(request)


@pytest.fixture
def references(request: pytest.FixtureRequest) -> Any:
    """The references of the lesson by item id."""
    return _supplied(request)


@pytest.fixture
def source(request: pytest.FixtureRequest) -> Any:
    """Gives the syntax tree of the student's file, or of a snippet, as plain data."""
    return _supplied(request)


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> Any:
    """A numpy Generator that is the same for every student and at every run."""
    return _supplied(request)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Checks that read another item's file say so first when it is not there."""
    spec = item.stash.get(SPEC, None)
    if spec is not None and spec.needs and isinstance(item, pytest.Function):
        item.config.stash[BENCH].require(spec.needs)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A check that returns something has not asserted it: an error, where pytest would only warn."""
    if SPEC not in pyfuncitem.stash:
        return None
    names = inspect.signature(pyfuncitem.function).parameters
    if pyfuncitem.function(**{name: pyfuncitem.funcargs[name] for name in names}) is not None:
        raise ValueReturned("a check asserts; what it returns is lost")
    return True
