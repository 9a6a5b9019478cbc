"""`lazy_function`, whose results reveal themselves as it looks at its arguments, and the strategy that draws them."""

from __future__ import annotations

import asyncio
import copy
import enum
import inspect
import itertools
import pickle
from collections import Counter
from random import Random
from typing import Any

import pytest
from demand_strategies import Config, Pair, Plain, values
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from long_runs import size

from strictcheck import Demand, Stream, delay, is_forced, nf, observe, take, whnf
from strictcheck.generate import lazy_function
from strictcheck.generate.strategies import contexts, lazy_functions


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


def smallest(strategy: st.SearchStrategy[Any], condition: Any) -> Any:
    return find(
        strategy,
        condition,
        settings=settings(max_examples=500, database=None, phases=[Phase.generate, Phase.shrink]),
        random=Random(0),
    )


def looks_of(function: Any, *args: Any, context: Any = whnf) -> list[str]:
    """The demand on each argument."""
    return [str(demand) for demand in observe(function, *args, context=context).demands.values()]


PLAIN = values.filter(lambda value: "Calls" not in repr(value) and "Fails" not in repr(value))
NUMBERS = [[10, 20, 30], [11, 21, 31], [12, 22, 32], [13, 23, 33]]


# One function


def test_a_function_without_looks_is_constant_and_looks_at_nothing():
    constant = lazy_function([5, 6], args=["x"])
    assert constant(1) == constant([2]) == 5
    assert looks_of(constant, [1, 2], context=nf) == ["_"]


def test_the_looks_of_the_empty_path_are_taken_when_it_is_called():
    function = lazy_function([0], {(): [0, -1]}, args=["x"])
    assert looks_of(lambda x: (function(x), None)[1], [1, 2, 3]) == ["[_, _, 3]"]


def test_the_looks_of_a_part_are_taken_when_somebody_looks_at_that_part():
    function = lazy_function([[1, 2]], {(): [0], (0,): [0], (1,): [-1]}, args=["x"])
    assert looks_of(function, "abc"[:0] or [7, 8, 9]) == ["[_, _, _]"]
    assert looks_of(lambda x: function(x)[0] + 0, [7, 8, 9]) == ["[7, _, _]"]
    assert looks_of(lambda x: function(x)[1] + 0, [7, 8, 9]) == ["[_, _, 9]"]
    assert looks_of(function, [7, 8, 9], context=nf) == ["[7, _, 9]"]


def test_a_part_goes_on_from_what_the_layers_around_it_have_seen():
    function = lazy_function([[[1]]], {(): [0], (0,): [0], (0, 0): [0]}, args=["x"])
    assert looks_of(lambda x: function(x)[0][0] + 0, [[7], 8]) == ["[[7], _]"]
    assert looks_of(lambda x: len(function(x)[0]), [[7], 8]) == ["[[_], _]"]


def test_all_arguments_are_in_sight_whether_by_position_or_by_keyword():
    function = lazy_function([0], {(): [1, 0]}, args=["x", "y"])
    assert looks_of(function, [1], [2]) == ["[_]", "[_]"]
    assert function(y=[2], x=[1]) == 0
    anything = lazy_function([0], {(): [-1]})
    assert looks_of(lambda *args, **kwargs: anything(*args, **kwargs), 1, 2) == ["_", "2"]
    assert lazy_function([0], {(): [0]})() == 0


def test_wrong_arguments_are_refused_as_by_any_function():
    function = lazy_function([0], args=["x", "y"])
    with pytest.raises(TypeError, match="missing a required argument: 'y'"):
        function(1)
    with pytest.raises(TypeError, match="too many positional arguments"):
        function(1, 2, 3)
    assert list(inspect.signature(function).parameters) == ["x", "y"]


def test_what_was_seen_decides_which_result_it_is():
    function = lazy_function(["a", "b", "c"], {(): [0]}, args=["x"])
    assert {function(number) for number in range(30)} == {"a", "b", "c"}


def test_what_was_not_seen_does_not_decide_anything():
    function = lazy_function(["a", "b", "c"], {(): [0, 0]}, args=["x"])
    assert len({function([1, number]) for number in range(30)}) == 1
    assert len({function([number, 1]) for number in range(30)}) == 3


def test_what_was_seen_decides_each_part_anew():
    function = lazy_function(NUMBERS, {(): [0], (1,): [0]}, args=["x"])
    results = {tuple(int(part) for part in function([number, 0])) for number in range(40)}
    assert {second % 10 for _, second, _ in results} == {0, 1, 2, 3}
    assert len({first for first, _, _ in results}) == 1


def test_a_part_comes_only_from_results_that_are_alike_so_far():
    different = [[1, 2], ["a", "b"], [3, 4, 5], (6, 7), {0: 8}, Pair(1, 2), Pair(3, 4)]
    looks = {(): [0, 0], (0,): [0], (1,): [0], (2,): [0], ("left",): [0]}
    function = lazy_function(different, looks, args=["x"])
    for number, other in itertools.product(range(20), range(5)):
        whole = function([number, other])
        if isinstance(whole, Pair):
            assert whole.left + 0 in (1, 3)
        elif isinstance(whole, tuple):
            assert whole[0] + 0 == 6
        elif isinstance(whole, dict):
            assert whole[0] + 0 == 8
        elif len(whole) == 3:
            assert [part + 0 for part in whole] == [3, 4, 5]
        else:  # lists of two, numbers or letters
            assert whole[0] + whole[0] in (2, "aa")


def test_the_order_of_looking_at_the_result_makes_no_difference():
    function = lazy_function(NUMBERS, {(): [0], (0,): [0], (1,): [1], (2,): [-1, -1]}, args=["x"])

    def seen(order: Any) -> Any:
        found: dict[int, Any] = {}

        def look(result: Any) -> None:
            for index in order:
                found[index] = int(result[index])

        observation = observe(function, [1, [2], [3, [4]]], context=look)
        return sorted(found.items()), observation.demand

    assert len({str(seen(order)) for order in itertools.permutations(range(3))}) == 1


def test_iterators_that_it_looks_at_are_shared_by_all_parts_of_one_result():
    function = lazy_function([[1, 2]], {(0,): [0, 0, 0], (1,): [0, 0, 0]}, args=["x"])
    assert looks_of(function, iter([7, 8]), context=nf) == ["[7, *_]"]


@pytest.mark.parametrize(
    ("result", "path", "look"),
    [
        ([1, 2], (1,), lambda result: result[1] + 0),
        ((1, 2), (1,), lambda result: result[1] + 0),
        ({"a": 1, "b": 2}, ("b",), lambda result: result["b"] + 0),
        (Pair(1, 2), ("right",), lambda result: result.right + 0),
        (Config(1, 2, 3, 4, 5), ("user",), lambda result: result.user + 0),
        (Plain({"x": 1}), ("x",), lambda result: result.x + 0),
        (Stream([1, 2]), (1,), lambda result: result[1] + 0),
    ],
)
def test_results_of_any_shape_reveal_themselves_bit_by_bit(result: Any, path: Any, look: Any):
    function = lazy_function([result], {path: [0]}, args=["x"])
    assert looks_of(lambda x: type(function(x)), [7]) == ["_"]
    assert looks_of(lambda x: look(function(x)), [7]) == ["[_]"]
    assert type(function(0)) is type(result)
    assert look(function([7])) == look(result)


def test_a_result_that_was_not_asked_to_reveal_itself_is_not_a_thunk():
    given = [1, [2]]
    assert lazy_function([given], args=["x"])(0) is given
    assert is_forced(lazy_function([given], {(0,): [0]}, args=["x"])(0)[1])
    assert not is_forced(lazy_function([given], {(0,): [0]}, args=["x"])(0)[0])


def test_parts_that_no_thunk_can_stand_for_come_with_what_holds_them():
    function = lazy_function([[None, 1], [True, 2], [Colour.RED, 3]], {(0,): [0], (1,): [0, 0]}, args=["x"])
    for number in range(20):
        part = function(number)[0]
        assert part is None or part is True or part is Colour.RED
    assert looks_of(lambda x: type(function(x)), [7]) == ["[_]"]
    assert looks_of(function, [7], context=nf) == ["[7]"]


def test_a_part_can_be_matched_by_its_kind_before_it_was_looked_at():
    match lazy_function([[[1], 2]], {(0,): [0]}, args=["x"])(5):
        case [[one], two]:
            assert (one, two) == (1, 2)
        case _:
            pytest.fail("the part did not match as a sequence")


def test_iterate_gives_iterators_that_do_not_begin_before_they_are_asked():
    function = lazy_function([[1, 2]], {(): [0], (0,): [0], (1,): [-1]}, args=["x"], iterate=True)
    assert looks_of(function, [7, 8], context=whnf) == ["_"]
    assert looks_of(function, [7, 8], context=take(1)) == ["[7, _]"]
    assert looks_of(function, [7, 8], context=nf) == ["[7, 8]"]
    result = function([7, 8])
    assert iter(result) is result
    assert list(result) == [1, 2]


def test_iterate_looks_before_it_tells_that_the_end_has_come():
    function = lazy_function([[1]], {(1,): [0]}, args=["x"], iterate=True)
    assert looks_of(function, [7], context=take(1)) == ["_"]
    assert looks_of(function, [7], context=take(2)) == ["[_]"]


def test_infinite_results_are_fine():
    endless = lazy_function([Stream(itertools.count())], {(2,): [0]}, args=["x"])
    assert looks_of(endless, [7], context=take(2)) == ["_"]
    assert looks_of(endless, [7], context=take(3)) == ["[_]"]
    pulled = lazy_function([Stream(itertools.count())], {(2,): [0]}, args=["x"], iterate=True)
    assert list(itertools.islice(pulled([7]), 4)) == [0, 1, 2, 3]


def test_what_looking_at_an_argument_raises_is_raised_where_it_looks():
    def gone() -> Any:
        raise OSError("gone")

    function = lazy_function([[1]], {(0,): [0]}, args=["x"])
    result = function(delay(gone))
    for _ in range(2):
        with pytest.raises(OSError, match="gone"):
            result[0] + 1


def test_endless_and_strange_arguments_are_looked_at_only_so_far():
    function = lazy_function([0, 1], {(): [0] * 6}, args=["x"])
    loop: list[Any] = []
    loop.append(loop)
    for argument in (itertools.count(), loop, {}, [], None, int, len, object(), {"\ud800": 1}, float("nan"), "\ud800"):
        assert function(argument) in (0, 1)


def test_a_result_may_be_deep_and_reveal_itself_at_the_bottom():
    deep: Any = 0
    for _ in range(20_000):
        deep = [deep]
    function = lazy_function([deep], {(0,) * 20_000: [0]}, args=["x"])

    def bottom(x: Any) -> Any:
        part = function(x)
        for _ in range(20_000):
            part = part[0]
        return part + 1

    assert looks_of(bottom, [7]) == ["[_]"]


def test_a_coroutine_may_use_it():
    function = lazy_function([[1]], {(0,): [0]}, args=["x"])

    async def asked(x: Any) -> Any:
        await asyncio.sleep(0)
        return function(x)[0] + 1

    assert str(asyncio.run(observe(asked, [7])).demand) == "[_]"  # type: ignore[arg-type]


# Written and printed


def test_its_repr_makes_it_again():
    for function in (
        lazy_function([1]),
        lazy_function([[1], [2]], {(): [0, -1], (0,): [1]}, args=["x", "y"]),
        lazy_function([[1]], {(0,): [0]}, args=[], iterate=True),
    ):
        again = eval(repr(function), {"lazy_function": lazy_function})
        assert again == function
        assert repr(again) == repr(function)
    assert repr(lazy_function([1], {(): []}, args=["x"])) == "lazy_function([1], args=['x'])"


def test_hypothesis_prints_it_as_what_makes_it():
    @settings(database=None, derandomize=True, report_multiple_bugs=False, phases=[Phase.generate, Phase.shrink])
    @given(lazy_functions(1, st.integers()))
    def fails(function: Any) -> None:
        assert function([1]) == 0

    with pytest.raises(AssertionError) as caught:
        fails()
    assert "function=lazy_function([1], args=['x'])" in "".join(caught.value.__notes__)


def test_copies_and_pickles_are_equal_and_do_the_same():
    function = lazy_function(NUMBERS, {(): [0], (1,): [0]}, args=["x"])
    for again in (copy.copy(function), copy.deepcopy(function), pickle.loads(pickle.dumps(function))):
        assert again == function
        assert hash(again) == hash(function)
        assert again([3]) == function([3])
    assert function != lazy_function(NUMBERS, {(): [0]}, args=["x"])
    assert function != 5


def test_what_cannot_be_a_lazy_function_is_refused():
    for results, message in (
        ([], r"results=\[\]; pass a list of what the function may give"),
        ("ab", r"results='ab'; pass a list of what the function may give"),
        (5, r"results=5; pass a list"),
        ([iter([1])], r"lists or streams for iterators, and iterate=True"),
    ):
        with pytest.raises(TypeError, match=message):
            lazy_function(results)  # type: ignore[arg-type]


# Used


def lazy_map(function: Any, items: list[Any]) -> Any:
    return (function(item) for item in items)


def test_a_higher_order_function_is_observed_with_it_and_it_is_observed_too():
    function = lazy_function([[1, 2]], {(): [0], (1,): [0]}, args=["x"])
    seen = observe(lazy_map, function, [[5], [6]], context=take(1, each=lambda result: result[1] + 0))
    assert str(seen.demands["items"]) == "[[5], _]"
    calls = seen.demands["function"]
    assert [str(calls.at(path)) for path in list(calls.paths())[1:2]] == ["[_, 2]"]
    seen.replay()


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(lazy_functions(2, PLAIN), PLAIN, PLAIN, contexts())
def test_a_lazy_function_is_deterministic_and_its_demand_is_all_it_depends_on(
    function: Any, one: Any, other: Any, context: Any
):
    first = observe(function, one, other, context=context)
    second = observe(function, one, other, context=context)
    assert first.demands == second.demands
    assert first.result_demand == second.result_demand
    first.replay()


@given(lazy_functions(1, st.lists(st.integers())), st.lists(st.lists(st.integers())), contexts(), contexts())
def test_looking_at_more_of_the_result_looks_at_no_less_of_the_argument(
    function: Any, argument: Any, context: Any, then: Any
):
    def both(result: Any) -> None:
        context(result)
        then(result)

    assert observe(function, argument, context=context).demand <= observe(function, argument, context=both).demand


# The strategy


@pytest.mark.slow
def test_lazy_functions_look_at_their_argument_to_all_degrees():
    seen: Counter[str] = Counter()

    @settings(max_examples=size(250, 500), database=None, derandomize=True, deadline=None)
    @given(lazy_functions(1, st.lists(st.integers(), max_size=3)))
    def look(function: Any) -> None:
        seen[str(observe(function, [1, [2]], context=nf).demand)] += 1

    look()
    assert set(seen) >= {"_", "[_, _]", "[1, _]", "[_, [_]]", "[_, [2]]", "[1, [_]]", "[1, [2]]"}
    assert seen["_"] < size(100, 200)


@pytest.mark.slow
def test_lazy_functions_often_look_further_as_their_result_is_looked_at():
    further: list[bool] = []

    @settings(max_examples=size(100, 300), database=None, derandomize=True, deadline=None)
    @given(lazy_functions(1, st.lists(st.integers(), min_size=1)))
    def look(function: Any) -> None:
        argument = [1, [2, 3], [[4]]]
        further.append(observe(function, argument).demand < observe(function, argument, context=nf).demand)

    look()
    assert sum(further) > size(20, 60)


def test_lazy_functions_shrink_to_a_constant_one_that_looks_at_nothing():
    assert smallest(lazy_functions(1, st.integers()), lambda function: True) == lazy_function([0], args=["x"])
    found = smallest(lazy_functions(2, st.lists(st.booleans())), lambda function: len(function([1], 2)) == 1)
    assert found == lazy_function([[False]], args=["x", "y"])


def test_lazy_functions_shrink_to_the_looks_that_matter():
    def looks_at_3(function: Any) -> bool:
        return "3" in str(observe(function, [1, 2, 3], context=nf).demand)

    assert smallest(lazy_functions(1, st.just(0)), looks_at_3) == lazy_function([0], {(): [0, 2]}, args=["x"])


def test_lazy_functions_shrink_to_the_results_that_matter():
    differs = lambda function: len({function([7] * length) for length in range(8)}) > 1
    found = smallest(lazy_functions(1, st.integers(0, 9)), differs)
    assert sorted(found.results) == [0, 1]
    assert found.looks == {(): (0,)}


def test_a_wrong_higher_order_function_is_found_with_one():
    """A `map` that looks at what the function gives before anybody asks for it."""

    def eager_map(function: Any, items: list[Any]) -> Any:
        return iter([function(item) for item in items])

    def differs(function: Any) -> bool:
        first, second = (observe(each, function, [[5], [6]], context=take(1)) for each in (lazy_map, eager_map))
        return first.demands["items"] != second.demands["items"]

    found = smallest(lazy_functions(1, st.integers()), differs)
    assert found == lazy_function([0], {(): [0]}, args=["x"])


def test_functions_that_iterate_are_drawn_too():
    found = smallest(lazy_functions(1, st.lists(st.integers()), iterate=True), lambda function: list(function(0)) != [])
    assert found == lazy_function([[0]], args=["x"], iterate=True)


def test_arguments_are_counted():
    def names(args: Any) -> Any:
        return smallest(lazy_functions(args, st.none()), lambda function: True).names

    assert names(0) == ()
    assert names(3) == ("x", "y", "z")
    assert names(4) == ("x1", "x2", "x3", "x4")
    assert names(None) is None


def test_what_is_no_number_of_arguments_or_no_strategy_is_refused():
    for args in (-1, 1.5, [st.integers()]):
        with pytest.raises(TypeError, match="pass how many arguments, or None for any"):
            lazy_functions(args, st.none())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"result=5 is not a strategy; pass one, as in st.integers\(\)"):
        lazy_functions(1, 5)  # type: ignore[arg-type]


def test_an_equal_demand_is_all_that_two_arguments_need_for_an_equal_result():
    function = lazy_function(NUMBERS, {(): [0, 1], (2,): [0]}, args=["x"])
    first = observe(function, [1, 5, "z"], context=take(2))
    assert first.demand == Demand.parse("[_, 5, _]")
    assert [first.result[0], first.result[1]] == [function(["?", 5, None])[0], function(["?", 5, None])[1]]
