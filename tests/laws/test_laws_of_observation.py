"""What holds of every observation: replay, independence, monotony; and what each option of `observe` promises."""

from __future__ import annotations

import asyncio
import copy
import functools
import itertools
import operator
import pickle
from array import array
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import examples
from shared_values import twin, unused

from strictcheck import (
    Demand,
    DemandMismatch,
    Observation,
    Stream,
    StrictCheckError,
    TooMuchForced,
    Unevaluated,
    assert_no_more_demand,
    assert_same_demand,
    delay,
    find_needless,
    is_forced,
    is_thunk,
    max_forced,
    nf,
    observe,
    observing,
    spine,
    take,
    upto,
    whnf,
)
from strictcheck.errors import DemandError, NotCertified
from strictcheck.specs import find_evidence, partial_value


@dataclass(frozen=True)
class Leaf:
    value: Any


@dataclass(frozen=True)
class Fork:
    left: Any
    right: Any


NAMES = {"Leaf": Leaf, "Fork": Fork}


# --- Random pure functions: lists of steps, each from a list of integers to one; and functions on trees ---------------

STEPS: dict[str, Callable[[int], Callable[[Any], Any]]] = {
    "take": lambda n: lambda xs: itertools.islice(xs, n),
    "drop": lambda n: lambda xs: itertools.islice(xs, n, None),
    "every": lambda n: lambda xs: itertools.islice(xs, 0, None, n + 1),
    "add": lambda n: lambda xs: (x + n for x in xs),
    "constant": lambda n: lambda xs: (n for _ in xs),
    "below": lambda n: lambda xs: (x for x in xs if x < n),
    "while": lambda n: lambda xs: itertools.takewhile(lambda x: x < n, xs),
    "after": lambda n: lambda xs: itertools.dropwhile(lambda x: x < n, xs),
    "pairs": lambda n: lambda xs: (a if b > n else b for a, b in itertools.pairwise(xs)),
    "sums": lambda n: lambda xs: itertools.accumulate(xs),
    "sorted": lambda n: lambda xs: iter(sorted(xs)),
    "reversed": lambda n: lambda xs: iter(list(xs)[::-1]),
    "groups": lambda n: lambda xs: (key for key, _ in itertools.groupby(xs)),
    "swap": lambda n: lambda xs: (b for pair in zip(*[iter(xs)] * 2, strict=False) for b in pair[::-1]),
    "twice": lambda n: lambda xs: (y for x in xs for y in (x, x)),
    "front": lambda n: lambda xs: itertools.chain([n], xs),
    "ignored": lambda n: lambda xs: iter([n, n + 1]),
}
ENDS: dict[str, Callable[[Any], Any]] = {
    "list": list,
    "lazy": lambda xs: xs,
    "first": lambda xs: next(iter(xs), None),
    "any": lambda xs: any(x > 3 for x in xs),
    "sum": sum,
    "largest": lambda xs: max(xs, default=0),
    "records": lambda xs: [Leaf(x) for x in xs],
    "lazy records": lambda xs: (Fork(x, Leaf(x)) for x in xs),
    "structure": lambda xs: {"n": len(ys := list(xs)), "all": ys},
}


@dataclass(frozen=True)
class Pipeline:
    """A pure function put together at random."""

    steps: tuple[tuple[str, int], ...]
    end: str

    def __call__(self, xs: Any) -> Any:
        for name, number in self.steps:
            xs = STEPS[name](number)(xs)
        return ENDS[self.end](xs)


pipelines = st.builds(
    Pipeline,
    st.lists(st.tuples(st.sampled_from(sorted(STEPS)), st.integers(0, 4)), max_size=4).map(tuple),
    st.sampled_from(sorted(ENDS)),
)
numbers = st.lists(st.integers(-2, 6), max_size=6)
sources = st.sampled_from([list, tuple, iter, Stream, lambda xs: (x for x in xs)])
trees = st.recursive(st.builds(Leaf, st.integers(-2, 6)), lambda parts: st.builds(Fork, parts, parts), max_leaves=8)


def tree_sum(tree: Any) -> int:
    match tree:
        case Leaf(value):
            return value
        case Fork(left, right):
            return tree_sum(left) + tree_sum(right)
    raise TypeError(tree)


def tree_all_positive(tree: Any) -> bool:
    match tree:
        case Leaf(value):
            return value > 0
        case Fork(left, right):
            return tree_all_positive(left) and tree_all_positive(right)
    raise TypeError(tree)


def tree_mirrored(tree: Any) -> Any:
    return Fork(tree_mirrored(tree.right), tree_mirrored(tree.left)) if isinstance(tree, Fork) else tree


def tree_leftmost(tree: Any) -> Any:
    while isinstance(tree, Fork):
        tree = tree.left
    return tree.value


def tree_leaves(tree: Any) -> Iterator[Any]:
    if isinstance(tree, Fork):
        yield from tree_leaves(tree.left)
        yield from tree_leaves(tree.right)
    else:
        yield tree.value


def tree_shape(tree: Any) -> Any:
    return [tree_shape(tree.left), tree_shape(tree.right)] if isinstance(tree, Fork) else []


def tree_has_twins(tree: Any) -> bool:
    if not isinstance(tree, Fork):
        return False
    return tree.left == tree.right or tree_has_twins(tree.left) or tree_has_twins(tree.right)


ON_TREES = [
    tree_sum,
    tree_all_positive,
    tree_mirrored,
    tree_leftmost,
    tree_leaves,
    tree_shape,
    tree_has_twins,
    str,
    hash,
    repr,
]
on_trees = st.sampled_from(ON_TREES)
LADDER = [unused, whnf, take(0), take(1), take(2), take(4), take(4, nf), nf]
contexts = st.sampled_from([unused, whnf, spine, nf, lambda r: take(1)(r) if hasattr(r, "__iter__") else None])
quick = examples(150)


def is_list_like(result: Any) -> bool:
    return isinstance(result, list | Stream | Iterator)


# --- Replay ----------------------------------------------------------------------------------------------------------


@quick
@given(pipelines, sources, numbers, contexts)
def test_observations_of_random_pipelines_replay(function: Any, source: Any, xs: list[int], context: Any) -> None:
    observation = observe(function, source(xs), context=context)
    again = observation.replay()
    assert again.demands == observation.demands
    assert again.result_demand == observation.result_demand


@quick
@given(on_trees, trees, contexts)
def test_observations_of_functions_on_trees_replay(function: Any, tree: Any, context: Any) -> None:
    observation = observe(function, tree, context=context)
    again = observation.replay()
    assert again.demands == observation.demands
    assert again.replay().demands == observation.demands


@quick
@given(pipelines, numbers)
def test_the_partial_value_of_the_demand_is_all_that_the_call_needs(function: Any, xs: list[int]) -> None:
    observation = observe(function, xs, context=nf)
    result = function(partial_value(observation.demand))
    expected = function(xs)
    assert (list(result), "") == (list(expected), "") if isinstance(expected, Iterator) else result == expected


@quick
@given(pipelines, numbers)
def test_no_smaller_demand_would_have_been_enough(function: Any, xs: list[int]) -> None:
    observation = observe(function, xs, context=nf)
    for path in observation.demand.paths():
        rows = [row for row in range(observation.demand.size) if observation.demand.path(row)[: len(path)] != path]
        if not rows:
            continue
        less = without(observation.demand, path)
        with pytest.raises(Unevaluated):
            nf_of(function(partial_value(less)))


def without(demand: Demand, path: tuple[Any, ...]) -> Demand:
    """The demand with a hole at `path`."""
    kept = [row for row in demand.rows() if demand.path(row[0])[: len(path)] != path]
    place = {row: number for number, (row, *_) in enumerate(kept)}
    parents = array("q", [place.get(parent, -1) for _, parent, _, _ in kept])
    return Demand(parents, [key for _, _, key, _ in kept], [layer for *_, layer in kept])


def nf_of(value: Any) -> None:
    """Look at all of a plain result that may have holes in it."""
    if isinstance(value, Iterator | list):
        for part in value:
            nf_of(part)
    elif isinstance(value, Leaf):
        nf_of(value.value)
    elif isinstance(value, Fork):
        nf_of(value.left), nf_of(value.right)
    elif isinstance(value, dict):
        nf_of(list(value.values()))
    else:
        hash(value)


def test_replay_finds_a_function_that_does_not_depend_on_its_arguments_alone() -> None:
    calls: list[int] = []

    def fickle(xs: Any) -> int:
        calls.append(1)
        return xs[len(calls)] + 0

    with pytest.raises(NotCertified):
        observe(fickle, [1, 2, 3]).replay()


def test_replay_finds_another_result() -> None:
    counter = itertools.count()
    with pytest.raises(NotCertified, match="result"):
        observe(lambda xs: next(counter), [1]).replay()


def test_a_call_that_raised_replays_to_the_same_error() -> None:
    observation = observe(lambda xs: xs[0] / xs[1], [1, 0, 2], catch=ZeroDivisionError)
    assert isinstance(observation.replay().error, ZeroDivisionError)


def test_a_stream_that_fails_fails_at_the_same_element_again() -> None:
    def look(xs: Any) -> Any:
        return xs[0] + xs[2]

    stream = Stream(1 // (1 - n) for n in range(3))
    observation = observe(look, stream, catch=ZeroDivisionError)
    assert str(observation.demand) == "[_, Raised(ZeroDivisionError), *_]"
    assert isinstance(observation.replay().error, ZeroDivisionError)
    again = observe(lambda xs: [next(iter(xs), None), *xs], stream, catch=ZeroDivisionError)
    assert str(again.demand) == "[_, Raised(ZeroDivisionError), *_]"


class Countdown:
    """An iterator of somebody's own, that can be copied."""

    def __init__(self, start: int) -> None:
        self.left = start

    def __iter__(self) -> Iterator[list[Any]]:
        return self

    def __next__(self) -> list[Any]:
        if not self.left:
            raise StopIteration
        self.left -= 1
        return [self.left, [self.left]]


NESTED = [[3, [3]], [2, [2]], [1, [1]], [0, [0]]]
COPIED_ITERATORS: dict[str, Callable[[], Any]] = {
    "own": lambda: Countdown(4),
    "list": lambda: iter([[value, [value]] for value, _ in NESTED]),
    "enumerate": lambda: enumerate([[value, [value]] for value, _ in NESTED]),
    "generator": lambda: ([value, [value]] for value, _ in NESTED),
}


def copied_and_both_pulled(it: Any) -> Any:
    first = next(it)
    first[1].append("by the reader of the first")
    twin = copy.deepcopy(it)
    second = next(it)
    second[1].append("by the reader of the second")
    return first, second, next(twin), list(twin)[1:]


def copied_first(it: Any) -> Any:
    twin = copy.deepcopy(it)
    of_twin = next(twin)
    of_twin[1].append("by the reader of the copy")
    return of_twin, next(it)


def copied_if_it_can_be(it: Any) -> Any:
    try:
        twin = copy.deepcopy(it)
    except TypeError:
        return "no copy", next(it)[0]
    return next(twin)[0]


@pytest.mark.parametrize("make", COPIED_ITERATORS.values(), ids=COPIED_ITERATORS)
@pytest.mark.parametrize("function", [copied_and_both_pulled, copied_first, copied_if_it_can_be, dir])
def test_an_iterator_and_its_deep_copy_share_nothing_and_both_replay(function: Any, make: Any) -> None:
    def outcome(call: Callable[[], Any]) -> Any:
        try:
            return call()
        except TypeError as error:  # a generator cannot be copied
            return str(error)

    assert outcome(lambda: observe(function, make(), context=nf).result) == outcome(lambda: function(make()))
    observe(function, make(), context=nf, catch=TypeError).replay()


def test_what_a_deep_copy_of_an_iterator_pulls_is_demanded_of_the_iterator() -> None:
    def peeked(it: Any) -> Any:
        next(it)
        return next(copy.deepcopy(it))[0]

    assert str(observe(peeked, COPIED_ITERATORS["list"]()).demand) == "[_, [2, [2]], *_]"


# --- Independence ----------------------------------------------------------------------------------------------------


@quick
@given(pipelines, pipelines, numbers, contexts)
def test_observations_of_one_object_do_not_depend_on_each_other(f: Any, g: Any, xs: list[int], context: Any) -> None:
    alone = observe(f, list(xs), context=context)
    observe(g, xs, context=nf)
    assert observe(f, xs, context=context).demand == alone.demand

    def both(ys: Any) -> Any:
        assert observe(g, xs, context=nf).demand == observe(g, list(xs), context=nf).demand
        return f(ys)

    assert observe(both, xs, context=context).demand == alone.demand


@quick
@given(pipelines, sources, numbers)
def test_where_watch_and_count_change_nothing_but_what_is_noted(f: Any, source: Any, xs: list[int]) -> None:
    plain = observe(f, source(xs), context=nf)
    noted = observe(f, source(xs), context=nf, where=True, watch=("x?", "xs?"), count=True)
    assert noted.demands == plain.demands
    assert noted.result_demand == plain.result_demand
    assert [(g.path, g.value) for g in noted.trace] == [(g.path, g.value) for g in plain.trace]


@quick
@given(pipelines, numbers)
def test_the_trace_tells_the_demand(f: Any, xs: list[int]) -> None:
    observation = observe(f, xs, context=nf)
    assert {forcing.path for forcing in observation.trace} == set(observation.demand.paths())
    assert [forcing.index for forcing in observation.trace] == list(range(len(observation.trace)))


# --- Monotony --------------------------------------------------------------------------------------------------------


@quick
@given(pipelines, sources, numbers)
def test_a_bigger_context_never_gives_a_smaller_demand(function: Any, source: Any, xs: list[int]) -> None:
    ladder = LADDER if is_list_like(function(xs)) else [unused, whnf, nf]
    observed = [observe(function, source(xs), context=context) for context in ladder]
    for low, high in itertools.pairwise(observed):
        assert low.demand <= high.demand


@quick
@given(on_trees, trees)
def test_a_bigger_context_never_gives_a_smaller_demand_on_trees(function: Any, tree: Any) -> None:
    least, whole, structure, all_of_it = (observe(function, tree, context=c).demand for c in (unused, whnf, spine, nf))
    assert least <= whole <= structure <= all_of_it <= Demand.full(tree)


@quick
@given(pipelines, numbers)
def test_what_is_looked_at_is_part_of_the_value(function: Any, xs: list[int]) -> None:
    demand = observe(function, xs, context=nf).demand
    assert demand <= Demand.full(xs)
    assert demand.matches(xs)


@quick
@given(pipelines, numbers)
def test_upto_the_demand_on_the_result_gives_the_same_demands(function: Any, xs: list[int]) -> None:
    context = take(2) if is_list_like(function(xs)) else whnf
    observation = observe(function, xs, context=context)
    again = observe(function, xs, context=upto(observation.result_demand))
    assert again.result_demand == observation.result_demand
    assert again.demand <= observation.demand


# --- Contexts --------------------------------------------------------------------------------------------------------


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


# --- Arguments -------------------------------------------------------------------------------------------------------


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
            _ = observe(function, *args).demand


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


# --- Functions as arguments ------------------------------------------------------------------------------------------


def test_the_calls_of_a_function_are_kept_with_what_was_looked_at_of_their_results() -> None:
    def use(f: Any) -> Any:
        unused(f(1))
        return f(2)[0] + f(3)[1]

    observation = observe(use, lambda x: [x, x + 1])
    assert observation.demand == Demand.parse("Callable({'(1)': _, '(2)': [2, _], '(3)': [_, 4]})")
    observation.replay()


def test_a_function_that_is_only_passed_on_is_not_looked_at() -> None:
    assert observe(lambda f: [f], len, context=unused).demand == Demand.parse("_")


def test_the_arguments_of_a_call_show_what_the_function_looked_at() -> None:
    observation = observe(lambda f, xs: f(xs) + 0, lambda ys: ys[1] + 0, [1, 2, 3])
    assert observation.demands["f"] == Demand.parse("Callable({'([_, 2, _])': 2})")
    assert observation.demands["xs"] == Demand.parse("[_, 2, _]")
    observation.replay()


def test_what_is_pulled_counts_once_pulled_or_looked_at() -> None:
    with (
        pytest.raises(TooMuchForced, match=r"more than 9 parts forced: the next is iterable\[8\], at "),
        max_forced(9),
    ):
        observe(list, itertools.count())
    with max_forced(4):  # the iterator, two elements, the end
        assert observe(sum, iter([1, 2])).result == 3
    with max_forced(2):
        assert observe(lambda config: config["port"] + 1, {"port": 80, "host": "a"}).result == 81
    with max_forced(2, of=int):
        observe(list, iter("abcdef"))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: take("a"), "take: count='a' is not a whole number; pass how many"),
        (lambda: upto(3), r"upto: demand=3 is not a Demand; pass Demand\.parse"),
        (lambda: Stream(3), r"Stream: iterable=3 has no elements; pass a list"),
        (lambda: observe(len, [1]).trace["a"], "trace index 'a' is neither a whole number nor a slice"),
        (lambda: observe(sum, [1]).rerun(3), r"rerun: arguments=3; expected a dict with the keys 'iterable'"),
        (lambda: observe(sum, [1]).rerun({"xs": [2]}), r"rerun: arguments=\{'xs': \[2\]\}; expected"),
        (lambda: Demand(3), r"Demand: parents=3 is no array; did you mean parse"),
        (lambda: find_evidence(abs, bool, given=[st.just(1)], settings=3), r"settings=3 .*pass hypothesis\.settings"),
        (lambda: find_needless(3), "needless: observation=3 is not one; pass observe"),
        (lambda: partial_value([1]), r"partial_value: demand=\[1\] is not a Demand; pass Demand\.parse"),
        (lambda: observe(len, [1], atoms=3), r"atoms=3 holds 3, which is not a class; pass atoms=\(str, bytes\)"),
        (lambda: observe(len, [1], atoms="str"), "atoms='str' holds 'str', which is not a class"),
        (lambda: observe(len, [1], watch=3), "watch=3 holds 3, which is not a name; pass watch"),
        (lambda: observe(len, [1], catch=3), "catch=3 is no class of exceptions; pass catch=ValueError"),
        (lambda: observe(len, [1], catch=(ValueError, int)), "catch=.* is no class of exceptions"),
    ],
)
def test_an_argument_of_the_wrong_type_is_refused_with_what_to_pass(wrong: Callable[[], Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        wrong()


def test_what_is_no_path_is_refused() -> None:
    with pytest.raises(DemandError, match=r"at: path=0 is not a path; pass a tuple of steps, \(0,\)"):
        Demand.parse("[1]").at(0)  # type: ignore[arg-type]


def test_each_function_of_a_comparison_has_an_iterator_of_its_own() -> None:
    assert_same_demand(sum, twin(sum), iter([1, 2]))
    assert_no_more_demand(next, sum, iter([1, 2]))
    with pytest.raises(DemandMismatch, match="sum also looks at iterable"):
        assert_no_more_demand(sum, next, iter([1, 2]))


class Named:
    balance = 0

    def __init__(self, names: list[str], balance: int | None = None) -> None:
        self.names = names
        if balance is not None:
            self.balance = balance


# --- Nested observations ---------------------------------------------------------------------------------------------


def test_an_observation_inside_of_an_observation_sees_its_own_part() -> None:
    inner: list[Observation[Any]] = []

    def outer(xs: Any) -> Any:
        inner.append(observe(lambda ys: ys[1][0] + 1, xs))
        return inner[0].result + xs[0]

    observation = observe(outer, [5, [6, 7], 8])
    assert observation.result == 12
    assert inner[0].demand == Demand.parse("[_, [6, _], _]")
    assert observation.demand == Demand.parse("[5, [6, _], _]")
    observation.replay()


@quick
@given(pipelines, sources, numbers)
def test_observing_inside_is_no_more_and_no_less_than_calling(function: Any, source: Any, xs: list[int]) -> None:
    def through(ys: Any) -> Any:
        return observe(function, ys, context=nf).result

    plain = observe(function, source(xs), context=nf)
    nested = observe(through, source(xs), context=nf)
    assert list(nested.demands.values()) == list(plain.demands.values())


def test_three_deep() -> None:
    demands: list[str] = []

    def look(depth: int, xs: Any) -> Any:
        if depth == 0:
            return xs[0] + xs[2]
        observation = observe(functools.partial(look, depth - 1), xs)
        demands.append(str(observation.demand))
        return observation.result

    assert look(3, [1, 2, 3]) == 4
    assert demands == ["[1, _, 3]"] * 3


def test_a_result_of_an_inner_observation_is_still_observed_outside() -> None:
    def outer(xs: Any) -> Any:
        return observe(lambda ys: ys[0], xs, context=unused).result

    observation = observe(outer, [[1, 2], 3], context=lambda r: r[1] + 0)
    assert observation.demand == Demand.parse("[[_, 2], _]")


@pytest.mark.parametrize("context", [whnf, nf])
def test_an_object_that_an_inner_observation_returns_is_still_observed_outside(context: Any) -> None:
    account = Account(Account("me", 1), 2)  # type: ignore[arg-type]
    with observing([account]) as outer:
        found = observe(lambda accounts: accounts[0], outer.value, context=context).result
        assert found.owner.balance == 1
        found.balance = 3
        assert outer.value[0].balance == 3
    assert account.balance == 2
    assert outer.demand.at((0, "owner", "balance")) == Demand.parse("1")


@pytest.mark.parametrize("context", [whnf, nf])
@pytest.mark.parametrize(
    "make",
    [
        lambda: [1],
        lambda: {"a": 1},
        lambda: ([1],),
        lambda: iter([1]),
        lambda: Account("me", 1),
    ],
    ids=["list", "dict", "tuple", "iterator", "record"],
)
def test_what_an_inner_observation_returns_as_it_was_is_the_very_part_that_is_observed_outside(
    make: Callable[[], Any], context: Any
) -> None:
    with observing([make()]) as outer:
        assert observe(lambda xs: xs[0], outer.value, context=context).result is outer.value[0]
        assert observe(lambda x: x, outer.value[0], context=context).result is outer.value[0]


def deposit(account: Any) -> Any:
    account.balance += 1
    return account


def rename(account: Any) -> Any:
    account.names.append("I")
    return account


def forget(account: Any) -> Any:
    del account.balance
    return account


@pytest.mark.parametrize(("change", "has"), [(deposit, (["me"], 1)), (rename, (["me", "I"], 0))])
@pytest.mark.parametrize("through", [lambda account: account, lambda account: pickle.loads(pickle.dumps(account))])
def test_what_an_inner_observation_changed_is_changed_in_its_result_alone(change: Any, through: Any, has: Any) -> None:
    with observing([Named(["me"])]) as outer:
        result = observe(lambda accounts: through(change(accounts[0])), outer.value).result
        assert (result.names, result.balance) == has
        assert (outer.value[0].names, outer.value[0].balance) == (["me"], 0)


def test_what_an_inner_observation_deleted_is_gone_in_its_result_alone() -> None:
    with observing(Named(["me"], 3)) as outer:
        result = observe(forget, outer.value).result
        assert vars(result) == {"names": ["me"]}
        assert outer.value.balance == 3


def test_what_an_inner_observation_changed_in_a_list_is_changed_there_alone() -> None:
    with observing([3, [1, 2]]) as outer:
        found = observe(lambda xs: (xs[1].append(xs[0]), xs[1])[1], outer.value).result
        assert found == [1, 2, 3]
        assert outer.value == [3, [1, 2]]
        assert observe(lambda xs: xs[1][::-1], outer.value).result[0] == 2


@pytest.mark.parametrize("through", [lambda account: account, copy.copy, copy.deepcopy, pickle.dumps, vars])
def test_an_attribute_that_stands_in_for_one_of_the_class_is_kept(through: Callable[[Any], Any]) -> None:
    result = observe(lambda account: through(deposit(account)), Named([])).result
    result = pickle.loads(result) if isinstance(result, bytes) else result
    assert (result if isinstance(result, dict) else vars(result)) == {"names": [], "balance": 1}


# --- Errors ----------------------------------------------------------------------------------------------------------


def failing(xs: Any) -> Any:
    return xs[0] / xs[1]


def test_a_call_that_raises_half_way_keeps_its_demand() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        observe(failing, [1, 0, 3])
    observation = caught.value.observation  # type: ignore[attr-defined]
    assert observation.demand == Demand.parse("[1, 0, _]")
    assert observation.error is caught.value
    assert len(observation.trace) == 3
    observation.trace[-1]


def test_an_error_that_comes_while_the_context_looks_keeps_the_demand_too() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        observe(lambda xs: (1 // x for x in xs), [1, 0, 3], context=nf)
    observation = caught.value.observation  # type: ignore[attr-defined]
    assert observation.demand == Demand.parse("[1, 0, _]")
    assert observation.result_demand.at((0,)) == Demand.parse("1")


@pytest.mark.parametrize("catch", [ZeroDivisionError, ArithmeticError, (KeyError, ZeroDivisionError), BaseException])
def test_errors_to_catch_are_kept_in_the_observation(catch: Any) -> None:
    observation = observe(failing, [1, 0, 3], catch=catch)
    assert isinstance(observation.error, ZeroDivisionError)
    assert observation.result is None
    assert observation.demand == Demand.parse("[1, 0, _]")
    assert "ZeroDivisionError" in repr(observation)


def test_other_errors_are_not_caught() -> None:
    with pytest.raises(ZeroDivisionError):
        observe(failing, [1, 0, 3], catch=KeyError)


def test_no_error_is_none() -> None:
    assert observe(failing, [1, 2], catch=ZeroDivisionError).error is None


def test_an_error_inside_of_two_observations_carries_the_outer_one_in_the_end() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        observe(lambda ys: observe(failing, ys[0]).result, [[1, 0], 5])
    assert caught.value.observation.demand == Demand.parse("[[1, 0], _]")  # type: ignore[attr-defined]


def test_a_keyboard_interrupt_seals_the_record_and_passes() -> None:
    def interrupted(xs: Any) -> Any:
        _ = xs[0] + 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        observe(interrupted, [1, 2])
    assert caught.value.observation.demand == Demand.parse("[1, _]")  # type: ignore[attr-defined]


# --- where, watch, count ---------------------------------------------------------------------------------------------


def test_where_names_the_line_and_function_that_forced() -> None:
    def look(xs: Any) -> Any:
        return xs[0] + 1

    trace = observe(look, [1, 2], where=True).trace
    line = look.__code__.co_firstlineno + 1
    for forcing in trace:
        assert forcing.where is not None
        assert (forcing.where.file, forcing.where.line) == (__file__, line)
        assert forcing.where.function.endswith("look")
        assert f"tests/laws/test_laws_of_observation.py:{line}" in str(forcing)


def test_without_where_nothing_is_kept() -> None:
    assert [(f.where, f.locals) for f in observe(sum, [1]).trace] == [(None, None)] * 2


def test_watch_keeps_the_local_names_of_the_frame_that_forced() -> None:
    def search(xs: Any, alpha: int) -> int:
        for x in xs:
            alpha = max(alpha, x)
        return alpha

    trace = observe(functools.partial(search, alpha=0), [3, 5], watch=("alpha", "beta?")).trace
    seen = [(forcing.path, dict(forcing.locals or {})) for forcing in trace]
    assert seen == [((), {"alpha": 0}), ((0,), {"alpha": 0}), ((1,), {"alpha": 3})]
    assert all(f.where is not None for f in trace)


def test_watch_asks_callers_within_the_call_where_the_frame_that_forced_has_no_such_names() -> None:
    alpha = 7  # of a caller that is no part of the call

    def look(x: Any) -> int:
        return x + 0

    def search(xs: Any) -> int:
        first = look(xs[0])
        alpha = first
        return (lambda: look(xs[1]) + alpha)()

    trace = observe(search, [3, 5], watch=("alpha", "beta?")).trace
    seen = [(forcing.path, dict(forcing.locals or {})) for forcing in trace]
    assert seen == [((), {}), ((0,), {}), ((1,), {"alpha": 3})]
    assert alpha == 7


def test_count_tells_how_often_each_part_was_fetched() -> None:
    def wasteful(v: Any) -> Any:
        return v["a"][0] + v["a"][0] + v["b"].left + sum(v["a"])

    reads = observe(wasteful, {"a": [1, 2], "b": Fork(3, 4)}, count=True).reads
    assert dict(reads) == {
        ("v", ("a",)): 3, ("v", ("a", 0)): 3, ("v", ("a", 1)): 1, ("v", ("b",)): 1, ("v", ("b", "left")): 1,
    }  # fmt: skip


def test_reads_need_to_be_counted() -> None:
    with pytest.raises(StrictCheckError, match="count=True"):
        _ = observe(len, [1]).reads


def test_the_trace_is_a_sequence() -> None:
    trace = observe(sum, [1, 2]).trace
    assert len(trace) == 3
    assert [forcing.value for forcing in trace[1:]] == [1, 2]
    assert trace[-1] == list(trace)[2]
    assert trace[-1].path == (1,)
    with pytest.raises(IndexError):
        trace[3]


# --- Budgets ---------------------------------------------------------------------------------------------------------


def test_a_budget_stops_at_the_forcing_that_goes_over_it() -> None:
    with pytest.raises(TooMuchForced) as caught, max_forced(2, of=int):
        observe(sum, [1, 2, 3])
    assert "more than 2 of int forced" in str(caught.value)
    assert "the next is iterable[2], 3" in str(caught.value)
    assert caught.value.observation.demand == Demand.parse("[1, 2, _]")  # type: ignore[attr-defined]


def test_a_budget_that_is_kept_does_nothing() -> None:
    with max_forced(3, of=int), max_forced(4):
        assert observe(sum, [1, 2, 3]).result == 6


def test_a_budget_counts_all_observations_in_its_block_together() -> None:
    with max_forced(3):
        observe(sum, [1])
        with pytest.raises(TooMuchForced):
            observe(sum, [1])


def test_a_budget_may_be_of_several_classes_and_of_records() -> None:
    tree = Fork(Leaf(1), Fork(Leaf(2), Leaf(3)))
    with max_forced(5, of=(Leaf, Fork)):
        observe(tree_sum, tree)
    with pytest.raises(TooMuchForced, match="Leaf"), max_forced(2, of=Leaf):
        observe(tree_sum, tree)


def test_budgets_nest_and_the_smaller_one_stops_first() -> None:
    with pytest.raises(TooMuchForced, match="more than 1 part forced"), max_forced(5), max_forced(1):
        observe(sum, [1, 2])


def test_a_budget_inside_of_a_call_counts_from_there() -> None:
    def look(xs: Any) -> int:
        first = xs[0] + xs[1]
        with max_forced(1, of=int):
            return first + xs[2]

    assert observe(look, [1, 2, 3, 4]).result == 6


def test_a_budget_of_nothing_is_a_promise_not_to_look() -> None:
    with max_forced(0):
        observe(lambda xs: [xs], [1], context=unused)
    with pytest.raises(TooMuchForced), max_forced(0):
        observe(len, [1])
    with pytest.raises(ValueError, match="limit=-1"), max_forced(-1):
        pass


def test_a_budget_ends_with_its_block() -> None:
    with max_forced(1):
        observe(len, [1])
    assert observe(sum, [1, 2, 3]).result == 6


# --- Assertions ------------------------------------------------------------------------------------------------------


def strict_any(xs: Any) -> bool:
    return bool([x for x in xs if x])


def test_functions_with_the_same_demand_pass() -> None:
    assert_same_demand(any, lambda xs: next((True for x in xs if x), False), [0, 2, 3])
    assert_no_more_demand(any, strict_any, [0, 2, 3])


def test_a_failure_names_the_argument_as_both_functions_do_or_else_by_its_place() -> None:
    def eager(iterable: list[int]) -> bool:
        return bool([x for x in iterable if x])

    for other, name in ((eager, "iterable"), (strict_any, "xs")):
        with pytest.raises(DemandMismatch, match=rf"also looks at {name}\[2\], at tests/"):
            assert_same_demand(any, other, [0, 2, 3])
        with pytest.raises(DemandMismatch, match=rf"also looks at {name}\[2\], at tests/"):
            assert_no_more_demand(other, any, [0, 2, 3])


def test_a_failure_names_the_first_path_who_forced_it_and_both_demands() -> None:
    with pytest.raises(DemandMismatch) as caught:
        assert_same_demand(any, strict_any, [0, 2, 3])
    message = str(caught.value)
    line = strict_any.__code__.co_firstlineno + 1
    assert message.startswith("strict_any also looks at xs[2], at tests/")
    assert "; any does not" in message
    assert f"tests/laws/test_laws_of_observation.py:{line}" in message
    assert "[0, 2, _]" in message
    assert "[0, 2, 3]" in message


def test_more_demand_is_a_failure_in_one_direction_only() -> None:
    with pytest.raises(DemandMismatch, match=r"strict_any also looks at xs\[2\]"):
        assert_no_more_demand(strict_any, any, [0, 2, 3])
    assert_no_more_demand(any, strict_any, [0, 2, 3])


def test_the_argument_that_differs_is_named() -> None:
    with pytest.raises(DemandMismatch, match="also looks at d"):
        assert_same_demand(lambda a, b: a + 0, lambda c, d: c + d, 1, 2)


def test_the_context_of_a_comparison_is_the_caller_s() -> None:
    assert_same_demand(list, lambda xs: xs, [1, 2])
    with pytest.raises(DemandMismatch):
        assert_same_demand(lambda xs: [x + 0 for x in xs], lambda xs: (x for x in xs), [1, 2], context=whnf)
    assert_same_demand(lambda xs: [x + 0 for x in xs], lambda xs: (x for x in xs), [1, 2], context=nf)


def test_functions_with_different_numbers_of_parameters_are_refused_in_words() -> None:
    with pytest.raises(DemandMismatch):
        assert_same_demand(lambda *args: args[0] + 0, lambda a, b: a + 0, 1, 2)


# --- observing -------------------------------------------------------------------------------------------------------


def test_a_block_is_observed_until_it_is_left() -> None:
    with observing([1, [2, 3], 4]) as seen:
        assert is_thunk(seen.value)
        total = 0 + seen.value[0] + (0 + seen.value[1][1])
        assert seen.demand == Demand.parse("[1, [_, 3], _]")
    assert total == 4
    assert seen.value[2] + 1 == 5
    assert seen.demand == Demand.parse("[1, [_, 3], _]")
    assert [forcing.path for forcing in seen.trace] == [(), (0,), (1,), (1, 1)]


def test_nothing_is_forced_by_observing_itself() -> None:
    late = delay(lambda: [1])
    with observing(late) as seen:
        pass
    assert seen.demand == Demand.parse("_")
    assert not is_forced(late)


def test_a_block_that_is_left_by_an_error_is_sealed() -> None:
    with pytest.raises(ZeroDivisionError), observing([1, 0, 3]) as seen:
        failing(seen.value)
    assert seen.value[2] + 1 == 4
    assert seen.demand == Demand.parse("[1, 0, _]")


def test_a_block_takes_the_options_of_observe() -> None:
    with observing(["a", "b"], atoms=(str,), where=True, watch=("local",), count=True) as seen:
        local = 5
        assert "-".join([seen.value[0]]) == "a"
    assert seen.trace[-1].where is not None
    assert seen.trace[-1].where.file == __file__
    assert dict(seen.trace[-1].locals or {}) == {"local": local}
    assert dict(seen.reads) == {("value", (0,)): 1}


def test_blocks_nest() -> None:
    with observing([[1, 2], 3]) as outer:
        with observing(outer.value[0]) as inner:
            _ = inner.value[1] + 1
        _ = outer.value[0][0] + 1
    assert inner.demand == Demand.parse("[_, 2]")
    assert outer.demand == Demand.parse("[[1, 2], _]")


def test_a_budget_holds_in_a_block() -> None:
    with pytest.raises(TooMuchForced), max_forced(1), observing([1, 2]) as seen:
        sum(seen.value)


# --- Coroutines and async iterators ----------------------------------------------------------------------------------


async def asynchronous(*numbers: int) -> AsyncIterator[int]:
    for number in numbers:
        await asyncio.sleep(0)
        yield number


async def first_above(limit: int, xs: Any) -> Any:
    async for x in xs:
        if x > limit:
            return x
    return None


def test_a_coroutine_function_is_observed_by_awaiting() -> None:
    async def look(xs: Any) -> Any:
        await asyncio.sleep(0)
        return xs[0] + 1

    async def main() -> Observation[Any]:
        return await observe(look, [1, 2])  # type: ignore[misc, no-any-return]

    observation = asyncio.run(main())
    assert observation.result == 2
    assert observation.demand == Demand.parse("[1, _]")


def test_an_async_iterator_reveals_what_was_awaited() -> None:
    async def main() -> Observation[Any]:
        return await observe(functools.partial(first_above, 1), asynchronous(1, 2, 3))  # type: ignore[misc, no-any-return]

    observation = asyncio.run(main())
    assert observation.result == 2
    assert observation.demand == Demand.parse("[1, 2, *_]")


def test_the_end_of_an_async_iterator_is_seen_when_it_is_reached() -> None:
    async def main() -> Observation[Any]:
        return await observe(functools.partial(first_above, 9), asynchronous(1, 2))  # type: ignore[misc, no-any-return]

    assert asyncio.run(main()).demand == Demand.parse("[1, 2]")


def test_an_error_in_a_coroutine_keeps_the_demand() -> None:
    async def broken(xs: Any) -> Any:
        await asyncio.sleep(0)
        return xs[0] / 0

    async def main() -> Any:
        await observe(broken, [1, 2])  # type: ignore[misc]

    with pytest.raises(ZeroDivisionError) as caught:
        asyncio.run(main())
    assert caught.value.observation.demand == Demand.parse("[1, _]")  # type: ignore[attr-defined]


def test_a_context_may_be_a_coroutine_function() -> None:
    async def look(result: Any) -> None:
        await asyncio.sleep(0)
        _ = result[1] + 1

    async def main() -> Observation[Any]:
        return await observe(lambda xs: xs, [1, 2], context=look)  # type: ignore[misc, no-any-return]

    assert asyncio.run(main()).demand == Demand.parse("[_, 2]")


def test_two_coroutines_observed_at_the_same_time_do_not_meet() -> None:
    async def look(index: int, xs: Any) -> Any:
        for _ in range(3):
            await asyncio.sleep(0)
        return xs[index] + 0

    async def main() -> list[Any]:
        xs = [1, 2, 3]
        return await asyncio.gather(*[observe(functools.partial(look, index), xs) for index in range(3)])  # type: ignore[arg-type]

    observations = asyncio.run(main())
    assert [str(observation.demand) for observation in observations] == ["[1, _, _]", "[_, 2, _]", "[_, _, 3]"]


def test_a_budget_around_one_coroutine_does_not_count_another() -> None:
    async def look(xs: Any) -> Any:
        await asyncio.sleep(0)
        return sum(xs)

    async def within(limit: int) -> Any:
        with max_forced(limit):
            return await observe(look, [1, 2, 3])  # type: ignore[misc]

    async def main() -> Any:
        return await asyncio.gather(within(4), within(4))

    assert [observation.result for observation in asyncio.run(main())] == [6, 6]


# --- Results ---------------------------------------------------------------------------------------------------------


def test_parts_of_the_result_that_the_call_left_alone_are_the_caller_s_own_objects() -> None:
    value = [[1], {"k": [2]}, Leaf([3])]
    result = observe(lambda v: [v[0], v[1]["k"], v[2]], value, context=nf).result
    assert result[0] is value[0]
    assert result[1] is value[1]["k"]  # type: ignore[index]
    assert result[2] is value[2]
    assert observe(lambda v: v, value, context=nf).result is value


def test_a_result_without_stand_ins_comes_back_as_it_is() -> None:
    made = [1, {"k": (2,)}]
    assert observe(lambda v: made, 5, context=nf).result is made


def test_parts_of_the_result_that_nobody_looked_at_are_those_of_the_argument() -> None:
    own = [[1], [2]]
    observation = observe(lambda v: [v[0], v[1]], own)
    assert observation.result[1] is own[1]
    assert observation.result == [[1], [2]]
    assert observation.demand == Demand.parse("[_, _]")


def test_a_result_that_holds_itself_is_made_plain() -> None:
    def ring(v: Any) -> Any:
        made = [v[0]]
        made.append(made)
        return made

    result = observe(ring, [1, 2], context=nf).result
    assert result[1] is result
    assert type(result[0]) is int


@pytest.mark.parametrize(
    ("function", "value"),
    [
        (lambda xs: callable(xs[0]), [1]),
        (lambda xs: callable(xs[0]), [len]),
        (lambda xs: [isinstance(x, Iterator) for x in xs], [[1], iter("a"), 2]),
        (lambda tree: callable(tree.left), Fork(Leaf(1), Leaf(2))),
        (lambda tree: hasattr(tree.right.value, "__iter__"), Fork(1, Leaf((1, 2)))),
        (lambda config: callable(config["hook"]), {"hook": 3}),
        (lambda config: hasattr(config["tree"], "__call__"), {"tree": Leaf(1)}),  # noqa: B004
    ],
)
def test_what_is_asked_of_the_class_of_a_part_alone_replays(function: Callable[[Any], Any], value: Any):
    observation = observe(function, value, context=nf)
    assert observation.replay().result == observation.result == function(value)


class Account:
    def __init__(self, owner: str, balance: int) -> None:
        self.owner = owner
        self.balance = balance


@pytest.mark.parametrize(
    "function",
    [
        lambda accounts: list(vars(accounts[0])),
        lambda accounts: "owner" in accounts[1].__dict__,
        lambda accounts: [name for name in dir(accounts[1]) if not name.startswith("_")],
    ],
)
def test_names_that_are_listed_but_not_read_replay(function: Callable[[Any], Any]):
    accounts = [Account("a", 1), Account("b", 2)]
    observation = observe(function, accounts, context=nf)
    assert observation.replay().result == observation.result == function(accounts)


@pytest.mark.parametrize("make", [lambda: iter([1, 2]), lambda: (x for x in [1, 2]), lambda: Stream([1, 2])])
def test_bytes_of_what_is_pulled_records_what_was_pulled(make: Callable[[], Any]):
    assert observe(lambda xs: bytes(xs), make()).demand == Demand.parse("[1, 2]")
