"""Contexts: a lazy result looks at what its context asks for."""

from __future__ import annotations

import datetime
import itertools
from collections import namedtuple
from dataclasses import dataclass
from typing import Any

import pytest
from shared_values import Point, unused

from strictcheck import (
    Demand,
    Stream,
    max_forced,
    nf,
    observe,
    spine,
    take,
    upto,
    whnf,
)
from strictcheck.errors import TooMuchForced
from strictcheck.observation import result_contexts
from strictcheck.observation.result_contexts import MANY, count_parts


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


def test_a_context_that_does_not_fit_the_result_is_told_in_plain_words() -> None:
    with pytest.raises(TypeError, match=r"^take\(2\): the result is an int, which has no items to take"):
        observe(max, [1, 2], context=take(2))
    with pytest.raises(TypeError, match=r"^object of type 'iterator' has no len"):
        observe(lambda xs: (x for x in xs), [1, 2], context=len)


def test_a_lazy_result_is_a_stream_that_goes_on_where_the_context_stopped() -> None:
    observation = observe(lambda xs: (x + 1 for x in xs), [1, 2, 3], context=take(1))
    assert isinstance(observation.result, Stream)
    assert observation.result.pulled == 1
    assert list(observation.result) == list(observation.result) == [2, 3, 4]
    assert observation.demand == Demand.parse("[1, _, _]")


def echo(numbers: Any) -> Any:
    said = 0
    for number in numbers:
        said = yield number + (said or 0)


class Reader:
    """An iterator with more than that."""

    def __init__(self, numbers: Any) -> None:
        self.numbers = iter(numbers)
        self.read = 0

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        self.read += 1
        return next(self.numbers)

    def skip(self) -> int:
        return self.read + next(self.numbers)


@pytest.mark.parametrize(
    ("made", "context", "pattern"),
    [
        (echo, lambda result: (next(result), result.send(4)), "[1, 2, _]"),
        (echo, lambda result: result.close(), "_"),
        (Reader, lambda result: (next(result), result.skip()), "[_, 2, _]"),
        (Reader, lambda result: hasattr(result, "send") or next(result) + 1, "[1, _, _]"),
        (echo, lambda result: hasattr(result, "send") or next(result) + 1, "_"),
    ],
)
def test_a_context_may_use_what_else_a_lazy_result_can_do(made: Any, context: Any, pattern: str) -> None:
    assert observe(made, [1, 2, 3], context=context).verify().replay().demand == Demand.parse(pattern)


@dataclass
class Pair:
    left: Any
    right: Any


Named = namedtuple("Named", "first second")
SHARED = [1]
AROUND: list[Any] = [1]
AROUND.append(AROUND)
RESULTS = {
    "lists and dicts": ([[1, [2]], {"a": (3,), "b": None}], "[[1, [2]], {'a': [3], 'b': None}]"),
    "nothing in them": ([{}, [], (), ()], "[{}, [], [], []]"),
    "dataclasses and named tuples": (Pair(1, Named("a", [Pair(2, 3)])), "Pair(1, Named('a', [Pair(2, 3)]))"),
    "a list at two places": ([SHARED, Pair(SHARED, 2)], "[[1] as a, Pair(a, 2)]"),
    "a list in itself": (AROUND, "[1, a] as a"),
    "dates": ({"day": datetime.date(2020, 1, 1)}, "{'day': date(2020, 1, 1)}"),
    "sets": ([[1], {2}], "[[1], set([2])]"),
    "keys that are tuples": ({(1, 2): 3}, "{(1, 2): 3}"),
}


@pytest.mark.parametrize(("value", "pattern"), RESULTS.values(), ids=RESULTS)
def test_nf_demands_the_same_at_once_and_part_by_part(value: Any, pattern: str, monkeypatch: pytest.MonkeyPatch):
    at_once = observe(lambda: value, context=nf)
    monkeypatch.setattr(result_contexts, "_force_tree", lambda thunk: False)
    by_parts = observe(lambda: value, context=nf)
    assert (str(at_once.result_demand), str(by_parts.result_demand)) == (pattern, pattern)
    assert at_once.result_demand == by_parts.result_demand
    assert at_once.verify().result is value


class Station:
    def __init__(self) -> None:
        self.links: list[Station] = []


def test_nf_asks_once_for_what_many_ways_lead_to() -> None:
    stations = [Station() for _ in range(20)]
    for station in stations:
        station.links = [*stations]
    nested: Any = [1]
    for _ in range(50):
        nested = [nested, nested]
    assert observe(lambda part: part, stations, context=nf).replay().demand.size == 41
    assert observe(lambda part: [part, part], nested, context=nf).replay().demand.size == 52


class Counted:
    def __init__(self) -> None:
        self.ids = itertools.count()


@pytest.mark.parametrize("context", [nf, spine])
def test_an_iterator_without_an_end_in_a_result_is_not_pulled(context: Any) -> None:
    seen = observe(lambda owner: (next(owner.ids), [owner, itertools.cycle("ab")])[1], Counted(), context=context)
    assert str(seen.verify().replay().demand) == "Counted(ids=[_, *_])"


def test_parts_can_be_looked_at_after_nf():
    def context(result: Any) -> None:
        nf(result)
        assert result["a"][0] + 1 == 3

    seen = observe(lambda: {"a": [2, "x"]}, context=context)
    assert str(seen.result_demand) == "{'a': [2, 'x']}"


def test_a_budget_does_not_limit_what_a_context_does_with_plain_data():
    with max_forced(1):
        observe(lambda ns: [len(ns) + 1, [2, 3]], [1, 2], context=nf)
    with pytest.raises(TooMuchForced), max_forced(0):
        observe(lambda n: [n + 1, [2, 3]], 1, context=nf)


MOST = 100_000


@pytest.mark.parametrize(
    ("value", "classes", "count"),
    [
        (7, (object,), 1),
        ([1, [2, "a"], None], (object,), 6),
        ([1, [2, "a"], None], (int, str), 3),
        (Point(1, (2, 3)), (object,), 5),
        (Point(1, (2, 3)), (Point, tuple), 2),
        ([], (int,), 0),
    ],
)
def test_the_parts_of_known_values_are_counted(value: Any, classes: tuple[type, ...], count: int) -> None:
    assert count_parts(value, classes, MOST) == count


@pytest.mark.parametrize("value", [iter([1]), {"a": 1}, [object(), {"a": 1}], [0] * MANY])
def test_a_value_of_which_nobody_knows_has_more_parts_than_any_limit(value: Any) -> None:
    assert count_parts(value, (object,), MOST) == MOST + 1


def test_a_cycle_has_more_parts_than_any_limit() -> None:
    cycle: list[Any] = []
    cycle.append(cycle)
    assert count_parts(cycle, (object,), MOST) == MOST + 1


def test_a_part_of_an_open_observation_has_more_parts_than_any_limit() -> None:
    assert observe(lambda xs: count_parts(xs, (object,), MOST), [1], certify=False).result == MOST + 1


def test_a_call_that_looks_at_all_forces_as_many_parts_as_were_counted() -> None:
    value = [Point(1, (2, 3)), [4]]
    forced = observe(str, value, certify=False).demand.size
    assert count_parts(value, (object,), MOST) == forced
