"""Demands are named by parameter, whichever way arguments are given."""

from __future__ import annotations

import functools
import operator
from typing import Any

import pytest

from strictcheck import (
    Demand,
    StrictCheckError,
    observe,
)


def test_demands_are_named_by_parameter_in_the_order_of_the_signature() -> None:
    def function(a: Any, b: Any, *rest: Any, key: Any = None, **more: Any) -> Any:
        return b + rest[0] + more["z"]

    observation = observe(function, 1, 2, 3, 4, z=5, y=6, key=7)
    assert {name: str(demand) for name, demand in observation.demands.items()} == {
        "a": "_", "b": "2", "rest": "[3, _]", "key": "_", "more": "{'z': 5, 'y': _}",
    }  # fmt: skip
    assert list(observation.demands) == ["a", "b", "rest", "key", "more"]


def test_arguments_may_be_given_by_name_in_any_order() -> None:
    observation = observe(lambda a, b: a + 1, b=2, a=1)
    assert list(observation.demands) == ["a", "b"]
    assert [str(demand) for demand in observation.demands.values()] == ["1", "_"]


def test_the_demand_is_that_of_the_only_argument_and_no_other() -> None:
    assert observe(len, [1]).demand == Demand.parse("[_]")
    for function, args in ((operator.add, (1, 2)), (lambda: 1, ())):
        with pytest.raises(StrictCheckError, match="arguments"):
            observe(function, *args).demand


def test_keywords_that_are_options_go_through_a_partial() -> None:
    function = functools.partial(lambda xs, context: (xs[0] + 1, context), context="mine")
    assert observe(function, [1, 2]).result == (2, "mine")


def test_what_cannot_be_called_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="function=5 is not callable"):
        observe(5, 1)  # type: ignore[arg-type]


def test_the_order_of_forcings_is_kept_across_arguments() -> None:
    observation = observe(lambda a, b: (b[0] + 0, a[1] + 0, b[1] + 0), [1, 2], [3, 4])
    assert [(f.argument, f.path) for f in observation.trace] == [
        ("b", ()), ("b", (0,)), ("a", ()), ("a", (1,)), ("b", (1,)),
    ]  # fmt: skip
