"""Laziness as an assertion: a call that looks at nothing until somebody uses its result."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from strictcheck.calls import name_of
from strictcheck.errors import DemandMismatch
from strictcheck.layers import Sequence
from strictcheck.observing import Observation, observe

__all__ = ["assert_lazy"]

NOTHING_PULLED = Sequence(0, closed=False)


def assert_lazy(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Raise `DemandMismatch` if `function(*args, **kwargs)` forces any of its arguments before its result is used.

    The call is made on stand-ins, and its result is left alone. The message names the first path that was forced, by
    whom, and shows the demand. That an iterator or a `Stream` is asked for itself, as `iter` does, is no look as long
    as nothing is pulled; nor is it one that None and other arguments without stand-ins are there.
    Returns None; for a coroutine function, what is to be awaited: the call is then awaited, and its result left alone.

    >>> assert_lazy(map, abs, iter([1, 2]))
    >>> assert_lazy(lambda numbers: [abs(n) for n in numbers], iter([1, 2]))
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: <lambda> is not lazy: it forced numbers at (0,) before its result was used, ...
      numbers: [1, 2]

    A list is another matter. To go over it is to look at it, and a generator expression begins to do so at once, where
    a generator function would wait:

    >>> assert_lazy(lambda numbers: (abs(n) for n in numbers), [1, 2])
    Traceback (most recent call last):
    ...
    strictcheck.errors.DemandMismatch: <lambda> is not lazy: it forced numbers at () before its result was used, at ...
      numbers: [_, _]
    >>> def absolutes(numbers):
    ...     for n in numbers:
    ...         yield abs(n)
    >>> assert_lazy(absolutes, [1, 2])
    """
    __tracebackhide__ = True
    observation = observe(function, *args, context=_left_alone, where=True, **kwargs)
    if inspect.isawaitable(observation):
        return _check_later(function, observation)
    return _check(function, observation)


def _left_alone(result: Any) -> None:
    """The context that does not look."""


async def _check_later(function: Callable[..., Any], observation: Awaitable[Observation[Any]]) -> None:
    __tracebackhide__ = True
    _check(function, await observation)


def _check(function: Callable[..., Any], observation: Observation[Any]) -> None:
    __tracebackhide__ = True
    first = next((forcing for forcing in observation.trace if forcing.value != NOTHING_PULLED), None)
    if first is not None:
        raise DemandMismatch(
            f"{name_of(function).rpartition('<locals>.')[2]} is not lazy: it forced {first.argument} at {first.path!r} "
            f"before its result was used, at {first.where}\n"
            f"  {first.argument}: {observation.demands[first.argument].pretty()}"
        )
