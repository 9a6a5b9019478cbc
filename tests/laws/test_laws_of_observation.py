"""What holds of every observation: replay, independence, monotony; and what each option of `observe` promises."""

from __future__ import annotations

import copy
import itertools
from array import array
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import examples
from pipelines import numbers, pipelines, sources
from shared_values import Fork, Leaf, tree_sum, twin, unused

from strictcheck import (
    Demand,
    DemandMismatch,
    Stream,
    TooMuchForced,
    Unevaluated,
    assert_no_more_demand,
    assert_same_demand,
    delay,
    find_needless,
    max_forced,
    nf,
    observe,
    spine,
    take,
    upto,
    whnf,
)
from strictcheck.errors import DemandError, NotCertified
from strictcheck.specs import check_spec, like, partial_value

trees = st.recursive(st.builds(Leaf, st.integers(-2, 6)), lambda parts: st.builds(Fork, parts, parts), max_leaves=8)


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


@pytest.mark.parametrize("value", ["ab", None, 3])
@pytest.mark.parametrize("make", [delay, lambda value: value()])
def test_a_string_or_number_that_a_result_holds_twice_is_no_shared_part(value: Any, make: Any) -> None:
    observation = observe(lambda x: [x, x], make(lambda: value), context=nf)
    assert str(observation.result_demand) == str([value, value])
    observation.verify().replay()


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


@quick
@given(pipelines, pipelines, numbers, contexts)
def test_observations_of_one_object_do_not_depend_on_each_other(f: Any, g: Any, xs: list[int], context: Any) -> None:
    alone = observe(f, list(xs), context=context)
    observe(g, xs, context=nf)
    assert observe(f, xs, context=context).demand == alone.demand

    held = [xs]

    def both(ys: Any) -> Any:
        assert observe(g, held[0], context=nf).demand == observe(g, list(held[0]), context=nf).demand
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
    assert least <= whole <= structure <= all_of_it
    assert not all_of_it - Demand.full(tree)


@quick
@given(pipelines, numbers)
def test_what_is_looked_at_is_part_of_the_value(function: Any, xs: list[int]) -> None:
    demand = observe(function, xs, context=nf).demand
    assert not demand - Demand.full(xs)
    assert demand.matches(xs)


@quick
@given(pipelines, numbers)
def test_upto_the_demand_on_the_result_gives_the_same_demands(function: Any, xs: list[int]) -> None:
    context = take(2) if is_list_like(function(xs)) else whnf
    observation = observe(function, xs, context=context)
    again = observe(function, xs, context=upto(observation.result_demand))
    assert again.result_demand == observation.result_demand
    assert again.demand <= observation.demand


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
        pytest.raises(TooMuchForced, match=r"more than 9 parts forced: the next is iterable\[8\],\s+at "),
        max_forced(9),
    ):
        observe(list, itertools.count())
    with max_forced(3):  # the iterator, and two elements
        assert observe(lambda it: next(it) + next(it), iter([1, 2, 3])).result == 3
    with max_forced(2):
        assert observe(lambda config: config["port"] + 1, {"port": 80, "host": "a"}).result == 81
    with max_forced(0, of=int):
        observe(next, iter(["a", 1]))


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
        (lambda: check_spec(abs, like(len), given=[st.just(1)], settings=3), r"settings=3 .*pass hypothesis\.settings"),
        (lambda: find_needless(3), "find_needless: observation=3 is not one; pass observe"),
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
    assert_same_demand(any, twin(any), iter([1, 2]))
    assert_no_more_demand(next, lambda xs: next(xs) + next(xs), iter([1, 2, 3]))
    with pytest.raises(DemandMismatch, match="sum also looks at iterable"):
        assert_no_more_demand(sum, next, iter([1, 2]))
