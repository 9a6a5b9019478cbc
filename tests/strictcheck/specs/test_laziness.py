"""`assert_lazy`: a call looks at nothing before its result is used."""

from __future__ import annotations

import asyncio
import inspect
import re

import pytest
from places import from_root
from shared_values import checks_nothing

from strictcheck import (
    DemandMismatch,
    Stream,
    assert_lazy,
    assert_never_calls,
    delay,
    max_forced,
    observe,
)
from strictcheck.errors import NothingChecked
from strictcheck.kinds import opaque

HERE = from_root(__file__)

LINES = ["a,b", "1,2", "3,4", "5,6"]


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
    assert f"not lazy: it looked at numbers before its result was used,\n  at {HERE}" in str(caught.value)


def test_the_failure_names_the_first_look_its_place_and_the_demand():
    def total(start, numbers):
        return start, sum(numbers)

    with pytest.raises(DemandMismatch) as caught:
        assert_lazy(total, 0, [1, 2])
    first, place, picture, advice = str(caught.value).splitlines()
    assert first == "total is not lazy: it looked at numbers before its result was used,"
    assert advice.startswith("  if it may, drop this assertion")
    assert place.endswith(" in total")
    assert picture == "  + numbers: [1, 2]"


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


def make():
    return 3


def test_a_function_that_has_the_argument_from_around_it_as_well_is_not_found_lazy():
    lines = [*LINES]
    for function, given in ((lambda xs: [*LINES], LINES), (lambda xs: [*lines], lines)):
        with checks_nothing("uses .*, which is its argument xs, from around it"):
            assert_lazy(function, given)
    with checks_nothing("<lambda> uses make, which is its argument given, from around it"):
        assert_never_calls(lambda given: make(), make)
    assert_lazy(lambda xs: map(make, xs), iter(LINES))
    assert_never_calls(lambda given: 1, make)


def test_an_object_whose_call_makes_a_generator_is_refused_as_a_generator_function():
    class Sorting:
        def __call__(self, xs):
            yield from sorted(xs)

    with checks_nothing("is a generator function"):
        assert_lazy(Sorting(), [2, 1])


@opaque
class Rows:
    def __iter__(self):
        return iter([1, 2])


def test_of_what_nobody_can_see_into_it_is_said_that_nothing_is_known():
    told = (
        r"is not known to be lazy: it looked at rows, and what it does inside a\s+Rows cannot be seen.*"
        r"pass \(row for row in rows\) if f only iterates"
    )
    with pytest.raises(DemandMismatch, match=re.compile(told, re.DOTALL)):
        assert_lazy(lambda rows: (row for row in rows), Rows())
    assert_lazy(lambda rows: (row for row in rows), (row for row in Rows()))


def test_a_budget_that_counts_nothing_says_of_what_it_cannot():
    told = r"a Rows is looked at as a whole; pass \(row for row in rows\) if f only\s+iterates"
    with pytest.raises(NothingChecked, match=told), max_forced(1, of=int):
        observe(lambda rows: sum(rows), Rows())
