"""One object, one thunk: aliases, parents and cycles come out as in the plain call; demands name shared parts."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from rows import Row, check, rows

from strictcheck import delay, nf, observe


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
    following: Link | None = field(default=None, repr=False, compare=False)
    previous: Link | None = field(default=None, repr=False, compare=False)


def grandchild(node: Any) -> Any:
    return node.children[0].children[0]


def ring(size: int) -> list[Any]:
    first: list[Any] = [0]
    last = first
    for number in range(1, size):
        last.append([number])
        last = last[1]
    last.append(first)
    return first


def ring_of_tuples() -> list[Any]:
    made: list[Any] = [1]
    made.append((made, 2))
    return made


def ring_of_dicts() -> dict[str, Any]:
    made: dict[str, Any] = {"name": "a"}
    made["next"] = made
    return made


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


def full_tree(depth: int, make: Callable[[Any], Any]) -> Any:
    return make([depth]) if depth == 0 else make([full_tree(depth - 1, make) for _ in range(2)])


TABLE = {
    "[[1, 2]] * 2": """
        [[1, 2] as a, a]    v[0][0] + v[1][1]    v[0].append(9); v[1]    v    v[0], v[1]
        [_ as a, a]    v[0] is v[1]    len({id(part) for part in v})
        [[1, _] as a, a]    v[1][0] + v[0][0]
        [[1, _], _]    v[0][0] + 0
        [[_, 2] as a, a]    v[0][0] = 9; v
    """,
    "[[1], [1]]": """
        [_, _]    v[0] is v[1]    v[0] is v[0]
    """,
    "ring(1)": """
        [0, a] as a    v[1][1][0] + 0    v    copied = copy.deepcopy(v); (copied[1] is copied, copied)
        [0, a] as a    pickle.loads(pickle.dumps([[v]]))    [v[0], v]
        [_, a] as a    v[1][1] is v    v[0] = 2; v    v[0] = 7; v[1]
        [_, a] as a    v[1][1][0] = 7; (pickle.loads(pickle.dumps(v)), v)
    """,
    "ring(7)": """
        [_, [_, [_, [_, [_, [_, [_, a]]]]]]] as a    has_cycle(v)
        [_, [_, [2, _]]]    v[1][1][0] + 0
    """,
    "ring(9)": """
        [0, [1, [2, [3, [4, [5, [6, [7, [8, a]]]]]]]]] as a    visited(v)
    """,
    "ring_of_tuples()": """
        [_, [a, 2]] as a    v[0] = 7; v[1]
    """,
    "ring_of_dicts()": """
        {'next': a, 'name': 'a', **_} as a    v['next']['next']['name']
        {'name': 'a', 'next': a} as a    v    v['b'] = 2; v
    """,
    "Node(1, Node(2), Node(3))": """
        Node(children=[Node(parent=n), _]) as n    v.children[0].parent is v
        Node(children=[Node(value=2), Node(parent=n)]) as n    v.children[1].siblings()
    """,
    "Node(1, Node(2))": """
        Node(children=[Node(children=[], parent=n, value=2)], parent=None) as n    v.value = 9; v
        Node()    v.value = 9; [v.depth]
        Node(children=[Node(children=[], parent=n)], parent=None, value=1) as n    v.children[0].value = 9; v
        Node(children=[Node(children=[], parent=n, value=2)], parent=None, value=1) as n    v.children
    """,
    "Node(1, Node(2, Node(3)))": """
        Node(children=[Node(children=[Node(parent=n2)], parent=n) as n2], parent=None) as n    grandchild(v).depth()
    """,
    "linked(1, 2, 3)": """
        Link(_, Link(_, _, l), _) as l    v.following.previous is v
        Link(1, Link(2, _, l), _) as l    v.following.value + v.following.previous.value
        Link(1, Link(_, Link(3, None, l2), l) as l2, None) as l    v.following.value = 9; v
    """,
    "full_tree(2, tuple)": """
        [[[0], [0]], [[0], [0]]]    visited(v)
    """,
    "full_tree(2, list)": """
        [[[0], [0]], [[0], [0]]]    visited(v)
    """,
    "Pair(Pair(Pair(1, 2), 3), Pair(Pair(4, 5), 6))": """
        Pair(Pair(_, _), Pair(_, _))    len({id(v), id(v.left), id(v.left.left), id(v.right), id(v.right.left)})
    """,
    "Card(Card(Card(1, 2), 2), Card(3, 4))": """
        Card(Card(_, _), _)    len({id(part) for part in [v, v.rank, v.suit, v.rank.rank]})
    """,
    "(lambda shared: {'a': shared, 'b': shared})([1])": """
        {'a': [1] as a, 'b': a, **_}    v['a'].append(4) or v['b']
        {'a': _ as a, 'b': a, **_}    v['a'] is v['b']
    """,
}


@rows(globals(), TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row, delayed=False)  # a value that is still to come is another object than that within it


def test_a_lazy_graph_that_leads_back_to_itself_is_walked() -> None:
    graph: dict[str, Any] = {"name": "a", "next": delay(lambda: graph)}
    observation = observe(lambda node: node["next"]["next"]["next"]["name"], graph)
    assert observation.result == "a"
    observation.replay()
    assert len(str(observation.demand)) < 200


def test_a_result_may_be_the_argument_itself() -> None:
    cycle = ring(3)
    assert observe(lambda xs: xs[1][1][1], cycle, context=nf).result is cycle


def test_arguments_that_share_a_part_replay_together() -> None:
    shared = [1, 2]
    seen = observe(lambda a, b: a.append(3) or len(b), shared, shared)
    assert seen.result == seen.replay().result == 3
    assert shared == [1, 2]


@pytest.mark.parametrize("value", [["a", None], ("a", None), {"k": "a", "n": None}])
def test_what_is_returned_as_it_is_is_not_looked_into(value: Any) -> None:
    assert str(observe(lambda v: v, value).demand) in ("[_, _]", "{**_}")
    assert observe(lambda v: v, value, context=nf).result is value


class Bare(list[int]):
    __slots__ = ()


class WithTotal(Bare):
    __slots__ = ()

    def total(self) -> int:
        """Sum of the elements."""
        return sum(self)


def test_a_list_that_is_given_another_class_has_its_methods() -> None:
    def total(numbers: Any) -> Any:
        numbers.__class__ = WithTotal
        return numbers.total()

    assert observe(total, Bare([1, 2])).result == 3


def test_a_deep_copy_may_be_made_without_a_memo() -> None:
    class Copied:
        def __init__(self) -> None:
            self.parts = [1, [2]]

    made = observe(lambda x: x.__deepcopy__().parts, Copied()).result
    assert made == [1, [2]]


def test_an_argument_that_the_call_registers_where_its_own_parts_look_is_one_object() -> None:
    registry: list[Any] = []
    member = SimpleNamespace(members=registry)

    def register(member: Any) -> Any:
        registry.append(member)
        member.number = len(member.members)
        return member.members[0] is member, member.members[0].members[0] is member, len(pickle.dumps(member)) > 0

    seen = observe(register, member)
    assert seen.result == (True, True, True)
    assert str(seen.demand) == "SimpleNamespace(members=[s]) as s"
