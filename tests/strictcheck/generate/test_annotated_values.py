"""Values of an annotation: fields of records, and records that hold others of their class."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import dataclass, field
from typing import NamedTuple

import attrs
import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisWarning

from strictcheck import DemandMismatch, check_spec, like
from strictcheck.generate.annotated_values import LEVELS, WIDTH, atoms_like, strategy_for
from strictcheck.generate.strategies import arguments


@dataclass
class Node:
    score: int = 0
    below: list[Node] = field(default_factory=list)


@dataclass
class Leaf:
    score: int


@dataclass
class Fork:
    left: Leaf | Fork
    right: Leaf | Fork


@dataclass
class MaxNode:
    below: list[MinNode] = field(default_factory=list)


@dataclass
class MinNode:
    below: list[MaxNode] = field(default_factory=list)


@attrs.define
class Hidden:
    _number: int


class Link(NamedTuple):
    value: int
    rest: Link | None


@attrs.define
class Folder:
    name: str
    inside: dict[str, Folder]


@dataclass
class Registered:
    number: int


st.register_type_strategy(Registered, st.builds(Registered, st.just(7)))


@dataclass
class WithRegistered:
    registered: Registered


def depth(node):
    return 1 + max(map(depth, node.below), default=0)


def test_in_a_fresh_process_hypothesis_need_not_have_loaded_all_of_itself():
    code = """
from dataclasses import dataclass
from strictcheck import check_reads_only, check_spec, like
@dataclass
class Address: host: str; port: int; debug: bool
def host(address: Address) -> str: return address.host
def price(total: int, rate: int, is_member: bool) -> int: return total * rate if is_member else total + 0
check_spec(price, like(lambda total, rate, is_member: total - rate if is_member else total - 1))
check_reads_only(host, "host")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@given(strategy_for(Node))
def test_a_tree_has_few_levels_and_is_narrow(node):
    assert depth(node) <= LEVELS
    assert len(node.below) <= WIDTH


@pytest.mark.parametrize(
    ("cls", "is_deep"),
    [
        (Node, lambda node: depth(node) == LEVELS),
        (Fork, lambda fork: isinstance(fork.left, Fork) and isinstance(fork.right, Fork)),
        (Link, lambda link: link.rest is not None and link.rest.rest is not None),
        (MaxNode, lambda node: depth(node) > 4),
        (Hidden, lambda hidden: hidden._number == 3),
        (Folder, lambda folder: any(one.inside for one in folder.inside.values())),
    ],
)
def test_records_that_hold_others_of_their_class_are_drawn(cls, is_deep):
    assert isinstance(find(strategy_for(cls), is_deep, settings=settings(max_examples=5_000, database=None)), cls)


def test_numbers_in_fields_are_near_those_that_stand_in_the_function():
    def is_big(node: Node) -> bool:
        return node.score > 4711

    ((node,), _) = find(arguments(is_big), lambda call: call[0][0].score in (4710, 4711, 4712))
    assert node.below == []


def test_a_strategy_that_is_registered_for_a_class_is_taken():
    assert find(strategy_for(Registered), lambda one: True).number == 7
    assert find(strategy_for(WithRegistered, atoms_like([])), lambda one: True).registered.number == 7


def test_a_class_whose_names_are_gone_is_left_to_hypothesis():
    @dataclass
    class Local:
        number: Gone = 3  # noqa: F821

    with pytest.warns(HypothesisWarning):  # that it draws the default alone
        assert find(strategy_for(Local), lambda one: True).number == 3


def best(
    node: Node, low: float = -math.inf, high: float = math.inf, *, is_max: bool = True, cuts: bool = True
) -> float:
    if not node.below:
        return node.score
    found = -math.inf if is_max else math.inf
    for child in node.below:
        value = best(child, low, high, is_max=not is_max, cuts=cuts)
        if is_max:
            found = max(found, value)
            low = max(low, value)
        else:
            found = min(found, value)
            high = min(high, value)
        if low >= high and (cuts or is_max):
            break
    return found


def test_a_search_of_trees_of_one_s_own_that_leaves_out_a_cut_is_found():
    def without(node: Node) -> float:
        return best(node, cuts=False)

    def right(node: Node) -> float:
        return best(node)

    check_spec(right, like(best))
    for _ in range(3):
        with pytest.raises(DemandMismatch):
            check_spec(without, like(best), settings=settings(max_examples=100, database=None))
