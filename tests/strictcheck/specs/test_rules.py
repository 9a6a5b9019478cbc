"""Rules that stop a call: it breaks them, and goes on."""

from __future__ import annotations

import itertools

import pytest
from places import from_root

from strictcheck import (
    DemandMismatch,
    assert_lazy,
    assert_pulls_at_most,
)

HERE = from_root(__file__)


def until_an_error(numbers):
    found = []
    while True:
        try:
            found.append(next(numbers))
        except Exception:
            return found


async def endless():
    for number in itertools.count():
        yield number


async def all_of(numbers):
    return [number async for number in numbers]


def test_a_call_that_takes_far_too_much_of_a_source_without_end_is_stopped():
    for function, source in ((list, itertools.count), (until_an_error, itertools.count), (all_of, endless)):
        with pytest.raises(DemandMismatch, match=r"pulled 1003 elements of .* and went on, 3 were expected"):
            assert_pulls_at_most(function, source(), n=3)
        with pytest.raises(DemandMismatch, match="is not lazy: it looked at"):
            assert_lazy(function, source())


def test_only_the_argument_that_is_meant_is_limited():
    pulled = []

    def first_and_many(one, other):
        pulled.append(len([next(other) for _ in range(2_000)]))
        return next(one)

    assert_pulls_at_most(first_and_many, itertools.count(), itertools.count(), n=3, of="one")
    assert pulled == [2_000] * 3
