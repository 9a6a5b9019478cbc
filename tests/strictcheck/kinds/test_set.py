"""Sets: a look at one is a look at all its elements, and objects among them are observed and left as they were."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from strictcheck import Demand, nf, observe


class Node:
    def __init__(self, name: int) -> None:
        self.name = name
        self.rest = [name]


class Named(set[int]):
    def total(self) -> int:
        return sum(self)


def changed(s: Any) -> Any:
    s.add(9)
    s.discard(1)
    return s


USES: dict[str, Callable[[Any], Any]] = {
    "whole": lambda s: s, "in": lambda s: (1 in s, 7 in s), "length": len, "sorted": sorted, "union": lambda s: s | {8},
    "from the right": lambda s: {8} | s, "less": lambda s: {1, 2, 8} - s, "subset": lambda s: s <= {1, 2, 3, 4},
    "equal": lambda s: s == {1, 2, 3}, "same elements": lambda s: {1, 2, 3} == s,
    "comprehension": lambda s: {-n for n in s},
    "walked": lambda s: [*s], "isdisjoint": lambda s: s.isdisjoint([7]), "copy": lambda s: s.copy(), "truth": bool,
    "the type": lambda s: isinstance(s, (set, frozenset)), "in itself": lambda s: s in [s], "min": min,
}  # fmt: skip


@pytest.mark.parametrize("name", USES)
@pytest.mark.parametrize("make", [set, frozenset, Named])
def test_a_set_is_used_as_the_plain_one(name: str, make: Any) -> None:
    given = make([1, 2, 3])
    seen = observe(USES[name], given, context=nf)
    assert seen.result == USES[name](given)
    assert type(seen.result) is type(USES[name](given))
    assert seen.replay().result == seen.result


@pytest.mark.parametrize("make", [set, Named])
def test_a_set_that_is_changed_is_the_copy(make: Any) -> None:
    given = make([1, 2])
    seen = observe(changed, given, context=nf)
    assert seen.result == {2, 9}
    assert type(seen.result) is make
    assert given == {1, 2}


def test_what_is_read_of_an_object_in_a_set_counts() -> None:
    seen = observe(lambda s: sorted(node.name for node in s), {Node(1), Node(2)}, context=nf)
    assert seen.result == [1, 2]
    assert sorted(path[-1] for path in seen.demand.paths() if len(path) == 2) == ["name", "name"]
    assert seen.replay().result == [1, 2]


def test_what_is_written_to_an_object_in_a_set_stays_with_the_call() -> None:
    node = Node(1)

    def mark(s: Any, x: Any) -> Any:
        for element in s:
            element.rest.append(x)
            element.name = 7
        return [element.name for element in s], s

    seen = observe(mark, {node}, [5], context=nf)
    assert seen.result[0] == [7]
    assert [element.rest for element in seen.result[1]] == [[1, [5]]]
    assert (node.name, node.rest) == (1, [1])


def test_an_object_is_found_in_the_set_that_it_is_in() -> None:
    node, other = Node(1), Node(2)
    used = {"here": [node], "there": {node, other}}
    seen = observe(lambda d: (d["here"][0] in d["there"], len(d["there"] - {d["here"][0]})), used)
    assert seen.result == (True, 1)
    assert observe(lambda s: (s.pop().name, len(s)), {node}).result == (1, 0)


def test_a_set_is_found_among_frozen_sets() -> None:
    assert observe(lambda s: {1} in s, {frozenset({1})}).result is True
    assert observe(lambda one, s: one in s, {1}, {frozenset({1})}).result is True


def test_the_demand_on_a_set_of_values_has_its_elements() -> None:
    seen = observe(lambda s: 7 in s, {2, 1})
    assert str(seen.demand) == "set([1, 2])"
    assert Demand.parse("set([1, 2])") == seen.demand != observe(lambda s: 7 in s, {3}).demand
    assert str(observe(len, frozenset(["b", (1, "a")])).demand) == "frozenset(['b', (1, 'a')])"


def test_the_demand_on_a_set_stays_when_the_set_is_changed() -> None:
    given = {1}
    seen = observe(len, given)
    given.add(2)
    assert str(seen.demand) == "set([1])"
    assert seen.replay().result == 1
