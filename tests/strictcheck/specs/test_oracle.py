"""`...` in what a spec expects."""

from __future__ import annotations

import pytest
from shared_values import twin

from strictcheck import Demand, check_spec, hole, like, spec
from strictcheck.errors import DemandMismatch, SpecError
from strictcheck.specs.oracle import with_anything


def head_and_length(items: list[int], default: int) -> int:
    return items[0] + len(items) if items else default


def test_anything_passes_where_it_stands_and_nothing_else():
    @spec
    def any_head(result, items, default):
        return [..., *[hole] * (len(items) - 1)] if items else [], ...

    check_spec(head_and_length, any_head)

    def reads_the_second_too(items: list[int], default: int) -> int:
        return items[1] if len(items) > 1 else head_and_length(items, default)

    with pytest.raises(DemandMismatch, match="items") as raised:
        check_spec(reads_the_second_too, any_head)
    assert raised.value.counterexample.path == (1,)


def test_all_of_an_argument_may_be_anything():
    head = spec(lambda result, items, default: ([*items[:1], *[hole] * (len(items) - 1)], ...), compare="<=")
    check_spec(head_and_length, head)
    with pytest.raises(SpecError, match=r"for each argument of each call it has \.\.\."):
        check_spec(head_and_length, spec(lambda result, items, default: (..., ...)))


@pytest.mark.parametrize(
    ("expected", "actual", "filled"),
    [
        ([1, ...], "[_, 2]", "[1, 2]"),
        ([1, ...], "_", "[1, _]"),
        (..., "[1, [_]]", "[1, [_]]"),
        (..., "_", "_"),
        ({"a": ..., "b": [..., 2]}, "{'a': 1, 'b': [[_, 3], 4]}", "{'a': 1, 'b': [[_, 3], 2]}"),
        ([1, hole], "[2, 3]", "[1, _]"),
    ],
)
def test_the_actual_demand_stands_in_place_of_it(expected, actual, filled):
    assert with_anything(Demand.of_partial(expected), Demand.parse(actual)) == Demand.parse(filled)


def test_in_a_demand_it_is_the_value_ellipsis():
    def reads(items: list[int]) -> list[object]:
        return [...] if items and items[0] == 0 else []

    check_spec(reads, like(twin(reads)))
    assert Demand.full([...]) != Demand.parse("[1]")
