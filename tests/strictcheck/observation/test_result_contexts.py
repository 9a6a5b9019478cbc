"""Contexts: a lazy result looks at what its context asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from shared_values import unused

from strictcheck import (
    Demand,
    Stream,
    nf,
    observe,
    spine,
    take,
    upto,
    whnf,
)


@pytest.mark.parametrize(
    ("context", "pattern"),
    [
        (unused, "[*_]"),
        (whnf, "[*_]"),
        (take(0), "[*_]"),
        (take(2), "[1, 2, *_]"),
        (take(9), "[1, 2, 3]"),
        (spine, "[1, 2, 3]"),
        (nf, "[1, 2, 3]"),
        (upto(Demand.parse("[_, 4, *_]")), "[1, 2, *_]"),
    ],
)
def test_a_lazy_result_looks_at_what_its_context_asks_for(context: Any, pattern: str) -> None:
    assert observe(lambda xs: (2 * x for x in xs), iter([1, 2, 3]), context=context).demand == Demand.parse(pattern)


def test_the_spine_of_a_record_is_its_recursive_fields() -> None:
    @dataclass
    class Node:
        value: int
        next: Node | None = None

    globals()["Node"] = Node  # where its annotations are looked up
    observation = observe(lambda n: n, Node(1, Node(2)), context=spine)
    assert observation.demand == Demand.parse("Node(_, Node(_, None))", {"Node": Node})


def test_take_with_a_context_for_each_element() -> None:
    assert observe(lambda xs: xs, [[1, 2], [3]], context=take(1, nf)).demand == Demand.parse("[[1, 2], _]")
    with pytest.raises(ValueError, match="take: count=-1"):
        take(-1)


def test_a_lazy_result_is_a_stream_that_goes_on_where_the_context_stopped() -> None:
    observation = observe(lambda xs: (x + 1 for x in xs), [1, 2, 3], context=take(1))
    assert isinstance(observation.result, Stream)
    assert observation.result.pulled == 1
    assert list(observation.result) == list(observation.result) == [2, 3, 4]
    assert observation.demand == Demand.parse("[1, _, _]")
