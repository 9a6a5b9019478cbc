"""Values a hundred thousand deep and a hundred thousand wide are ordinary values.

Everything that can be done with a demand is done with theirs, at the ordinary recursion limit. Work is compared at n
and 4n by counting the calls that Python makes, so that quadratic time fails the test and a slow machine does not.
"""

from __future__ import annotations

import copy
import functools
import gc
import pickle
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from counted_calls import calls_of

from strictcheck import Demand, Stream, assert_same_demand, delay, force, nf, observe, spine, upto
from strictcheck.specs import partial_value

pytestmark = pytest.mark.slow

SIZE = 100_000


@dataclass(frozen=True, slots=True)
class Link:
    value: Any
    next: Any


@dataclass(frozen=True, slots=True)
class Wrap:
    inner: Any


@dataclass
class Node:
    """Mutable, with a dictionary of attributes."""

    label: Any
    child: Any = None


NAMES = {"Link": Link, "Wrap": Wrap, "Node": Node}


def chain_of_links(size: int) -> Any:
    value: Any = None
    for number in range(size):
        value = Link(number, value)
    return value


def chain_of_wraps(size: int) -> Any:
    value: Any = 0
    for _ in range(size):
        value = Wrap(value)
    return value


def chain_of_nodes(size: int) -> Any:
    value: Any = None
    for number in range(size):
        value = Node(number, value)
    return value


def chain_of_lists(size: int) -> Any:
    value: Any = []
    for _ in range(size):
        value = [value]
    return value


def chain_of_tuples(size: int) -> Any:
    value: Any = ()
    for number in range(size):
        value = (number, value)
    return value


def chain_of_dicts(size: int) -> Any:
    value: Any = {}
    for _ in range(size):
        value = {"k": value}
    return value


DEEP: dict[str, Callable[[int], Any]] = {
    "links": chain_of_links,
    "wraps": chain_of_wraps,
    "nodes": chain_of_nodes,
    "lists": chain_of_lists,
    "tuples": chain_of_tuples,
    "dicts": chain_of_dicts,
}
WIDE: dict[str, Callable[[int], Any]] = {
    "list": lambda size: list(range(size)),
    "tuple": lambda size: tuple(range(size)),
    "dict": lambda size: {number: str(number) for number in range(size)},
    "list of records": lambda size: [Wrap(number) for number in range(size)],
    "stream": lambda size: Stream(range(size)),
    "iterator": lambda size: iter(range(size)),
}
KINDS = DEEP | WIDE
of_every_kind = pytest.mark.parametrize("kind", KINDS)
# Observing takes most of the time; what observes once more does so for kinds that differ in how they are kept.
of_some_kinds = pytest.mark.parametrize("kind", ["wraps", "lists", "dict", "stream"])


def walk_links(v: Any) -> int:
    total = 0
    while v is not None:
        v, total = v.next, total + v.value
    return total


def walk_wraps(v: Any) -> int:
    count = 0
    while isinstance(v, Wrap):
        v, count = v.inner, count + 1
    return count + v


def walk_nodes(v: Any) -> int:
    total = 0
    while v is not None:
        v, total = v.child, total + v.label
    return total


def walk_lists(v: Any) -> int:
    count = 0
    while v:
        (v,), count = v, count + 1
    return count


def walk_tuples(v: Any) -> int:
    total = 0
    while v:
        number, v = v
        total += number
    return total


def walk_dicts(v: Any) -> int:
    count = 0
    while v:
        v, count = v["k"], count + 1
    return count


WALKS: dict[str, Callable[[Any], Any]] = {
    "links": walk_links,
    "wraps": walk_wraps,
    "nodes": walk_nodes,
    "lists": walk_lists,
    "tuples": walk_tuples,
    "dicts": walk_dicts,
    "list": sum,
    "tuple": sum,
    "dict": lambda v: sum(len(text) for _, text in v.items()),
    "list of records": lambda v: sum(record.inner for record in v),
    "stream": sum,
    "iterator": sum,
}


def observed(kind: str, size: int) -> Any:
    """The observation of a function that looks at all of such a value."""
    return observe(WALKS[kind], KINDS[kind](size))


class Demands(dict[str, Demand]):
    """The demand on all of a value of each kind, observed when it is first wanted."""

    def __missing__(self, kind: str) -> Demand:
        return self.setdefault(kind, observed(kind, SIZE).demand)


@pytest.fixture(scope="module")
def demands() -> Demands:
    return Demands()


@pytest.fixture(autouse=True)
def _ordinary_recursion_limit() -> Any:
    assert sys.getrecursionlimit() <= 1000
    yield
    assert sys.getrecursionlimit() <= 1000


@of_every_kind
def test_weak_head_normal_form_looks_at_one_layer(kind: str) -> None:
    assert observe(lambda v: v, KINDS[kind](SIZE)).demand.size == 1


@of_every_kind
def test_code_that_walks_to_the_end_is_observed_to_the_end(kind: str, demands: dict[str, Demand]) -> None:
    layers = 2 if kind in ("links", "tuples", "nodes", "list of records") else 1
    assert demands[kind].size == SIZE * layers + 1
    assert len(demands[kind].paths()[-1]) == (1 if kind in WIDE and layers == 1 else 2 if kind in WIDE else SIZE)


@of_some_kinds
def test_normal_form_looks_at_every_layer(kind: str, demands: dict[str, Demand]) -> None:
    observation = observe(lambda v: v, KINDS[kind](SIZE), context=nf)
    assert observation.demand == observation.result_demand == demands[kind]
    assert len(repr(observation)) < 5_000


@of_some_kinds
def test_the_trace_knows_who_looked_at_the_last_layer(kind: str) -> None:
    trace = observe(WALKS[kind], KINDS[kind](SIZE), where=True).trace
    assert len(trace) > SIZE
    assert trace[-1].where is not None
    assert trace[0].path == ()


@of_some_kinds
def test_observing_again_gives_an_equal_demand(kind: str, demands: dict[str, Demand]) -> None:
    again = observed(kind, SIZE).demand
    assert again == demands[kind]
    assert hash(again) == hash(demands[kind])
    assert again <= demands[kind] <= again


@of_every_kind
def test_demands_are_ordered_joined_met_and_subtracted(kind: str, demands: dict[str, Demand]) -> None:
    full = demands[kind]
    small = observe(lambda v: v, KINDS[kind](SIZE)).demand
    assert small < full
    assert not full <= small
    assert small | full == full
    assert small & full == small
    # Of what is pulled, and of a dict, a first look says less than going through it: cells, keys, the end are missing.
    says_all = kind not in ("stream", "iterator", "dict", "dicts")
    assert len(full - small) == full.size - (1 if small.size == 1 and says_all else 0)
    assert len(full - full) == 0
    assert Demand() | full == full


@of_some_kinds
def test_a_demand_is_printed_in_full_and_read_back(kind: str, demands: dict[str, Demand]) -> None:
    text = str(demands[kind])
    assert len(text) > SIZE
    assert Demand.parse(text, NAMES) == demands[kind]


@of_every_kind
def test_a_demand_is_printed_short_for_people(kind: str, demands: dict[str, Demand]) -> None:
    for text in (demands[kind].pretty(), demands[kind].pretty(max_layers=10)):
        assert len(text) < 2_000
        assert "left out" in text


@of_every_kind
def test_a_demand_goes_through_pickle_and_copy(kind: str, demands: dict[str, Demand]) -> None:
    assert pickle.loads(pickle.dumps(demands[kind])) == demands[kind]
    assert copy.deepcopy(demands[kind]) is demands[kind]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "iterator"])
def test_the_full_demand_of_a_value_matches_it(kind: str, demands: dict[str, Demand]) -> None:
    value = KINDS[kind](SIZE)
    assert Demand.full(value) == demands[kind]
    assert demands[kind].matches(value)
    assert not demands[kind].matches(KINDS[kind](SIZE - 1))


@of_every_kind
def test_paths_and_parts_are_found(kind: str, demands: dict[str, Demand]) -> None:
    demand = demands[kind]
    paths = demand.paths()
    assert len(paths) == demand.size
    assert paths[0] == ()
    last = paths[-1]
    assert last in paths
    assert demand.at(last).size >= 1
    assert demand.at(paths[1]).size == demand.size - (2 if kind in ("links", "tuples", "nodes") else 1) or kind in (
        "links", "tuples", "nodes", *WIDE,
    )  # fmt: skip


@of_some_kinds
def test_a_partial_value_is_made_walked_and_replayed(kind: str) -> None:
    observation = observed(kind, SIZE)
    partial_value(observation.demand)
    again = observation.replay()
    assert again.demand == observation.demand


@of_some_kinds
def test_upto_a_demand_forces_just_that(kind: str, demands: dict[str, Demand]) -> None:
    observation = observe(lambda v: v, KINDS[kind](SIZE), context=upto(demands[kind]))
    assert observation.demand == demands[kind]


@pytest.mark.parametrize("kind", ["links", "nodes", "list", "tuple", "dict", "stream", "iterator"])
def test_the_spine_is_walked(kind: str) -> None:
    assert observe(lambda v: v, KINDS[kind](SIZE), context=spine).demand.size >= 1


@pytest.mark.parametrize("kind", ["lists", "stream"])
def test_two_functions_are_compared_on_it(kind: str) -> None:
    walk = WALKS[kind]
    assert_same_demand(lambda v, unread: walk(v), lambda v, unread: walk(v) + 1, KINDS[kind](SIZE), [])


@pytest.mark.parametrize("kind", ["wraps", "lists"])
def test_an_observation_and_its_result_are_deleted_without_a_crash(kind: str) -> None:
    observation = observe(lambda v: [v, v], KINDS[kind](SIZE), context=nf)
    demand, result = observation.demand, observation.result
    del observation
    gc.collect()
    del result
    gc.collect()
    assert demand.size > SIZE


def test_a_chain_of_thunks_that_got_away_is_deleted_without_a_crash() -> None:
    kept: list[Any] = []

    def walk(v: Any) -> None:
        while v is not None:
            kept.append(v)
            v = v.child

    assert observe(walk, chain_of_nodes(SIZE)).result is None
    assert len(kept) == SIZE
    kept.clear()
    gc.collect()


def test_a_chain_of_thunks_is_made_plain_without_recursion() -> None:
    def lengthened(v: Any) -> Any:
        built: Any = None
        while v is not None:
            v, built = v.next, Link(v.value, built)
        return built

    result = observe(lengthened, chain_of_links(SIZE), context=nf).result
    length = 0
    while result is not None:
        assert type(result) is Link
        assert type(result.value) is int
        result, length = result.next, length + 1
    assert length == SIZE


def test_a_result_that_is_computed_as_it_is_looked_at_may_be_deep() -> None:
    def lazily(number: int) -> Any:
        return Link(number, delay(lambda: lazily(number + 1))) if number < SIZE else None

    observation = observe(lambda: lazily(0), context=nf)
    assert observation.result_demand.size == 2 * SIZE + 1


def test_the_first_of_many_children_costs_no_more_than_one_thunk() -> None:
    calls = calls_of(lambda: observe(lambda v: v[0].inner + 1, [Wrap(1)] * SIZE).demand.at((0,)))
    more = calls_of(lambda: observe(lambda v: v[0].inner + 1, [Wrap(1)] * 4 * SIZE).demand.at((0,)))
    assert more <= calls + 50


# Each is prepared with a kind and a size, and then done with what was prepared.
def demand_of(kind: str, size: int) -> Demand:
    return observed(kind, size).demand


STEPS: dict[str, tuple[Callable[[str, int], Any], Callable[[Any], Any]]] = {
    "observe": (lambda kind, size: (WALKS[kind], KINDS[kind](size)), lambda call: observe(*call).demand),
    "normal form": (lambda kind, size: KINDS[kind](size), lambda value: observe(lambda v: v, value, context=nf).demand),
    "replay": (observed, lambda observation: observation.replay()),
    "print": (demand_of, str),
    "print short": (demand_of, lambda demand: demand.pretty()),
    "parse": (lambda kind, size: str(demand_of(kind, size)), lambda text: Demand.parse(text, NAMES)),
    "compare": (lambda kind, size: (demand_of(kind, size), demand_of(kind, size)), lambda two: two[0] == two[1]),
    "join": (lambda kind, size: (demand_of(kind, size), demand_of(kind, size)), lambda two: two[0] | two[1]),
    "subtract": (demand_of, lambda demand: len(demand - Demand())),
    "pickle": (demand_of, pickle.dumps),
}


@pytest.mark.parametrize("step", STEPS)
@of_every_kind
def test_no_step_takes_quadratic_time(kind: str, step: str) -> None:
    prepare, do = STEPS[step]
    small, large = (calls_of(functools.partial(do, prepare(kind, size))) for size in (500, 2_000))
    assert large <= 8 * small


def test_a_replay_of_a_stream_copies_its_cells_a_few_times_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    observation = observed("stream", 500)
    split, copied = Stream.split, [0]

    def counting(stream: Stream[Any]) -> Any:
        copied[0] += stream.pulled
        return split(stream)

    monkeypatch.setattr(Stream, "split", counting)
    observation.replay()
    assert copied[0] <= 4 * 500


@pytest.mark.parametrize("kind", ["links", "lists", "list", "dict"])
def test_a_forced_thunk_deep_down_is_touched_again_without_walking_to_it(kind: str) -> None:
    thunk = delay(lambda: KINDS[kind](SIZE))
    force(thunk)
    assert calls_of(lambda: force(thunk)) < 50
