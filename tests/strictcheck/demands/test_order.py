"""Demands with shared parts: one part for each object that can change, however many ways lead to it."""

from __future__ import annotations

import pickle
import random
import re
from dataclasses import dataclass
from typing import Any

import pytest
from demand_strategies import NAMES, graph_demands, graphs, shuffled
from hypothesis import given
from hypothesis import strategies as st
from long_runs import size

from strictcheck import Demand
from strictcheck.demands.columns import UNSEEN, Columns, Same
from strictcheck.errors import DemandError, Unevaluated
from strictcheck.kinds.sequence import Sequence
from strictcheck.kinds.table import take_apart
from strictcheck.specs import partial_value
from strictcheck.specs.differences import COMPARISONS


@dataclass
class Node:
    value: Any
    next: Any


def parse(text: str) -> Demand:
    return Demand.parse(text, {"Node": Node})


@pytest.mark.parametrize(
    "text",
    [
        "Node(1, Node(2, n)) as n",
        "[_ as a, a]",
        "[[1] as a, a, [1]]",
        "[[2, a] as a, [3, b] as b, a, b]",
        "{'x': [[a], 1] as a, **_}",
        "[Node(1, _) as n, Node(2, n) as n2, n2, [3] as a, a]",
        "[Node as a, a]",
    ],
)
def test_a_pattern_with_names_is_read_and_written(text: str) -> None:
    demand = parse(text)
    assert str(demand) == text
    assert eval(repr(demand), {"Demand": Demand, "Node": Node}) == demand
    assert Demand.parse(str(demand), {"Node": Node}) == demand
    assert pickle.loads(pickle.dumps(demand)) == demand


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("[a, [1] as a]", "[[1] as a, a]"),  # the first way in the pattern has the part
        ("[[1] as x, x]", "[[1] as a, a]"),
        ("[[1] as a]", "[[1]]"),  # nobody refers to it
        ("[_ as a]", "[_]"),
        ("[[1] as Node, Node]", "[[1] as a, a]"),  # a name that is given hides a class
        ("[[1] as x, x, Colour.RED]", "[[1] as a, a, Colour.RED]"),
    ],
)
def test_equal_demands_are_written_alike(text: str, canonical: str) -> None:
    assert str(Demand.parse(text, {"Node": Node, **NAMES})) == canonical


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a, 1]", "unknown name 'a'"),
        ("[[1] as a, [2] as a]", "this one is given twice"),
        ("[1 as 2]", "expected a name for the part"),
        ("[a as a]", r"expected ',' or '\]'"),
        ("[[1] as b.c]", "expected a name for the part"),
    ],
)
def test_what_names_no_part_is_refused(text: str, message: str) -> None:
    with pytest.raises(DemandError, match=message):
        parse(text)


def test_a_shared_part_says_more_than_two_equal_ones() -> None:
    shared, apart = parse("[[1] as a, a]"), parse("[[1], [1]]")
    assert apart < shared
    assert apart | shared == shared
    assert apart & shared == apart
    assert shared - apart == [(1,)]
    assert not apart - shared
    assert parse("[_ as a, a]") < shared
    assert not parse("[_ as a, a]") <= apart


def test_the_join_makes_one_part_of_all_that_is_one() -> None:
    assert parse("[a, a, _] as a") | parse("[[_, _, 3], *_]") == parse("[a, a, 3] as a")
    assert parse("[a] as a") | parse("[[a]] as a") == parse("[a] as a")
    assert parse("[[1, _] as a, a]") | parse("[_, [_, 2]]") == parse("[[1, 2] as a, a]")
    with pytest.raises(DemandError, match=r"disagree at \(0, 0\), 1 against 2"):
        parse("[[1] as a, a]") | parse("[[1], [2]]")
    with pytest.raises(DemandError, match="both there and absent"):
        Demand.parse("[Plain(x=1) as p, p]", NAMES) | Demand.parse("[_, Plain(x=absent)]", NAMES)


def test_in_the_meet_two_ways_lead_to_one_part_if_they_do_in_both() -> None:
    assert parse("[[a]] as a") & parse("[[[a]]] as a") == parse("[[[[[[a]]]]]] as a")
    assert parse("[[1] as a, a]") & parse("[[2] as a, a]") == parse("[[_] as a, a]")
    assert parse("[[1] as a, a]") & parse("[{} as a, a]") == parse("[_ as a, a]")
    assert parse("[[1] as a, a]") & parse("[[1], {}]") == parse("[[1], _]")


def test_a_part_is_found_by_each_way_and_counted_once() -> None:
    demand = parse("Node([1], Node(2, n)) as n")
    assert demand.size == 5
    assert [*demand.paths()] == [(), ("value",), ("value", 0), ("next",), ("next", "value")]
    assert ("next", "next") in demand.paths()
    assert ("next", "next", "value", 0) in demand.paths()
    assert ("next", "next", "value", 1) not in demand.paths()
    assert demand.at(("next",)) == parse("Node(2, Node([1], n)) as n")
    assert demand.at(("next", "next")) == demand
    assert demand.at(("next", "next", "value")) == parse("[1]")
    assert parse("[_ as a, a]").size == 1


def test_a_demand_has_a_size_and_no_length() -> None:
    with pytest.raises(TypeError, match=r"\.size is how many parts"):
        len(parse("[1]"))  # type: ignore[arg-type]


def test_full_and_matches_ask_which_object_it_is() -> None:
    ring = Node(1, None)
    ring.next = Node(2, ring)
    assert str(Demand.full(ring)) == "Node(1, Node(2, n)) as n"
    assert Demand.full(ring).matches(ring)
    assert not Demand.full(ring).matches(Node(1, Node(2, Node(1, ring))))
    part, frozen = [1], (1,)
    assert str(Demand.full([part, part, frozen, frozen])) == "[[1] as a, a, [1], [1]]"
    assert parse("[_ as a, a]").matches([part, part])
    assert not parse("[_ as a, a]").matches([part, [1]])


def test_a_partial_value_holds_a_shared_part_once() -> None:
    ring = partial_value(parse("Node(1, Node(_, n)) as n"))
    assert ring.next.next is ring
    rows = partial_value(parse("[[1, _] as a, a, {'k': a}]"))
    assert rows[0] is rows[1] is rows[2]["k"]
    holes = partial_value(parse("[_ as a, a]"))
    assert holes[0] is holes[1]
    with pytest.raises(Unevaluated):
        _ = holes[0] + 1
    partly = partial_value(Demand.parse("{'x': d, 'y': Plain(z=d, y=p) as p, **_} as d", NAMES))
    assert partly["x"] is partly
    assert partly["y"].parts["y"] is partly["y"]


def test_a_graph_is_laid_out_with_each_part_where_the_pattern_has_it_first() -> None:
    parts = {0: {0: 1, 1: 1, 2: 2, 3: 2}, 1: {}, 2: {}}
    made = Columns.lay_out(0, [Sequence(4), Sequence(0), UNSEEN], parts.__getitem__)
    assert str(Demand._of(made)) == "[[] as a, a, _ as b, b]"
    assert [type(layer) for layer in made.layers] == [Sequence, Sequence, Same, type(UNSEEN), Same]


@given(graphs())
def test_the_full_demand_of_a_value_matches_it_and_its_partial_value(value: Any) -> None:
    demand = Demand.full(value)
    assert demand.matches(value)
    assert Demand.full(partial_value(demand, like=value)) == demand
    assert demand.size >= 1
    assert take_apart(value)[0] == demand._tree.layers[0]


@given(graph_demands(1), st.randoms(use_true_random=False))
def test_written_forms_and_the_order_of_rows(found: tuple[Demand], randomness: random.Random) -> None:
    (demand,) = found
    again = Demand.parse(str(demand), NAMES)
    assert again == demand
    assert hash(again) == hash(demand)
    assert str(again) == str(demand)
    assert Demand.parse(str(demand), NAMES) == demand
    mixed = shuffled(demand, randomness)
    assert mixed == demand
    assert hash(mixed) == hash(demand)
    assert not demand - mixed
    assert demand.pretty(max_layers=3)


@given(graph_demands(3))
def test_demands_of_one_value_are_a_lattice(found: tuple[Demand, Demand, Demand]) -> None:
    one, two, three = found
    join, meet = one | two, one & two
    assert meet <= one <= join
    assert meet <= two <= join
    assert join == two | one
    assert meet == two & one
    assert (one | two) | three == one | (two | three)
    assert (one & two) & three == one & (two & three)
    assert one | meet == one
    assert one & join == one
    assert (one <= two) == (join == two) == (meet == one) == (not one - two)
    if three <= one and three <= two:
        assert three <= meet
    if one <= three and two <= three:
        assert join <= three


DEPTH = size(5_000, 100_000)


@pytest.fixture(scope="module")
def ring() -> Any:
    first = last = [0, None]
    for number in range(1, DEPTH):
        last[1] = [number, None]
        last = last[1]
    last[1] = first
    return first


@pytest.mark.slow
def test_a_long_ring_is_an_ordinary_demand(ring: Any) -> None:
    demand = Demand.full(ring)
    assert demand.size == 2 * DEPTH
    assert Demand.parse(str(demand)) == demand
    assert demand | demand == demand & demand == demand
    assert demand.matches(ring)
    assert demand.at((1,)) != demand
    value = partial_value(demand)
    for _ in range(DEPTH):
        value = value[1]
    assert value[0] == 0


def test_comparisons_find_where_shared_parts_differ() -> None:
    shared, apart = parse("[[1, 2] as a, a]"), parse("[[1, 2], [1, 2]]")
    assert [compare(shared, shared) for compare in COMPARISONS.values()] == [None] * len(COMPARISONS)
    assert COMPARISONS["=="](shared, apart) == ((1,), "more")
    assert COMPARISONS["=="](parse("[[1, _] as a, a]"), shared) == ((0, 1), "less")


def test_a_name_with_dots_is_told_to_be_a_path_of_several_steps():
    for name, path in {"db.host": ("db", "host"), "users.0": ("users", 0), "log": ("log",), 3: (3,)}.items():
        with pytest.raises(TypeError, match=re.escape(f"write {path} in demand")):
            _ = name in Demand.parse("{'db': {'host': 'a', **_}, **_}")
