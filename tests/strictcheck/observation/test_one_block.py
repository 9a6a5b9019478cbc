"""A block of code is observed until it is left."""

from __future__ import annotations

from typing import Any

import pytest

from strictcheck import (
    Demand,
    TooMuchForced,
    delay,
    is_forced,
    is_thunk,
    max_forced,
    observing,
)


def failing(xs: Any) -> Any:
    return xs[0] / xs[1]


def test_a_block_is_observed_until_it_is_left() -> None:
    with observing([1, [2, 3], 4]) as seen:
        assert is_thunk(seen.value)
        total = 0 + seen.value[0] + (0 + seen.value[1][1])
        assert seen.demand == Demand.parse("[1, [_, 3], _]")
    assert total == 4
    assert seen.value[2] + 1 == 5
    assert seen.demand == Demand.parse("[1, [_, 3], _]")
    assert [forcing.path for forcing in seen.trace] == [(), (0,), (1,), (1, 1)]


def test_nothing_is_forced_by_observing_itself() -> None:
    late = delay(lambda: [1])
    with observing(late) as seen:
        assert is_thunk(seen.value)
    assert seen.demand == Demand.parse("_")
    assert not is_forced(late)


def test_a_block_that_is_left_by_an_error_is_sealed() -> None:
    with pytest.raises(ZeroDivisionError), observing([1, 0, 3]) as seen:
        failing(seen.value)
    assert seen.value[2] + 1 == 4
    assert seen.demand == Demand.parse("[1, 0, _]")


def test_a_block_takes_the_options_of_observe() -> None:
    with observing(["a", "b"], atoms=(str,), where=True, watch=("local",), count=True) as seen:
        local = 5
        assert "-".join([seen.value[0]]) == "a"
    assert seen.trace[-1].where is not None
    assert seen.trace[-1].where.file == __file__
    assert dict(seen.trace[-1].locals or {}) == {"local": local}
    assert dict(seen.reads) == {("value", (0,)): 1}


def test_blocks_nest() -> None:
    with observing([[1, 2], 3]) as outer:
        with observing(outer.value[0]) as inner:
            _ = inner.value[1] + 1
        _ = outer.value[0][0] + 1
    assert inner.demand == Demand.parse("[_, 2]")
    assert outer.demand == Demand.parse("[[1, 2], _]")


def test_a_budget_holds_in_a_block() -> None:
    with pytest.raises(TooMuchForced), max_forced(1), observing([1, 2]) as seen:
        sum(seen.value)


@pytest.mark.parametrize("use", [list, len, lambda seen: seen[0], lambda seen: 1 in seen, lambda seen: seen.append])
def test_to_use_the_observation_in_place_of_the_value_is_an_error_that_says_what_to_pass(use: Any) -> None:
    with observing([1, 2]) as seen:
        with pytest.raises((TypeError, AttributeError), match=r"pass seen\.value in place of seen"):
            use(seen)
        assert use(seen.value)
