"""`assert_lazy`, budgets as decorators, and the steps in which generators and coroutines are run."""

from __future__ import annotations

import asyncio
import inspect

import pytest
from places import from_root
from shared_values import checks_nothing

from strictcheck import (
    Demand,
    DemandMismatch,
    Stream,
    TooMuchForced,
    assert_lazy,
    delay,
    max_forced,
    observe,
    observing,
)
from strictcheck.observation.budgets import on_observed

HERE = from_root(__file__)

# assert_lazy


def later(numbers):
    yield from numbers


@pytest.mark.parametrize(
    "function",
    [
        later,
        lambda numbers: numbers,
        lambda numbers: [numbers, numbers],
        lambda numbers: lambda: numbers[0],
        lambda numbers: delay(lambda: numbers[0]),
        lambda numbers: {"kept": numbers},
        lambda numbers: numbers is None,
        lambda *numbers: numbers,
        lambda **numbers: numbers,
    ],
)
def test_a_call_that_only_passes_its_arguments_on_is_lazy(function):
    if "**" in str(inspect.signature(function)):
        assert assert_lazy(function, numbers=[1, 2]) is None
    else:
        assert assert_lazy(function, [1, 2]) is None


@pytest.mark.parametrize(
    "function",
    [
        lambda numbers: numbers[0],
        lambda numbers: list(numbers),
        lambda numbers: bool(numbers),
        lambda numbers: isinstance(numbers, list),
        lambda numbers: [n + 1 for n in numbers],
        lambda numbers: repr(numbers),
    ],
)
def test_a_call_that_looks_before_its_result_is_used_is_not_lazy(function):
    with pytest.raises(DemandMismatch) as caught:
        assert_lazy(function, [1, 2])
    assert f"not lazy: it looked at numbers before its result was used, at {HERE}" in str(caught.value)


def test_the_failure_names_the_first_look_its_place_and_the_demand():
    def total(start, numbers):
        return start, sum(numbers)

    with pytest.raises(DemandMismatch) as caught:
        assert_lazy(total, 0, [1, 2])
    first, second, carets, advice = str(caught.value).splitlines()
    assert first.startswith("total is not lazy: it looked at numbers before its result was used, at ")
    assert carets.count("^") == len("[1, 2]")
    assert advice.startswith("  if it may, drop this assertion")
    assert first.endswith(" in total")
    assert second == "  numbers: [1, 2]"


@pytest.mark.parametrize("make", [iter, Stream, lambda numbers: (n for n in numbers)])
def test_asking_an_iterator_for_itself_is_no_look_but_pulling_is(make):
    for function in (iter, lambda xs: map(abs, xs), lambda xs: (x for x in xs), enumerate, lambda xs: filter(None, xs)):
        assert_lazy(lambda numbers, function=function: function(numbers), make([1, 2]))
    for function in (lambda xs: next(iter(xs)), list, lambda xs: next(map(abs, xs)), any):
        with pytest.raises(DemandMismatch, match="is not lazy"):
            assert_lazy(lambda numbers, function=function: function(numbers), make([1, 2]))


def test_pulling_from_an_empty_iterator_is_a_look_too():
    with pytest.raises(DemandMismatch):
        assert_lazy(list, iter([]))


def test_arguments_that_have_no_stand_ins_were_looked_at_by_nobody():
    assert_lazy(lambda a, b, *c, d, **e: None, None, True, ..., d=int, f=None)
    for value in (None, True, int, "text", b"bytes"):
        with checks_nothing("checked nothing: a cannot be observed"):
            assert_lazy(lambda a: None, value)
    with checks_nothing("checked nothing: b cannot be observed"):
        assert_lazy(lambda a, b: None, [1], "text", of="b")


def test_a_result_that_would_never_end_is_left_alone():
    def naturals(start):
        while True:
            yield start
            start += 1

    assert_lazy(lambda start: (n for n in naturals(start)), 0)


def test_an_exception_of_the_call_is_the_callers():
    with pytest.raises(ZeroDivisionError):
        assert_lazy(lambda numbers: 1 / 0, [1])


def test_of_a_coroutine_function_the_call_is_awaited():
    async def lazy(numbers):
        await asyncio.sleep(0)
        return numbers

    async def eager(numbers):
        await asyncio.sleep(0)
        return numbers[0] + 1

    assert_lazy(lazy, [1])
    with pytest.raises(DemandMismatch, match="eager is not lazy"):
        assert_lazy(eager, [1])


def test_a_wide_argument_costs_nothing_when_nobody_looks():
    assert_lazy(lambda xs: [later(xs)], range(10**9))
    assert_lazy(lambda xs: [later(xs)], [0] * 1_000_000)


# Budgets


def first_even(numbers):
    """The first even one."""
    return next(n for n in numbers if n % 2 == 0)


def test_a_budget_decorates_a_function_and_each_call_counts_from_nothing():
    limited = max_forced(3)(first_even)
    for _ in range(3):
        assert observe(limited, [1, 2, 3]).demand == Demand.parse("[1, 2, _]")
    with pytest.raises(
        TooMuchForced, match=r"more than 3 parts forced: the next is numbers\[2\], 6, at .* in <genexpr>"
    ):
        observe(limited, [1, 3, 6])
    assert (limited.__name__, limited.__doc__) == ("first_even", "The first even one.")


def test_a_budget_decorates_a_test_that_observes():
    @max_forced(1, of=int)
    def test():
        return observe(sum, [1, 2]).result

    with pytest.raises(TooMuchForced, match="more than 1 of int forced"):
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


def test_one_budget_can_be_used_again_and_inside_of_itself():
    budget = max_forced(2)
    for _ in range(2):
        with budget:
            observe(len, [1])
    with budget:
        observe(len, [1])
        with budget:
            observe(len, [1])
        with pytest.raises(TooMuchForced):
            observe(len, [1])
    observe(sum, [1, 2, 3])  # nothing is left in force


def test_a_method_can_be_decorated():
    class Search:
        @max_forced(2)
        def first(self, numbers):
            return numbers[0] + 0

    assert observe(Search().first, [1, 2]).result == 1


@pytest.mark.parametrize(
    ("arguments", "error", "complaint"),
    [
        ((-1,), ValueError, "limit=-1 is negative; pass how many forcings to allow, from 0"),
        (("3",), TypeError, "limit='3' is not a whole number"),
        ((1.5,), TypeError, "limit=1.5 is not a whole number"),
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
        budget(len)  # one that is used for nothing warns
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
