"""Thunks of what is pulled: generators that are awaited or sent to, async generators, libraries over them."""

from __future__ import annotations

import asyncio
import collections.abc
import contextlib
import inspect
import types
import typing
from collections.abc import AsyncIterator, Generator
from typing import Any

import pytest

from strictcheck import observe


@types.coroutine
def paused() -> Generator[None, Any, int]:
    got = yield
    return 5 if got is None else got


def driven(awaitable: Any) -> Any:
    async def main() -> Any:
        return await awaitable

    coroutine = main()
    try:
        while True:
            coroutine.send(None)
    except StopIteration as stop:
        return stop.value


def test_a_generator_that_is_a_coroutine_can_be_awaited() -> None:
    seen = observe(driven, paused())
    assert seen.result == 5
    assert str(seen.demand) == "[None]"
    assert observe(inspect.isawaitable, paused()).result is True


def test_a_generator_that_is_none_cannot() -> None:
    with pytest.raises((TypeError, AttributeError)):  # Python says the latter of a class that has `__await__`
        observe(driven, (n for n in [1]))
    assert observe(lambda it: hasattr(it, "__await__"), (n for n in [1])).result is False
    assert observe(inspect.isawaitable, (n for n in [1])).result is False


async def numbers(count: int = 3) -> AsyncIterator[int]:
    for number in range(count):
        got = yield number
        if got is not None:
            yield got


async def two(numbers: Any) -> Any:
    return [await anext(numbers), await anext(numbers)]


async def echoed(numbers: Any) -> Any:
    return [await numbers.asend(None), await numbers.asend(7)]


async def walked(numbers: Any) -> Any:
    async with contextlib.aclosing(numbers) as closing:
        return [number async for number in closing]


async def asked(numbers: Any) -> Any:
    return [
        isinstance(numbers, cls)
        for cls in (typing.AsyncIterable, typing.AsyncIterator, collections.abc.AsyncGenerator, typing.Iterable)
    ]


@pytest.mark.parametrize(
    ("use", "result", "pattern"),
    [
        (two, [0, 1], "[0, 1, *_]"),
        (echoed, [0, 7], "[0, 7, *_]"),
        (walked, [0, 1, 2], "[0, 1, 2]"),
        (asked, [True, True, True, False], "[*_]"),
    ],
)
def test_an_async_generator_is_observed_cell_by_cell(use: Any, result: Any, pattern: str) -> None:
    async def summed(numbers: Any) -> Any:
        found = await use(numbers)
        assert found == result
        return len(found)

    seen = observe(lambda numbers: asyncio.run(summed(numbers)), numbers())
    assert seen.result == len(result)
    assert str(seen.demand) == pattern
    assert seen.replay().result == seen.result


def test_an_iterator_has_no_methods_of_a_generator() -> None:
    assert observe(lambda it: (hasattr(it, "send"), hasattr(it, "asend")), iter([1])).result == (False, False)
    assert observe(lambda it: it.send(None), (n for n in [1])).result == 1
