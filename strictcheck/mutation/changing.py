"""Wrappers that replace an argument of a function, however it is passed, and change nothing else."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from strictcheck.kinds.table import is_iterator

Change = Callable[[Any], Any]


def with_arguments(
    function: Any,
    before: Mapping[str, Change],
    after: Change | None = None,
    *,
    nested: bool = False,
    at_start: bool = False,
) -> Any:
    """Return `function`, called with `before[name](value)` for its argument `name`; `after` gets that when it returns.

    If the call returns an iterator, its work is not done yet: then `after` is called after each element. If `at_start`,
    a generator function does all this when its first element is asked for. `*args` and `**kwargs` are several values. A
    call that does not fit the signature is passed on, to raise the right error, and so is a recursive call, unless
    `nested`.

    >>> with_arguments(divmod, {"y": lambda y: print("given", y) or y})(7, 2)
    given 2
    (3, 1)
    """
    change = _ChangedCall(function, before, nested)

    def call(*args: Any, **kwargs: Any) -> Any:
        with change(args, kwargs) as (args, kwargs, values):
            result = function(*args, **kwargs)
        return _and_then(result, after, values) if after else result

    async def await_call(*args: Any, **kwargs: Any) -> Any:
        with change(args, kwargs) as (args, kwargs, values):
            result = await function(*args, **kwargs)
        return _and_then(result, after, values) if after else result

    def generate(*args: Any, **kwargs: Any) -> Any:
        with change(args, kwargs) as (args, kwargs, values):
            result = function(*args, **kwargs)
        yield from (_call_after_each(result, after, values) if after else result)

    async def generate_async(*args: Any, **kwargs: Any) -> Any:
        with change(args, kwargs) as (args, kwargs, values):
            result = function(*args, **kwargs)
        async for element in result:
            if after is not None:
                for value in values:
                    after(value)
            yield element

    forms: dict[Callable[[Any], bool], Any] = {inspect.iscoroutinefunction: await_call}
    forms |= {inspect.isgeneratorfunction: generate, inspect.isasyncgenfunction: generate_async} if at_start else {}
    made = functools.wraps(function)(next((form for fits, form in forms.items() if fits(function)), call))
    for other in set(dir(function)) - set(dir(made)):  # attributes that a decorator has added, such as `cache_clear`
        setattr(made, other, getattr(function, other))
    return made


class _ChangedCall:
    """Block in which the function is called: yields the arguments for the call, and the values that were changed."""

    def __init__(self, function: Any, before: Mapping[str, Change], nested: bool) -> None:
        self._signature = inspect.signature(function)
        self._before = before
        self._nested = nested
        self._inside: ContextVar[bool] = ContextVar("inside", default=False)

    @contextmanager
    def __call__(self, args: Any, kwargs: Any) -> Iterator[tuple[Any, Any, list[Any]]]:
        if self._inside.get():
            yield args, kwargs, []
            return
        token = self._inside.set(not self._nested)
        try:
            yield self._change(args, kwargs)
        finally:
            self._inside.reset(token)

    def _change(self, args: Any, kwargs: Any) -> tuple[Any, Any, list[Any]]:
        try:
            bound = self._signature.bind(*args, **kwargs)
        except TypeError:
            return args, kwargs, []
        values: list[Any] = []
        for name in [name for name in bound.arguments if name in self._before]:
            kind = self._signature.parameters[name].kind
            bound.arguments[name], several = _each(kind, self._before[name], bound.arguments[name])
            values.extend(several)
        return bound.args, bound.kwargs, values


def _each(kind: Any, before: Change, given: Any) -> tuple[Any, list[Any]]:
    """Return the replacement in the form of the signature, and as a list of values."""
    if kind is inspect.Parameter.VAR_POSITIONAL:
        values = [before(value) for value in given]
        return tuple(values), values
    if kind is inspect.Parameter.VAR_KEYWORD:
        named = {key: before(value) for key, value in given.items()}
        return named, list(named.values())
    value = before(given)
    return value, [value]


def _and_then(result: Any, after: Change, values: list[Any]) -> Any:
    if is_iterator(result):
        return _call_after_each(result, after, values)
    for value in values:
        after(value)
    return result


def _call_after_each(result: Iterator[Any], after: Change, values: list[Any]) -> Iterator[Any]:
    for element in result:
        for value in values:
            after(value)
        yield element
