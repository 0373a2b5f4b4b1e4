"""Comparisons: the first difference is told, and nothing passes by broadcasting."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.checks import CheckFailed, Difference, assert_close, assert_equal, assert_shape
from grader.errors import CourseError


@pytest.mark.parametrize(
    ("got", "want", "difference"),
    [
        (None, [1.0], Difference.NOTHING),
        ([1.0], [1.0], Difference.CONTAINER),
        ("1.0", 1.0, Difference.TYPE),
        ({"a": 1}, [1.0], Difference.TYPE),
        (np.array(1.0), [1.0], Difference.SHAPE),
        (np.array([[1.0]]), [1.0], Difference.SHAPE),
        (np.array([1]), [1.0], Difference.DTYPE),
        (np.array([True]), [1.0], Difference.DTYPE),
        (np.array([1.0], np.float16), [1.0], Difference.DTYPE),
        (np.array([1.0 + 0j]), [1.0], Difference.DTYPE),
        (np.array(["1"]), [1.0], Difference.DTYPE),
        (True, 1.0, Difference.DTYPE),
        (np.array([1.0, np.nan]), [1.0, 2.0], Difference.NOT_FINITE),
        (np.array([np.inf]), [1.0], Difference.NOT_FINITE),
        (np.array([1.0, 2.1]), [1.0, 2.0], Difference.VALUES),
    ],
)
def test_first_difference_is_told(got: Any, want: Any, difference: Difference) -> None:
    """Container, shape, kind of number, finiteness, values: the first that is wrong is what is said."""
    with pytest.raises(CheckFailed) as failed:
        assert_close(got, want)
    assert failed.value.difference is difference


def test_close_is_enough() -> None:
    """Floats within tolerance pass, single precision too; integers and lists where they are allowed."""
    assert_close(np.array([1.0 + 1e-9]), [1.0])
    assert_close(np.array([6.69762], np.float32), [6.69762], atol=1e-7)
    assert_close(np.array([2]), [2.0], allow="int")
    assert_close([[1.0, 2.0]], [[1.0, 2.0]], allow="list")
    assert_close(0.5, 0.5)
    assert_close(np.zeros((0, 3)), np.zeros((0, 3)))


def test_place_of_the_first_wrong_number() -> None:
    """The message names where the arrays first differ; shapes are told only where they differ."""
    with pytest.raises(CheckFailed, match=r"first at \[1, 0\]") as failed:
        assert_close(np.array([[1.0], [3.0]]), [[1.0], [2.0]], what="output")
    assert "output differs" in str(failed.value)
    assert "shape" not in str(failed.value)


def test_safe_words_hold_no_data() -> None:
    """What a hidden check may say has neither the expected nor the given value."""
    with pytest.raises(CheckFailed) as failed:
        assert_close(np.array([123.0]), [456.0])
    assert "456" in failed.value.details
    assert failed.value.safe == "the result differs from what is expected"


def test_expecting_a_nan_is_the_authors_fault() -> None:
    """No student can be right when the expected value is not finite."""
    with pytest.raises(CourseError):
        assert_close(np.array([1.0]), [np.nan])


@pytest.mark.parametrize(
    ("got", "want"),
    [
        (1.0, 1),
        (True, 1),
        ([1], (1,)),
        ("a", "b"),
        (np.ones(2), np.ones((1, 2))),
        (None, 0),
        ({"a": 1}, {"a": 2}),
    ],
)
def test_equal_means_type_and_value(got: Any, want: Any) -> None:
    """Another type is another value, and shapes are compared exactly."""
    with pytest.raises(CheckFailed):
        assert_equal(got, want)
    assert_equal(want, want)


def test_shape_alone() -> None:
    """A shape is compared exactly."""
    assert_shape(np.ones((2, 3)), (2, 3))
    with pytest.raises(CheckFailed, match="wrong shape"):
        assert_shape(np.ones((3, 2)), (2, 3))


def test_a_list_of_words_is_told_without_being_made_an_array() -> None:
    """One long word among many empty ones is small as a list, and gigabytes as an array of numpy's"""
    words = ["x" * 900_000, *[""] * 90_000]
    for got in (words, [words], [[1.0], [b"x"]]):
        with pytest.raises(CheckFailed) as failed:
            assert_close(got, [1.0], allow="list")
        assert failed.value.difference is Difference.DTYPE


def test_only_the_beginning_of_a_long_value_is_written_out() -> None:
    """A message shows the first members of a container; what comes after them is not even asked for its text"""

    class Loud:
        def __repr__(self) -> str:
            raise AssertionError("asked for its text")

    for many in ([0] * 400, (0,) * 400, list(range(400)), [[[0] * 400]]):
        with pytest.raises(CheckFailed) as failed:
            assert_equal([many, Loud()], 3)
        assert failed.value.got.startswith("[" + repr(many)[:200])
        assert failed.value.got.endswith("... (list)")
    with pytest.raises(CheckFailed) as failed:
        assert_equal({"a": [1, (2.5, None)], "b": {3}}, 3)
    assert failed.value.got == "{'a': [1, (2.5, None)], 'b': {3}} (dict)"
