"""Waiting: coroutines run to their ends, and async iterators pulled by code that cannot await.

Assertions and checkers call a function several times, and finish the call also of a coroutine function. They
do so in an event loop of their own, one for all calls of a check: an async generator does not outlive its loop.
Skip this module unless a coroutine function is observed in the wrong loop.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import AsyncIterable, AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from importlib import import_module
from inspect import (
    CO_ASYNC_GENERATOR,
    CO_COROUTINE,
    CO_GENERATOR,
    isasyncgenfunction,
    iscoroutinefunction,
    isgeneratorfunction,
)
from types import CoroutineType, FunctionType
from typing import Any, NoReturn, TypeVar, cast

from strictcheck.errors import StrictCheckError, Unevaluated
from strictcheck.kinds.table import kind_of, pulls_only
from strictcheck.thunks.proxy import force, is_thunk
from strictcheck.unused import MustUse

T = TypeVar("T")


class Awaited(MustUse, Coroutine[Any, Any, T]):
    """Coroutine of an observation, begun when it is awaited; before that, nobody can take it for an observation.

    It is true as any coroutine, for asyncio asks: `assert observe(f, x)` fails because nobody awaits it.
    """

    def __init__(self, begin: Callable[[], Coroutine[Any, Any, T]], call: str) -> None:
        self._begin = begin
        self._call = call
        self._wait_for_use(call, f"write await {call}, or asyncio.run({call})")

    def __repr__(self) -> str:
        return f"<coroutine of {self._call}: write await {self._call}>"

    @functools.cached_property
    def _coroutine(self) -> Coroutine[Any, Any, T]:
        self._note_use()
        return self._begin()

    def send(self, value: Any) -> Any:
        """Go on, as of any coroutine."""
        return self._coroutine.send(value)

    def throw(self, *error: Any) -> Any:
        """Go on with an exception, as of any coroutine."""
        return self._coroutine.throw(*error)

    def close(self) -> None:
        """End it, as of any coroutine."""
        self._coroutine.close()

    def __await__(self) -> Any:
        return self._coroutine.__await__()

    def __getattr__(self, name: str) -> NoReturn:
        self._note_use()
        raise AttributeError(f"{self._call} has to be awaited first: (await {self._call}).{name}", name=name, obj=self)


class Loop:
    """Event loop of its own, made when a coroutine first has to be awaited."""

    def __init__(self) -> None:
        self._closing = contextlib.ExitStack()
        self.left: str | None = None  # the task or the timer that a call has left running

    @functools.cached_property
    def _runner(self) -> Any:
        runner = self._closing.enter_context(_asyncio().Runner())
        runner.get_loop().set_exception_handler(_report)
        return runner

    @functools.cached_property
    def _thread(self) -> ThreadPoolExecutor:
        thread = self._closing.enter_context(ThreadPoolExecutor(1))
        self._closing.callback(lambda: thread.submit(self._runner.close).result())
        return thread

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Return the result of the coroutine. Runs it in another thread if this one has a running loop already."""
        runner = self._runner
        try:
            if _is_waiting():
                return cast(T, self._thread.submit(copy_context().run, runner.run, coroutine).result())
            return cast(T, runner.run(coroutine))
        finally:
            self._note_what_is_left(runner.get_loop())

    def _note_what_is_left(self, loop: Any) -> None:
        timers = getattr(loop, "_scheduled", ())  # there is no public list of them
        if not all(timer.cancelled() for timer in timers):
            self.left = "a timer"
        for task in _asyncio().all_tasks(loop):
            if type(task.get_coro()) is CoroutineType:  # a generator may be closed so
                self.left = f"the task {task.get_coro().__name__}"

    def close(self) -> None:
        """Close the loop, and the async generators that it has begun to run."""
        self._closing.close()


def _report(loop: Any, context: dict[str, Any]) -> None:
    """Report an exception that nobody awaits, but for that of a hole, of which the verdict tells."""
    if not isinstance(context.get("exception"), Unevaluated):
        loop.default_exception_handler(context)


_loops: ContextVar[Loop | None] = ContextVar("strictcheck_loop", default=None)


def _asyncio() -> Any:
    return import_module("asyncio")  # imported late: it takes as long to load as all of this library


def _is_waiting() -> bool:
    try:
        _asyncio().get_running_loop()
    except RuntimeError:
        return False
    return True


@contextlib.contextmanager
def one_loop() -> Iterator[Loop]:
    """Await all coroutines of this block in one loop."""
    known = _loops.get()
    if known is not None:
        yield known
        return
    loop = Loop()
    try:
        _loops.set(loop)
        yield loop
    finally:
        _loops.set(None)
        loop.close()


def run_to_end(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return the result of the coroutine, awaited in the loop of the block, or else in one of its own."""
    with one_loop() as loop:
        return loop.run(coroutine)


def task_in_background() -> str | None:
    """Name what a call has left running; "tasks", if it awaited anything; None if it did not."""
    loop = _loops.get()
    if loop is None or "_runner" not in vars(loop):
        return None
    return loop.left or "tasks in the background"


async def in_thread(function: Callable[..., Any], *args: Any) -> Any:
    """Call a function in a thread, and keep the loop of this one running for it; return its result."""
    return await _asyncio().to_thread(function, *args)


def is_coroutine_function(function: Callable[..., Any]) -> bool:
    """True if calls of `function` return coroutines. A plain function says so by a flag, faster than `inspect`."""
    if type(function) is FunctionType and not function.__dict__:
        return bool(function.__code__.co_flags & CO_COROUTINE)
    return iscoroutinefunction(function)


async def take_next(result: Any) -> Any:
    """Take one element, as `anext` does, which is no coroutine function itself."""
    return await anext(result)


def is_generator_function(function: Callable[..., Any]) -> bool:
    """True if calls of `function` run nothing of it yet: they return generators, perhaps as context managers."""
    if type(function) is FunctionType and not function.__dict__:
        return bool(function.__code__.co_flags & (CO_GENERATOR | CO_ASYNC_GENERATOR))
    wrapped = getattr(function, "__wrapped__", None)
    if wrapped is not None and getattr(function, "__globals__", None) is vars(contextlib):
        return is_generator_function(wrapped)  # by `contextmanager`, which runs nothing either
    method = type(function).__call__  # of an object that can be called
    return any(isgeneratorfunction(one) or isasyncgenfunction(one) for one in (function, method))


def is_async_iterator(value: Any) -> bool:
    """True for an async iterator, and for a thunk for one. Forces nothing."""
    if is_thunk(value):
        return hasattr(type(value), "_self_awaited")
    kind = kind_of(type(value))
    return kind.is_pulled and not kind.is_pulled_by_next()


@pulls_only
class AwaitedIterator:
    """Async iterator that can be pulled from another thread than that of its loop, without `await`, or maker of one.

    Made where the loop is running. After `close` nothing can be pulled any more, for the observation is over.
    """

    def __init__(self, source: AsyncIterable[Any]) -> None:
        self._source = source
        self._iterator: AsyncIterator[Any] | None = None
        self._loop = _asyncio().get_running_loop()
        self._is_open = True
        self.is_pulled = False

    def close(self) -> None:
        """Stop all pulling from now on."""
        self._is_open = False

    def __iter__(self) -> AwaitedIterator:
        force(self._source)
        return self

    def __next__(self) -> Any:
        if not self._is_open:
            raise StrictCheckError(
                "the rest of an async result was not asked for while it was observed, and cannot be waited for now; "
                "pass context=nf to have all of it, or take(n)"
            )
        self.is_pulled = True
        try:
            return _asyncio().run_coroutine_threadsafe(self._pull(), self._loop).result()
        except StopAsyncIteration:
            raise StopIteration from None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._source, name)

    async def _pull(self) -> Any:
        if self._iterator is None:
            self._iterator = aiter(self._source)
        return await anext(self._iterator)
