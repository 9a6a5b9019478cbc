"""Budgets stop at the forcing that goes over them, and end with their block."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from io import StringIO
from typing import Any

import pytest
from shared_values import Box, Fork, Leaf, checks_nothing, tree_sum, unused

from strictcheck import (
    Demand,
    TooMuchForced,
    check_spec,
    like,
    max_forced,
    observe,
    observing,
)
from strictcheck.errors import NothingChecked
from strictcheck.observation.open_records import on_observed


def test_a_budget_stops_at_the_forcing_that_goes_over_it() -> None:
    with pytest.raises(TooMuchForced) as caught, max_forced(2, of=int):
        observe(sum, [1, 2, 3])
    assert "more than 2 parts of class int forced" in str(caught.value)
    assert "the next is iterable[2], 3" in str(caught.value)
    assert caught.value.observation.demand == Demand.parse("[1, 2, _]")  # type: ignore[attr-defined]


def test_a_budget_says_that_containers_count_unless_a_class_is_named() -> None:
    with (
        pytest.raises(
            TooMuchForced, match="all arguments count, and containers, too; of=Class counts the values of one"
        ),
        max_forced(2),
    ):
        observe(sum, [1, 2, 3])
    with pytest.raises(TooMuchForced, match=r"allow more; .* tells how many$"), max_forced(2, of=int):
        observe(sum, [1, 2, 3])


def test_a_budget_that_is_kept_does_nothing() -> None:
    with max_forced(2, of=int), max_forced(3):
        assert observe(any, [0, 1, 2]).result is True


def test_a_budget_counts_all_observations_in_its_block_together() -> None:
    with pytest.raises(TooMuchForced), max_forced(3):
        _ = [observe(sum, [1]), observe(sum, [1])]


def test_a_budget_that_was_used_up_fails_its_block_whoever_catches_the_error() -> None:
    with pytest.raises(TooMuchForced, match="more than 1 part"), max_forced(1), suppress(Exception):
        observe(sum, [1, 2])
    with pytest.raises(TooMuchForced, match="more than 1 part"), max_forced(1):
        assert observe(sum, [1, 2], catch=Exception).error is not None


def test_keys_count_that_are_asked_for_whether_they_are_there_or_not() -> None:
    table = dict.fromkeys(range(4), 1)
    for keys in (range(3), range(10, 13)):
        with max_forced(4):
            observe(lambda table, keys=keys: [table.get(key) for key in keys] and None, table)
        with pytest.raises(TooMuchForced, match=rf"the next is table\[{keys[2]}\]"), max_forced(3):
            observe(lambda table, keys=keys: [table.get(key) for key in keys] and None, table)


def test_of_a_set_the_objects_count_and_not_what_is_looked_at_with_it() -> None:
    with checks_nothing("only 1 part"), max_forced(3):
        observe(sum, set(range(10)))


def test_a_budget_may_be_of_several_classes_and_of_records() -> None:
    tree = Fork(Leaf(1), Fork(Leaf(2), Leaf(3)))
    with max_forced(3, of=(Leaf, Fork)):
        observe(lambda tree: tree.left.value, tree)
    with pytest.raises(TooMuchForced, match="Leaf"), max_forced(2, of=Leaf):
        observe(tree_sum, tree)


def test_a_budget_of_a_class_counts_what_is_pulled_and_once_if_it_is_looked_at_too() -> None:
    def leaves(count: int) -> Iterator[Leaf]:
        return (Leaf(number) for number in range(count))

    with max_forced(3, of=Leaf):
        observe(lambda leaves: [next(leaves), next(leaves).value, next(leaves)], leaves(9))
    with pytest.raises(TooMuchForced, match=r"the next is leaves\[3\]"), max_forced(3, of=Leaf):
        observe(lambda leaves: [*leaves] and None, leaves(1000))
    with pytest.raises(TooMuchForced), max_forced(3, of=Leaf):
        observe(lambda many: [list(leaves) for leaves in many], [leaves(2), leaves(2)])
    with pytest.raises(TooMuchForced), max_forced(3, of=Leaf):
        _ = [observe(lambda leaves: next(leaves) and None, leaves(2)) for _ in range(4)]
    with max_forced(3, of=int):
        observe(lambda leaves: next(iter([*leaves])).value, leaves(1000))


def test_a_budget_within_a_call_counts_what_is_pulled_from_there() -> None:
    def call(leaves: Iterator[Leaf]) -> None:
        _ = [next(leaves) for _ in range(4)]
        with max_forced(2, of=Leaf):
            _ = [next(leaves) for _ in range(2)]

    observe(call, map(Leaf, range(9)))


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
    with pytest.raises(ValueError, match="n=-1"), max_forced(-1):
        pass


def test_a_budget_ends_with_its_block() -> None:
    with max_forced(1):
        observe(len, [1])
    assert observe(sum, [1, 2, 3]).result == 6


# Budgets


def first_even(numbers):
    """The first even one."""
    return next(n for n in numbers if n % 2 == 0)


def test_a_budget_decorates_a_function_and_each_call_counts_from_nothing():
    limited = max_forced(3)(first_even)
    for _ in range(3):
        assert observe(limited, [1, 2, 3]).demand == Demand.parse("[1, 2, _]")
    with pytest.raises(
        TooMuchForced, match=r"more than 3 parts forced: the next is numbers\[2\], 6,\s+at .* in <genexpr>"
    ):
        observe(limited, [1, 3, 6])
    assert (limited.__name__, limited.__doc__) == ("first_even", "The first even one.")


def test_a_budget_decorates_a_test_that_observes():
    @max_forced(1, of=int)
    def test():
        return observe(sum, [1, 2]).result

    with pytest.raises(TooMuchForced, match="more than 1 part of class int forced"):
        test()


def test_a_budget_within_a_call_counts_what_that_call_forces_and_no_more():
    @max_forced(2, of=int)
    def second(numbers):
        return numbers[1] + numbers[2]

    assert observe(lambda numbers: numbers[0] + second(numbers) + numbers[3], [1, 2, 3, 4]).result == 10


def test_a_budget_decorates_no_function_that_runs_later_than_it_is_called():
    def each(numbers):
        yield from numbers

    async def total(numbers):
        return sum(numbers)

    async def each_later(numbers):
        for number in numbers:
            yield number

    for function in (each, total, each_later):
        with pytest.raises(TypeError, match=rf"function={function.__name__} runs nothing when it is called"):
            max_forced(2)(function)
        with pytest.raises(TypeError, match=rf"function=\S*{function.__name__} runs nothing when it is called"):
            max_forced(2)(partial(function))


def test_a_budget_decorates_a_partial_function_which_has_no_name():
    with pytest.raises(NothingChecked, match="has counted nothing: <lambda> returns"):
        max_forced(2)(partial(lambda numbers: iter(numbers)))([1])


def test_one_budget_can_be_used_again_and_inside_of_itself():
    budget = max_forced(2)
    for _ in range(2):
        with budget:
            observe(len, [1, 2])
    with budget:
        observe(len, [1, 2])
        with budget:
            observe(len, [1, 2])
    assert observe(sum, [1, 2, 3]).result == 6  # nothing is left in force


def test_a_method_can_be_decorated():
    class Search:
        @max_forced(2)
        def first(self, numbers):
            return numbers[0] + 0

    assert observe(Search().first, [1, 2]).result == 1


@pytest.mark.parametrize(
    ("arguments", "error", "complaint"),
    [
        ((-1,), ValueError, "n=-1 is negative; pass how many forcings to allow, from 0"),
        ((True,), TypeError, "n=True is not a whole number"),
        (("3",), TypeError, "n='3' is not a whole number"),
        ((1.5,), TypeError, "n=1.5 is not a whole number"),
        ((first_even,), TypeError, "is not a whole number; pass how many forcings to allow"),
        ((1, "int"), TypeError, "of='int' is not a class"),
        ((1, (int, 1)), TypeError, r"of=\(<class 'int'>, 1\) is not a class"),
    ],
)
def test_a_budget_that_makes_no_sense_is_refused_where_it_is_made(arguments, error, complaint):
    with pytest.raises(error, match=complaint):
        max_forced(*arguments)


def test_a_budget_shows_itself():
    for budget, text in (
        (max_forced(3), "max_forced(3)"),
        (max_forced(3, of=(int,)), "max_forced(3, of=(int,))"),
        (max_forced(3, of=int), "max_forced(3, of=int)"),
    ):
        with budget:  # one that is used for nothing warns
            observe(any, iter([0, 1, 2]))
        assert repr(budget) == text


# Who is told


def test_listeners_are_told_of_each_observation_when_it_is_over_until_they_stop():
    told = []
    stop = on_observed(lambda record: told.append((len(record), record.is_open)))
    try:
        observe(sum, [1, 2])
        with pytest.raises(ZeroDivisionError):
            observe(lambda n: 1 / n, 0)
        with observing([1]) as seen:
            assert seen.value == [1]
            assert len(told) == 2
    finally:
        stop()
    observe(len, [])
    assert told == [(3, True), (1, True), (2, True)]


def test_a_result_without_parts_that_may_not_be_forced_is_a_hole():
    with pytest.raises(TooMuchForced) as raised, max_forced(0):
        observe(lambda number: number, 1)
    assert str(raised.value.observation.result_demand) == "_"
    assert str(observe(lambda number: number, 1).result_demand) == "1"


class Bag:
    def __init__(self, *items: int) -> None:
        self.items = items

    def __iter__(self) -> Any:
        return iter(self.items)


def test_an_exceeded_budget_is_told_where_python_made_another_error_of_it() -> None:
    too_much = pytest.raises(TooMuchForced, match=r"more than 1 part of class Bag forced: the next is bags\[1\]")
    with too_much, max_forced(1, of=Bag):
        observe(lambda bags: [list(bag) for bag in bags], [Bag(1), Bag(2)])


class Lazily:
    """Object with an attribute that is fetched when it is read."""

    def __init__(self) -> None:
        self.loaded = 1

    @property
    def books(self) -> list[int]:
        return [1, 2]


def test_of_objects_that_compute_attributes_nobody_knows_how_many_parts_there_are() -> None:
    with max_forced(9):
        observe(lambda shelf: shelf.loaded, Lazily())
    with checks_nothing("only 2 parts"), max_forced(9):
        observe(lambda box: box.held, Box(1))


@pytest.mark.parametrize(
    ("read", "make"),
    [
        (sum, lambda: [1, 2]),
        (sum, lambda: iter([1, 2])),
        (list, lambda: StringIO("a\nb")),
        (lambda table: sum(table.values()), lambda: {"a": 1, "b": 2}),
        (lambda rows: [sum(row.values()) for row in rows], lambda: [{"n": 1}]),
    ],
)
def test_a_budget_above_all_there_is_checks_nothing_whatever_the_value_is(
    read: Callable[[Any], Any], make: Callable[[], Any]
) -> None:
    with checks_nothing("there are only [2-5] parts to count"), max_forced(1000):
        observe(read, make())
    with max_forced(9):  # there may be more
        observe(read, make())
        observe(next, iter([1, 2]))


def test_of_an_array_it_is_told_that_it_is_looked_at_as_a_whole() -> None:
    with checks_nothing(r"an array is looked at as a whole; pass array\.tolist\(\)"), max_forced(2):
        observe(sum, array("i", [1, 2, 3]))


def test_a_budget_in_a_block_that_is_observed_has_to_count_something() -> None:
    with observing([1, 2, 3]) as seen:
        with max_forced(2):
            assert seen.value[0] == 1
        with checks_nothing("nothing was forced within it"), max_forced(1):
            sum([4, 5])


def test_a_check_that_a_budget_stops_fails_by_that_alone():
    def careless(numbers: list[int]) -> int:
        try:
            return sum(numbers)
        except Exception:
            return 0

    with pytest.raises(TooMuchForced) as stopped, max_forced(2):
        check_spec(careless, like(sum))
    assert stopped.value.__cause__ is None


class Kept:
    def __init__(self) -> None:
        self._sa_instance_state, self._second, self.row = 1, 2, 3


def test_what_a_library_keeps_in_objects_for_itself_does_not_count() -> None:
    def read(kept: Kept) -> int:
        return kept._sa_instance_state + kept._second + kept.row

    with max_forced(3):
        observe(read, Kept())
    with pytest.raises(TooMuchForced, match=r"the next is kept\.row") as failed, max_forced(2):
        observe(read, Kept())
    assert "_sa_instance" not in str(failed.value).partition(", in full")[0]


def observe_within(limit, function):
    with max_forced(n=limit):
        observe(function, [1, 2, 3], watch=("low",))


def test_the_message_tells_watched_variables_and_how_to_count_all():
    def search(xs, low):
        return [x for x in xs if x > low]

    with pytest.raises(TooMuchForced, match=r"with low=1[\s\S]*allow more; with max_forced\(9_999\) as budget"):
        observe_within(2, lambda xs: search(xs, 1))
    with max_forced(9_999) as budget:
        observe(lambda xs: search(xs, 1), iter([1, 2, 3]))
    assert budget.count == 5  # the three, the iterator and its end
