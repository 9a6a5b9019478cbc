"""Async everywhere: assertions, checkers, contexts and certificates wait for coroutines and async iterators."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from long_runs import examples
from shared_values import twin

from strictcheck import (
    Demand,
    DemandMismatch,
    StrictCheckError,
    TooMuchForced,
    assert_lazy,
    assert_never_calls,
    assert_no_more_demand,
    assert_pulls_at_most,
    assert_reads_once,
    assert_reads_only,
    assert_same_demand,
    check_spec,
    find_needless,
    hole,
    like,
    max_forced,
    nf,
    observe,
    spec,
    spine,
    take,
    upto,
)
from strictcheck.errors import NotCertified, NothingChecked
from strictcheck.generate import nibble
from strictcheck.observation.async_calls import one_loop, run_to_end
from strictcheck.specs import check_never_calls, check_pulls_at_most


async def counting(*numbers: int) -> AsyncIterator[int]:
    for number in numbers:
        await asyncio.sleep(0)
        yield number


async def doubled(numbers: AsyncIterator[int]) -> AsyncIterator[int]:
    async for number in numbers:
        yield 2 * number


async def doubled_late(numbers: AsyncIterator[int]) -> AsyncIterator[int]:
    for number in [number async for number in numbers]:
        yield 2 * number


async def first(numbers: list[int]) -> int:
    await asyncio.sleep(0)
    return numbers[0] if numbers else 0


async def total(numbers: list[int]) -> int:
    await asyncio.sleep(0)
    return sum(numbers)


async def host(config: Any) -> Any:
    await asyncio.sleep(0)
    return config["host"]


def in_a_loop(test: Any) -> None:
    async def main() -> None:
        test()

    asyncio.run(main())


# Checks are made where no loop is running, and in tests that are coroutine functions themselves.
anywhere = pytest.mark.parametrize("run", [lambda test: test(), in_a_loop], ids=["no loop", "in a loop"])

CONTEXTS = {
    "take": (take(2), "[1, 2, *_]", "[2, 4, *_]"),
    "nf": (nf, "[1, 2, 3]", "[2, 4, 6]"),
    "spine": (spine, "[1, 2, 3]", "[_, _, _]"),
    "upto": (upto(Demand.parse("[2, *_]")), "[1, *_]", "[2, *_]"),
    "nibble": (nibble(0, 0, 0), "[1, *_]", "[2, *_]"),
    "list": (list, "[1, 2, 3]", "[_, _, _]"),
}


@anywhere
@pytest.mark.parametrize("name", CONTEXTS)
def test_contexts_pull_from_async_generators(run: Any, name: str) -> None:
    context, demand, result = CONTEXTS[name]

    def test() -> None:
        observation = observe(doubled, counting(1, 2, 3), context=context)
        assert str(observation.demand) == demand
        assert str(observation.result_demand) == result
        assert observation.verify().replay().result_demand == observation.result_demand

    run(test)


class Doubled:
    """Object whose elements come by `async for`; awaited, it takes all of them."""

    def __init__(self, numbers: Any) -> None:
        self.numbers = numbers

    def __aiter__(self) -> Any:
        return doubled(self.numbers)

    def __await__(self) -> Any:
        return total([0] * 9).__await__()


def test_contexts_of_the_library_pull_from_any_object_with_async_elements_and_others_get_the_object() -> None:
    assert str(observe(Doubled, counting(1, 2, 3), context=take(1)).verify().replay().demand) == "[1, *_]"
    assert observe(lambda numbers: Doubled(numbers), counting(1, 2), context=nf).result_demand == Demand.full([2, 4])
    assert not observe(Doubled, counting(1, 2), context=lambda made: made.numbers).demand.size


@pytest.mark.parametrize("context", [anext, lambda made: made.asend(None)], ids=["anext", "asend"])
def test_a_context_may_return_what_has_to_be_awaited(context: Any) -> None:
    assert_pulls_at_most(doubled, counting(1, 2, 3), n=1, context=context)
    with pytest.raises(DemandMismatch, match="pulled 1 element of"):
        assert_pulls_at_most(doubled, counting(1, 2, 3), n=0, context=context)


def test_an_async_result_that_nobody_asks_is_left_alone() -> None:
    async def main() -> Any:
        observation = observe(lambda numbers: doubled(numbers), counting(1, 2))
        assert not observation.demand
        return [number async for number in observation.result]

    assert asyncio.run(main()) == [2, 4]


def test_of_an_async_result_the_rest_cannot_be_waited_for_later() -> None:
    result: Any = observe(doubled, counting(1, 2, 3), context=take(1)).result
    assert result[0] == 2
    with pytest.raises(StrictCheckError, match="context=nf to have all of it"):
        _ = result[1]


def test_what_an_async_generator_raises_is_raised() -> None:
    async def broken(numbers: Any) -> AsyncIterator[int]:
        async for number in numbers:
            yield 1 // number

    with pytest.raises(ZeroDivisionError) as caught:
        observe(broken, counting(1, 0, 2), context=nf)
    assert str(caught.value.observation.demand) == "[1, 0, *_]"  # type: ignore[attr-defined]


async def first_two(numbers: Any) -> Any:
    return numbers[0] + numbers[1]


async def delayed(numbers: Any) -> Any:
    return doubled(numbers)


@anywhere
def test_assertions_wait_for_coroutine_functions(run: Any) -> None:
    def test() -> None:
        assert_same_demand(first, twin(first), [1, 2])
        assert_no_more_demand(first, first_two, [1, 2, 3])
        assert_reads_only(host, {"host": "a", "port": 1}, "host")
        assert_reads_once(total, [1, 2])
        assert_never_calls(first, [1, abs], of="numbers")
        with pytest.raises(
            DemandMismatch, match=r"total also looks at numbers\[1\],\s+at .*test_async_calls.py:.* in total"
        ):
            assert_same_demand(first, total, [1, 2])
        with pytest.raises(DemandMismatch, match="first is not lazy"):
            assert_lazy(first, [1])

    run(test)


@anywhere
def test_a_coroutine_that_a_function_returns_is_waited_for(run: Any) -> None:
    def test() -> None:
        with pytest.raises(DemandMismatch, match=r"also looks at xs\[1\]"):
            assert_same_demand(lambda xs: first(xs), lambda xs: total(xs), [1, 2])

    run(test)


@anywhere
def test_assertions_wait_for_async_iterators(run: Any) -> None:
    def test() -> None:
        assert_lazy(delayed, counting(1, 2, 3))
        assert_pulls_at_most(doubled, counting(1, 2, 3), n=2, context=take(2))
        assert_same_demand(doubled, twin(doubled), counting(1, 2, 3), context=take(1))
        with pytest.raises(DemandMismatch, match="pulled 3 elements of numbers, 2 were expected"):
            assert_pulls_at_most(doubled_late, counting(1, 2, 3), n=2, context=take(2))
        with pytest.raises(NothingChecked, match="neither call looked at anything"):
            assert_same_demand(doubled, doubled_late, counting(1, 2, 3))

    run(test)


def test_the_second_of_two_calls_gets_the_elements_that_the_first_has_pulled() -> None:
    with pytest.raises(DemandMismatch) as caught:
        assert_same_demand(doubled, doubled_late, counting(1, 2, 3), context=take(1))
    assert "numbers: async iterator of 3 (- the end)\n" in str(caught.value)
    assert "\n  -   [1] ... [2]: 2 more, not looked at, but fetched\n" in str(caught.value)


@anywhere
def test_checkers_look_for_calls_of_coroutine_functions(run: Any) -> None:
    def test() -> None:
        check_spec(first, like(lambda numbers: numbers[0] if numbers else 0), settings=examples(100))
        with pytest.raises(DemandMismatch, match=r"total\(numbers=\[0, 0\]\)"):
            check_spec(total, like(first))

    run(test)


@pytest.mark.slow
def test_checkers_look_for_calls_that_return_async_iterators() -> None:
    check_spec(doubled, like(twin(doubled)))
    check_pulls_at_most(doubled, n=1, contexts=take(1))
    with pytest.raises(DemandMismatch, match="the result was asked for its first item"):
        check_spec(doubled_late, like(twin(doubled)))


def test_a_budget_holds_while_an_async_result_is_pulled() -> None:
    with pytest.raises(TooMuchForced), max_forced(2):
        observe(doubled_late, counting(1, 2, 3), context=nf)


def test_an_observation_that_was_awaited_is_verified_and_replayed_and_searched() -> None:
    observation = asyncio.run(observe(total, [0, 2]))  # type: ignore[arg-type,var-annotated]
    assert observation.verify().replay().result == 2
    assert not find_needless(observation)


def test_a_loop_ends_with_its_block_and_its_generators_with_it() -> None:
    closed = []

    async def endless() -> AsyncIterator[int]:
        try:
            while True:
                yield 0
        finally:
            closed.append(True)

    numbers = endless()

    async def pulled() -> int:
        return await anext(numbers)

    with one_loop():
        assert run_to_end(pulled()) == 0
        assert run_to_end(pulled()) == 0
        assert not closed
    assert closed


def test_a_call_that_awaits_more_when_it_is_made_again_is_found_out() -> None:
    times = iter(range(1, 9))

    async def main() -> None:
        async def pull(numbers: AsyncIterator[int]) -> None:
            for _ in range(next(times)):
                await anext(numbers, None)

        (await observe(pull, counting(1, 2, 3))).verify()

    with pytest.raises(NotCertified):
        asyncio.run(main())


async def _first_ones(xs: list[int]) -> list[int]:
    return xs[:1]


def _told_of_first_ones() -> str:
    with pytest.raises(DemandMismatch) as caught:
        check_spec(_first_ones, spec(lambda result, xs: [hole] * len(xs)))
    return str(caught.value)


def test_no_line_of_an_event_loop_is_told_and_none_at_all_if_none_is_known():
    async def within():
        return _told_of_first_ones()

    assert "test_async_calls.py:" in _told_of_first_ones()
    assert asyncio.run(within()).startswith("_first_ones also looks at xs[0]\n  - ")


async def _ask_above_two(x: int, answer: Callable[[int], Awaitable[int]]) -> int:
    return await answer(x) + 1 if x > 2 else x


def test_functions_that_are_awaited_are_drawn_too():
    with pytest.raises(DemandMismatch, match=r"_ask_above_two called answer\(3\)"):
        check_never_calls(_ask_above_two)


def test_an_observation_that_nobody_awaited_says_so_when_it_is_printed() -> None:
    async def first(xs: list[int]) -> int:
        return xs[0]

    coroutine: Any = observe(first, [1])
    assert repr(coroutine) == "<coroutine of observe(first, ...): write await observe(first, ...)>"
    coroutine.close()


def test_the_observation_of_an_async_generator_function_may_be_awaited_like_that_of_a_coroutine_function() -> None:
    async def observed() -> Any:
        return await observe(doubled, counting(1, 2, 3), context=take(1))

    assert str(asyncio.run(observed()).demand) == "[1, *_]"
