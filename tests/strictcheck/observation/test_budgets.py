"""Budgets stop at the forcing that goes over them, and end with their block."""

from __future__ import annotations

from typing import Any

import pytest
from shared_values import Fork, Leaf, tree_sum, unused

from strictcheck import (
    Demand,
    TooMuchForced,
    max_forced,
    observe,
)


def test_a_budget_stops_at_the_forcing_that_goes_over_it() -> None:
    with pytest.raises(TooMuchForced) as caught, max_forced(2, of=int):
        observe(sum, [1, 2, 3])
    assert "more than 2 of int forced" in str(caught.value)
    assert "the next is iterable[2], 3" in str(caught.value)
    assert caught.value.observation.demand == Demand.parse("[1, 2, _]")  # type: ignore[attr-defined]


def test_a_budget_that_is_kept_does_nothing() -> None:
    with max_forced(3, of=int), max_forced(4):
        assert observe(sum, [1, 2, 3]).result == 6


def test_a_budget_counts_all_observations_in_its_block_together() -> None:
    with max_forced(3):
        observe(sum, [1])
        with pytest.raises(TooMuchForced):
            observe(sum, [1])


def test_a_budget_may_be_of_several_classes_and_of_records() -> None:
    tree = Fork(Leaf(1), Fork(Leaf(2), Leaf(3)))
    with max_forced(5, of=(Leaf, Fork)):
        observe(tree_sum, tree)
    with pytest.raises(TooMuchForced, match="Leaf"), max_forced(2, of=Leaf):
        observe(tree_sum, tree)


def test_budgets_nest_and_the_smaller_one_stops_first() -> None:
    with pytest.raises(TooMuchForced, match="more than 1 part forced"), max_forced(5), max_forced(1):
        observe(sum, [1, 2])


def test_a_budget_inside_of_a_call_counts_from_there() -> None:
    def look(xs: Any) -> int:
        first = xs[0] + xs[1]
        with max_forced(1, of=int):
            return first + xs[2]

    assert observe(look, [1, 2, 3, 4]).result == 6


def test_a_budget_of_nothing_is_a_promise_not_to_look() -> None:
    with max_forced(0):
        observe(lambda xs: [xs], [1], context=unused)
    with pytest.raises(TooMuchForced), max_forced(0):
        observe(len, [1])
    with pytest.raises(ValueError, match="limit=-1"), max_forced(-1):
        pass


def test_a_budget_ends_with_its_block() -> None:
    with max_forced(1):
        observe(len, [1])
    assert observe(sum, [1, 2, 3]).result == 6
