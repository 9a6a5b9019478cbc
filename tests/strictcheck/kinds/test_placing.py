"""One object, one thunk: aliases, parents and cycles come out as in the plain call; demands name shared parts."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from strictcheck import Demand, nf, observe


class Node:
    def __init__(self, value: Any, *children: Node) -> None:
        self.value, self.children, self.parent = value, list(children), None
        for child in children:
            child.parent = self

    def is_root(self) -> bool:
        return self.parent is None

    def siblings(self) -> list[Any]:
        return [child.value for child in self.parent.children if child is not self]

    def depth(self) -> int:
        return 0 if self.parent is None else 1 + self.parent.depth()


@dataclass
class Link:
    value: int
    following: Link | None = None
    previous: Link | None = None


@dataclass(frozen=True)
class Leaf:
    left: Any
    right: Any


class Pair(NamedTuple):
    left: Any
    right: Any


def ring(size: int) -> list[Any]:
    first: list[Any] = [0]
    last = first
    for number in range(1, size):
        last.append([number])
        last = last[1]
    last.append(first)
    return first


def linked(*values: int) -> Link:
    links = [Link(value) for value in values]
    for one, two in itertools.pairwise(links):
        one.following, two.previous = two, one
    return links[0]


def has_cycle(cell: list[Any]) -> bool:
    slow = fast = cell
    while True:
        slow, fast = slow[1], fast[1][1]
        if slow is fast:
            return True


def visited(value: Any) -> int:
    """How many containers there are, by a walk that remembers the ids of those that it has seen."""
    seen, todo = set[int](), [value]
    while todo:
        part = todo.pop()
        if id(part) not in seen:
            seen.add(id(part))
            todo += [child for child in part if isinstance(child, (list, tuple))]
    return len(seen)


def write_through(rows: list[list[int]]) -> list[list[int]]:
    rows[0][0] = 1
    return rows


def there_and_back(link: Link) -> bool:
    return link.following is not None and link.following.previous is link


def full_tree(depth: int, make: Callable[[Any], Any]) -> Any:
    return make([depth]) if depth == 0 else make([full_tree(depth - 1, make) for _ in range(2)])


CALLS: dict[str, tuple[Callable[[Any], Any], Callable[[], Any]]] = {
    "rows that are one row": (write_through, lambda: [[0] * 2] * 2),
    "is, of an alias": (lambda xs: (xs[0] is xs[1], xs[0] is xs[2]), lambda: (lambda a: [a, a, [1]])([1])),
    "a parent": (lambda node: node.children[0].parent is node, lambda: Node(1, Node(2), Node(3))),
    "siblings": (lambda node: node.children[1].siblings(), lambda: Node(1, Node(2), Node(3))),
    "depth": (lambda node: node.children[0].children[0].depth(), lambda: Node(1, Node(2, Node(3)))),
    "a doubly linked list": (there_and_back, lambda: linked(1, 2, 3)),
    "Floyd's tortoise and hare": (has_cycle, lambda: ring(7)),
    "a walk of a cyclic graph": (visited, lambda: ring(9)),
    "a walk of a tree of tuples": (visited, lambda: full_tree(5, tuple)),
    "a walk of a tree of lists": (visited, lambda: full_tree(5, list)),
    "ids of frozen records": (
        lambda leaf: len({id(leaf), id(leaf.left), id(leaf.left.left), id(leaf.right), id(leaf.right.left)}),
        lambda: Leaf(Leaf(Leaf(1, 2), 3), Leaf(Leaf(4, 5), 6)),
    ),
    "ids of named tuples": (
        lambda pair: len({id(part) for part in [pair, pair.left, pair.right, pair.left.left]}),
        lambda: Pair(Pair(Pair(1, 2), 2), Pair(3, 4)),
    ),
    "a list that holds itself": (lambda xs: xs[1][1][1][0], lambda: (lambda a: a.append(a) or a)([5])),
    "extended by itself": (lambda xs: xs.extend(xs) or xs, lambda: [1, 2]),
    "a deep copy of a cycle": (lambda xs: (lambda c: c[1] is c)(copy.deepcopy(xs)), lambda: ring(1)),
    "written through an alias": (
        lambda d: d["a"].append(4) or d["b"],
        lambda: (lambda shared: {"a": shared, "b": shared})([1]),
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_observed_call_gives_what_the_plain_one_does(name: str) -> None:
    function, make = CALLS[name]
    assert observe(function, make(), context=nf).result == function(make())


@pytest.mark.parametrize("name", CALLS)
def test_its_demand_is_enough_to_replay_it(name: str) -> None:
    function, make = CALLS[name]
    seen = observe(function, make(), context=nf)
    again = seen.replay()
    assert again.result == seen.result
    names = {cls.__name__: cls for cls in (Node, Link, Leaf, Pair)}
    assert Demand.parse(str(seen.demand), names) == seen.demand


def test_a_result_may_be_the_argument_itself() -> None:
    cycle = ring(3)
    assert observe(lambda xs: xs[1][1][1], cycle, context=nf).result is cycle


DEMANDS: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, str]]] = [
    (lambda xs: xs[0][0] + xs[1][1], ((lambda a: [a, a])([1, 2]),), {"xs": "[[1, 2] as a, a]"}),
    (lambda xs: xs[0] is xs[1], ((lambda a: [a, a])([1]),), {"xs": "[_ as a, a]"}),
    (lambda xs: xs[1][0] + xs[0][0], ((lambda a: [a, a])([1, 2]),), {"xs": "[[1, _] as a, a]"}),
    (lambda xs: xs[1][1][0], (ring(1),), {"xs": "[0, a] as a"}),
    (lambda xs: xs[0][0], ((lambda a: [a, a])([1, 2]),), {"xs": "[[1, _], _]"}),
]


@pytest.mark.parametrize(("function", "args", "expected"), DEMANDS)
def test_demands_name_what_is_shared(function: Any, args: Any, expected: dict[str, str]) -> None:
    seen = observe(function, *args)
    assert {name: str(demand) for name, demand in seen.demands.items()} == expected
    seen.replay()


def test_arguments_that_share_a_part_replay_together() -> None:
    shared = [1, 2]
    seen = observe(lambda a, b: a.append(3) or len(b), shared, shared)
    assert seen.result == seen.replay().result == 3
    assert shared == [1, 2]


def test_nothing_is_shared_between_two_observations() -> None:
    shared = [1, 2]
    assert observe(lambda a: a.append(3) or len(a), shared).result == 3
    assert observe(len, shared).result == 2


@pytest.mark.parametrize("value", [["a", None], ("a", None), {"k": "a", "n": None}])
def test_what_is_returned_as_it_is_is_not_looked_into(value: Any) -> None:
    assert str(observe(lambda v: v, value).demand) in ("[_, _]", "{**_}")
    assert observe(lambda v: v, value, context=nf).result is value
