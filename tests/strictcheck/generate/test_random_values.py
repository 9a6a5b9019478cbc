"""`contexts()` draws contexts of all degrees of looking, and shrinks them to the looks that matter."""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random
from typing import Any

import pytest
from demand_strategies import Leaf, Pair, values
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from strictcheck import delay, observe
from strictcheck.generate import nibble
from strictcheck.generate.strategies import contexts


def smallest(condition: Any, strategy: st.SearchStrategy[Any] | None = None) -> Any:
    options = settings(max_examples=500, database=None, phases=[Phase.generate, Phase.shrink])
    return find(contexts() if strategy is None else strategy, condition, settings=options, random=Random(0))


RESULTS = values.filter(lambda value: "Calls" not in repr(value) and "Fails" not in repr(value))


@given(RESULTS, contexts())
def test_a_context_is_deterministic(value: Any, context: Any):
    first, again = (observe(lambda: value, context=context).result_demand for _ in range(2))
    assert first == again


@given(RESULTS, contexts())
def test_a_call_goes_the_same_way_on_its_own_demand(value: Any, context: Any):
    observe(lambda value: value, value, context=context).replay()


@given(contexts(), st.integers(0, 30))
def test_a_context_looks_at_no_more_parts_than_it_has_steps(context: Any, size: int):
    assert observe(lambda: list(range(size)), context=context).result_demand.size <= len(context.steps)


@pytest.mark.slow
def test_contexts_consume_results_to_all_degrees_and_in_several_orders():
    seen: Counter[str] = Counter()
    orders: set[tuple[int, ...]] = set()

    @settings(max_examples=300, database=None, derandomize=True)
    @given(contexts())
    def consume(context: Any) -> None:
        order: list[int] = []
        parts = [delay(lambda number=number: order.append(number) or number) for number in range(3)]
        seen[str(observe(lambda: parts, context=context).result_demand)] += 1
        orders.add(tuple(order))

    consume()
    possible = {f"[{a}, {b}, {c}]" for a in "_0" for b in "_1" for c in "_2"} | {"_"}
    assert set(seen) == possible
    assert seen["[0, 1, 2]"] > 30
    assert {(0, 1, 2), (1, 0, 2), (2, 1, 0)} <= orders


@pytest.mark.slow
def test_contexts_reach_deep_into_lazy_results():
    assert smallest(lambda context: observe(itertools.count, context=context).result_demand.size > 6) == nibble(
        *[0] * 13
    )


def test_contexts_shrink_to_nothing_then_to_the_outermost_layer():
    assert smallest(lambda context: True) == nibble()
    assert smallest(lambda context: len(context.steps) > 0) == nibble(0)


@pytest.mark.slow
def test_contexts_shrink_to_the_looks_that_matter():
    def looks_at(part: str, result: Any) -> Any:
        return smallest(lambda context: part in str(observe(lambda: result, context=context).result_demand))

    assert looks_at("'c'", ["a", "b", "c"]) == nibble(0, 2)
    assert looks_at("'x'", ["a", ["b", "x"]]) == nibble(0, 1, 2)
    assert looks_at("7", list(range(9))) == nibble(0, 7)  # past more than one step goes
    assert len(looks_at("'x'", Pair("a", Pair(["b"] * 5, Leaf("x")))).steps) == 4
