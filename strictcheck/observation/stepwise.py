"""Decorators that put the steps of a function into a block, for generator and coroutine functions, too.

A call of a generator or coroutine function runs nothing; a block around the call would be over before anything happens.
These decorators enter the block around each step instead, and return a function of the same sort.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
Block = Callable[[], AbstractContextManager[Any]]


def within(function: F, new_block: Callable[[], Block]) -> F:
    """Return `function`, run inside a block. At each call, `new_block()` makes the context managers of its steps.

    >>> from contextlib import nullcontext
    >>> def shout():
    ...     print("called")
    ...     return lambda: nullcontext(print("a step"))
    >>> list(within(lambda: iter("ab"), shout)())
    called
    a step
    ['a', 'b']
    >>> def letters():
    ...     yield "a"
    >>> list(within(letters, shout)())
    called
    a step
    a step
    ['a']
    """
    wrap = next((wrap for is_of_kind, wrap in KINDS if is_of_kind(function)), _call)
    return cast(F, functools.wraps(function)(wrap(function, new_block)))


def _call(function: Any, new_block: Callable[[], Block]) -> Any:
    def call(*args: Any, **kwargs: Any) -> Any:
        with new_block()():
            return function(*args, **kwargs)

    return call


def _coroutine(function: Any, new_block: Callable[[], Block]) -> Any:
    async def call(*args: Any, **kwargs: Any) -> Any:
        with new_block()():
            return await function(*args, **kwargs)

    return call


class _Steps(Generator[Any, Any, Any]):
    """Generator that takes each step of another in a block."""

    def __init__(self, steps: Any, block: Block) -> None:
        self.steps, self.block = steps, block

    def send(self, value: Any) -> Any:
        with self.block():
            return self.steps.send(value)

    def throw(self, *error: Any) -> Any:
        with self.block():
            return self.steps.throw(*error)

    def close(self) -> None:
        self.steps.close()


def _generator(function: Any, new_block: Callable[[], Block]) -> Any:
    def call(*args: Any, **kwargs: Any) -> Any:
        return (yield from _Steps(function(*args, **kwargs), new_block()))

    return call


def _async_generator(function: Any, new_block: Callable[[], Block]) -> Any:
    async def call(*args: Any, **kwargs: Any) -> Any:
        block, steps = new_block(), function(*args, **kwargs)
        resume, value = steps.asend, None
        while True:
            try:
                with block():
                    element = await resume(value)
            except StopAsyncIteration:
                return
            try:
                value = yield element
                resume = steps.asend
            except GeneratorExit:
                await steps.aclose()
                raise
            except BaseException as error:
                resume, value = steps.athrow, error

    return call


KINDS = (
    (inspect.iscoroutinefunction, _coroutine),
    (inspect.isgeneratorfunction, _generator),
    (inspect.isasyncgenfunction, _async_generator),
)
