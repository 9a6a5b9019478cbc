"""A call that was found is cut down to what it looked at, and what its judge did."""

from __future__ import annotations

import itertools
import json
import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Union

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from strictcheck import Demand, check_reads_only, check_spec, hole, like, nf, observe, whnf
from strictcheck.errors import DemandMismatch
from strictcheck.specs.cases import CallCase, Inputs
from strictcheck.specs.counterexamples import SpecJudge
from strictcheck.specs.specification import Spec


@dataclass(frozen=True)
class Leaf:
    pass


@dataclass(frozen=True)
class Node:
    left: Tree
    label: int
    right: Tree


Tree = Union[Leaf, Node]  # noqa: UP007  # Hypothesis draws leaves first


def tree_of(size: int, seed: int) -> Tree:
    """A tree of so many nodes; trees of seeds that are near to one another have nothing in common."""
    done: list[Any] = []
    todo: list[Any] = [(size, seed)]
    while todo:
        job = todo.pop()
        if isinstance(job, int):
            right, left = done.pop(), done.pop()
            done.append(Node(left, job, right))
        elif job[0] == 0:
            done.append(Leaf())
        else:
            size, seed = job
            left = (seed * 7919 + 13) % size
            todo += [(seed * 31 + size) % 1000, (size - 1 - left, seed * 3 + 1), (left, seed * 5 + 2)]
    return done[0]


def leftmost(tree: Tree) -> int | None:
    label = None
    while isinstance(tree, Node):
        label, tree = tree.label + 0, tree.left
    return label


class Counted:
    """`leftmost`, but it looks to the right of large labels; counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, tree: Tree) -> int | None:
        self.calls += 1
        label = None
        while isinstance(tree, Node):
            label = tree.label + 0
            assert label <= 900 or isinstance(tree.right, (Leaf, Node))
            tree = tree.left
        return label


def failure(function, expected, **options):
    with pytest.raises(DemandMismatch) as caught:
        check_spec(function, expected, **{"settings": settings(max_examples=300), **options})
    return caught.value.counterexample


def test_a_call_on_thousands_of_nodes_is_cut_to_what_it_looked_at_in_one_step():
    function = Counted()
    tree = tree_of(4000, 3)
    case = CallCase(function, Inputs((tree,), {}), whnf)
    judge = SpecJudge(Spec(lambda result, tree: hole))
    found = judge.try_case(case)
    assert function.calls == 1
    cut = judge.cut_down(found)
    assert function.calls == 2
    assert cut.case.cut == {"tree": observe(Counted(), tree).demand}
    assert Demand.full(tree).size > 8000
    assert cut.case.cut["tree"].size < 60
    assert cut.observation.demand == found.observation.demand


def test_only_what_strategies_draw_is_reported():
    drawn = []

    def build(labels: list[int]) -> Tree:
        tree: Tree = Leaf()
        for label in labels:
            tree = Node(tree, label, Leaf())
        drawn.append(tree)
        return tree

    given_ = [st.lists(st.integers(903, 999), min_size=2, max_size=5).map(build)]
    found = failure(Counted(), like(leftmost), given=given_)
    assert str(found.observation.demand) == "Node(Node(Leaf(), 903, Leaf()), 903, Leaf())"
    assert any(found.arguments["tree"].matches(tree) for tree in drawn)


def test_what_the_spec_looks_at_is_not_cut_away():
    found = failure(lambda items: 0, lambda result, items: [hole] * len(items), given=[st.lists(st.integers())])
    assert found.call == "<lambda>(items=[])"
    found = failure(
        lambda items: len(items),
        lambda result, items: items if sum(items) > 5 else [hole] * len(items),
        given=[st.lists(st.integers())],
    )
    assert found.arguments == {"items": Demand.full([6])}


def test_a_call_that_goes_another_way_on_partial_values_is_not_cut():
    turns = itertools.cycle([1, 0])
    judge = SpecJudge(Spec(lambda result, items: hole))
    found = judge.try_case(CallCase(lambda items: items[next(turns)] + 0, Inputs(([1, 2],), {}), whnf))
    assert judge.cut_down(found) is found
    assert found.case.text() == "<lambda>(items=[1, 2])"


def test_a_call_that_looks_at_less_the_second_time_is_not_cut():
    turns = itertools.count()

    def forgetful(items: list[int]) -> int:
        return items[0] + (items[1] if next(turns) == 0 else 0)

    judge = SpecJudge(Spec(lambda result, items: hole))
    found = judge.try_case(CallCase(forgetful, Inputs(([1, 2],), {}), whnf))
    assert judge.cut_down(found) is found


def test_where_a_spec_works_on_plain_values_alone_nothing_is_cut():
    def first(numbers: list[int]) -> int:
        return numbers[0] + 0 if numbers else 0

    def spec_in_c(result, numbers):
        return [hole for _ in json.loads(json.dumps(numbers))]

    found = failure(first, spec_in_c, given=[st.just([1, 2])])
    assert found.arguments is None
    assert found.call == "first(numbers=[1, 2])"


def test_an_iterator_stays_one_when_it_is_cut():
    def taken(items):
        return [next(items), next(items)]

    case = CallCase(taken, Inputs((iter([1, 2, 3]),), {}), whnf)
    judge = SpecJudge(Spec(lambda result, items: [items[0], hole, items[2]]))
    cut = judge.cut_down(judge.try_case(case))
    assert cut.case.cut is not None
    assert cut.observation.demand == Demand.parse("[_, _, *_]")
    assert cut.case.observe().demand == cut.observation.demand  # again, and again


def test_a_deep_call_is_cut_too():
    deep: Any = Leaf()
    for _ in range(5_000):
        deep = Node(deep, 1, Leaf())
    case = CallCase(leftmost, Inputs((deep,), {}), whnf)
    judge = SpecJudge(Spec(lambda result, tree: hole))
    cut = judge.cut_down(judge.try_case(case))
    assert cut.case.cut["tree"].size == 10_001
    assert len(cut.case.text()) < 2000


@dataclass
class Host:
    name: str
    port: int = 25


class Level(Enum):
    LOW = 1


def of_iterator(xs: Iterator[int]) -> list[int]:
    return [next(xs, 0) + 0, next(xs, 0) + 0]


def of_records(hosts: list[Host]) -> list[int]:
    return [host.port + 0 for host in hosts]


def of_members(levels: dict[str, Level]) -> list[str]:
    return [level.name for level in levels.values()]


def of_any_number(first: int, /, *more: int, last: int = 0, **named: int) -> int:
    return sum(more)


@pytest.mark.parametrize(
    ("function", "parts", "options"),
    [
        (of_iterator, ["0"], {}),
        (of_records, ["*.name"], {}),
        (of_members, ["a"], {}),
        (of_any_number, ["0"], {"of": "more"}),
    ],
)
def test_the_call_that_is_shown_can_be_pasted(function: Any, parts: list[str], options: dict[str, Any]) -> None:
    with pytest.raises(DemandMismatch) as failed:
        check_reads_only(function, *parts, contexts=nf, **options)
    (shown,) = re.findall(r"call: +(.+)", str(failed.value))
    observation = eval(shown.replace("(", ", ", 1).join(["observe(", ""]))
    assert observation.result == eval(shown)
    assert any(observation.demands.values())


def test_of_what_no_expression_gives_again_the_needed_part_is_shown() -> None:
    def text_of(given: Any) -> str:
        return CallCase(len, Inputs((given,), {}), whnf).cut_to({"obj": Demand.parse("[1, _]")}).text()

    assert text_of([1, 2]) == "len([1, 2])"
    assert text_of([1] * 500) == text_of([1, array("b")]) == text_of([1, text_of]) == "len([1, _])"
