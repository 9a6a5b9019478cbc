"""The laws of demand hold of pure functions, and each is refuted, with its name, by something that breaks it."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import examples, size
from places import from_root
from shared_values import unused

from lazytree import Clamping
from lazytree.lattices import NaiveClamping
from strictcheck import DemandMismatch, Stream, nf, spine, take, whnf
from strictcheck.errors import DemandError, NotCertified
from strictcheck.specs import assert_associative, assert_composes, assert_monotone, assert_replays

HERE = from_root(__file__)

quick = examples(100)
numbers = st.lists(st.integers(-2, 6), max_size=5)


@dataclass(frozen=True)
class Pair:
    one: Any
    other: Any


def swap(pair: Any) -> Any:
    return Pair(pair.other, pair.one)


# From anything that can be walked to the same, lazy and eager, so that any two of them compose.
WALKS: dict[str, Callable[[Any], Any]] = {
    "tail": lambda xs: itertools.islice(xs, 1, None),
    "evens": lambda xs: (x for x in xs if isinstance(x, int) and x % 2 == 0),
    "once more": lambda xs: [y for x in xs for y in (x, x)],
    "lazy records": lambda xs: (Pair(x, x) for x in xs),
    "backwards": lambda xs: list(xs)[::-1],
    "first two": lambda xs: list(itertools.islice(xs, 2)),
    "shown": lambda xs: sorted(map(str, xs)),
    "as it is": lambda xs: xs,
    "ends": lambda xs: {"first": ys[0], "last": ys[-1]} if (ys := list(xs)) else {},
    "nothing": lambda xs: [],
}
ENDS: dict[str, Callable[[Any], Any]] = {
    "sum": lambda xs: sum(x for x in xs if isinstance(x, int)),
    "any": lambda xs: any(x == 2 for x in xs),
    "first": lambda xs: next(iter(xs), None),
    "list": list,
    "length": lambda xs: sum(1 for _ in xs),
}
walks = st.sampled_from([*WALKS.values()])
functions = st.sampled_from([*WALKS.values(), *ENDS.values()])
contexts = st.sampled_from([unused, whnf, spine, nf])


# --- They hold -------------------------------------------------------------------------------------------------------


@quick
@given(functions, numbers, contexts)
def test_pure_functions_replay(function: Any, xs: list[int], context: Any) -> None:
    assert_replays(function, xs, context=context)


@quick
@given(functions, numbers)
def test_pure_functions_are_monotone(function: Any, xs: list[int]) -> None:
    assert_monotone(function, xs, contexts=[nf, unused, spine, whnf])


@quick
@given(functions, walks, numbers, contexts)
def test_demand_composes(outer: Any, inner: Any, xs: list[int], context: Any) -> None:
    assert_composes(outer, inner, xs, context=context)


def test_demand_composes_for_an_endless_argument() -> None:
    endless = Stream(itertools.count())
    assert_composes(lambda xs: next(x for x in xs if x > 5), lambda xs: (x * x for x in xs), endless)


def test_demand_composes_for_several_arguments_and_keywords() -> None:
    def combined(xs: Any, ys: Any, *, swapped: Any) -> Any:
        return [*ys, *xs] if swapped else [*xs, *ys]

    assert_composes(lambda zs: zs[1], combined, [1, 2], [3], swapped=True)
    assert_composes(lambda zs: zs[2], combined, [1, 2], [3], swapped=False, context=nf)


def test_demand_composes_through_records() -> None:
    assert_composes(lambda pair: pair.one, swap, Pair([1], [2]))
    assert_composes(swap, swap, Pair([1], [2]), context=lambda pair: pair.one[0] + 0)


@pytest.mark.parametrize("window", list(itertools.combinations_with_replacement(range(4), 2)))
def test_join_and_meet_of_clamping_functions_are_associative_in_demand(window: Any) -> None:
    def asked(function: Any) -> Any:
        return function(*window)

    for values in itertools.product(range(4), repeat=3):
        for lattice in (Clamping(), NaiveClamping()):
            for operation in (lattice.join, lattice.meet):
                assert_associative(operation, *map(lattice.clamping, values), context=asked)


@quick
@given(st.booleans(), st.booleans(), st.booleans())
def test_and_or_and_their_like_are_associative_in_demand(a: bool, b: bool, c: bool) -> None:
    assert_associative(lambda a, b: a and b, a, b, c)
    assert_associative(lambda a, b: a or b, a, b, c)
    assert_associative(operator.xor, a, b, c)


# --- What breaks them is found, by name ------------------------------------------------------------------------------


def test_replay_finds_a_function_that_does_not_depend_on_its_arguments_alone() -> None:
    turns = iter([0, 1])
    with pytest.raises(DemandMismatch, match="replay: <lambda>: replay looked differently") as caught:
        assert_replays(lambda xs: xs[next(turns)] + 0, [5, 5])
    assert caught.value.law == "replay"


def test_replay_checks_calls_that_raise_and_lets_the_error_out() -> None:
    with pytest.raises(ZeroDivisionError):
        assert_replays(lambda xs: xs[0] / xs[1], [1, 0])
    errors = iter([ValueError("once"), TypeError("twice")])

    def fickle(xs: Any) -> Any:
        raise next(errors)

    with pytest.raises(NotCertified, match="fickle did not do the same twice"):
        assert_replays(fickle, [1])


def test_monotony_finds_a_function_that_looks_at_less_when_more_is_asked() -> None:
    looks = iter([2, 0])

    def fickle(xs: Any) -> Any:
        return [xs[n] + 0 for n in range(next(looks))][:0]

    with pytest.raises(DemandMismatch) as caught:
        assert_monotone(fickle, [1, 2], certify=False)
    assert (caught.value.law, caught.value.argument, caught.value.path) == ("monotony", "xs", ())
    line = fickle.__code__.co_firstlineno + 1
    assert f"{HERE}:{line}" in str(caught.value)


def test_monotony_compares_only_contexts_of_which_one_looks_at_more() -> None:
    def only(index: int) -> Any:
        return lambda result: result[index] + 0

    assert_monotone(lambda xs: xs, [1, 2], contexts=[only(0), only(1), nf])
    assert_monotone(lambda xs: (x + 0 for x in xs), [1, 2, 3], contexts=[take(2), take(0), take(3)])


def test_composition_finds_a_function_that_looks_at_what_it_is_not_asked_for() -> None:
    spied = iter([0, 0, 1])

    def inner(xs: Any) -> Any:
        found = xs[next(spied)] + 0
        return [found, xs]

    with pytest.raises(DemandMismatch) as caught:
        assert_composes(lambda ys: ys[0], inner, [7, 8], certify=False)
    assert (caught.value.law, caught.value.argument) == ("composition", "xs")
    assert caught.value.path in [(0,), (1,)]
    assert "asked for [7, _]" in str(caught.value)


def test_associativity_finds_an_operation_that_is_so_only_in_value() -> None:
    def saturated(a: Any, b: Any) -> Any:
        return min(10, a + b) if a < 10 else 10

    assert saturated(saturated(6, 6), 1) == saturated(6, saturated(6, 1))
    with pytest.raises(DemandMismatch, match=r"c, where a \* b is saturated") as caught:
        assert_associative(saturated, 6, 6, 1)
    assert (caught.value.law, caught.value.argument, caught.value.path) == ("associativity", "c", ())
    assert_associative(saturated, 1, 2, 3)


# --- Bad input -------------------------------------------------------------------------------------------------------


def test_an_iterator_among_the_arguments_is_refused_before_it_is_used_up() -> None:
    for check in (
        lambda xs: assert_monotone(list, xs),
        lambda xs: assert_composes(sum, list, xs),
        lambda xs: assert_associative(operator.add, [1], xs, [2]),
    ):
        iterator = iter([1, 2])
        with pytest.raises(TypeError, match=r"argument \d is .*iterator.*Stream"):
            check(iterator)
        assert list(iterator) == [1, 2]


def test_an_iterator_among_the_keywords_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="assert_monotone: xs is"):
        assert_monotone(lambda *, xs: list(xs), xs=iter([1]))


def test_composition_over_calls_is_refused_in_words() -> None:
    with pytest.raises(DemandError, match=r"calls what .* returns"):
        assert_composes(lambda function: function(1), lambda x: lambda y: x + y, 2)


def test_errors_of_the_functions_are_the_caller_s() -> None:
    with pytest.raises(ZeroDivisionError):
        assert_monotone(lambda x: 1 // x, 0)
    with pytest.raises(ZeroDivisionError):
        assert_composes(lambda x: 1 // x, lambda x: x, 0)
    with pytest.raises(ZeroDivisionError):
        assert_associative(operator.floordiv, 1, 0, 1)


def test_deep_and_wide_arguments_are_ordinary() -> None:
    assert_replays(sum, range(10))
    assert_replays(sum, list(range(size(5_000, 100_000))))
    deep: Any = None
    for _ in range(size(5_000, 20_000)):
        deep = [deep]

    def bottom(xs: Any) -> Any:
        while xs:
            xs = xs[0]
        return xs

    assert_replays(bottom, deep)
    assert_monotone(bottom, deep)
    assert_composes(lambda x: [x], bottom, deep)
