"""Arguments of an observed call by name, and how to pass them, once or again on partial values."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from itertools import count
from typing import Any

from strictcheck.demands import Demand
from strictcheck.kinds.placing import argument_stand_in, stand_in
from strictcheck.kinds.table import shape_of, take_apart
from strictcheck.observation.partial_values import build_partial
from strictcheck.thunks.classes import REMEMBERED
from strictcheck.thunks.log import NOWHERE, Log, Record
from strictcheck.thunks.marks import KEYS
from strictcheck.thunks.streams import Stream


class Arguments:
    """Arguments of a call, by parameter name in the order of the signature."""

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        self._positional = len(args)
        self._signature: inspect.Signature | None = None
        names = None if kwargs else _positional_names(function, len(args))
        if names is not None:
            self.values: dict[str, Any] = dict(zip(names, args, strict=True))
            return
        bound = _bind(function, args, kwargs)
        if bound is not None:
            self._signature = bound.signature
            self.values = dict(bound.arguments)
        else:
            self.values = {f"arg{index}": value for index, value in enumerate(args)} | dict(kwargs)

    def _kind(self, name: str) -> Any:
        return None if self._signature is None else self._signature.parameters[name].kind

    def thunks(self, record: Record) -> dict[str, Any]:
        """Return the arguments by name, each as a thunk with a log of its own.

        The number of arguments in `*args`, and the names in `**kwargs`, are no forcings of the call: these rows are
        given.
        """
        found: dict[str, Any] = {}
        for name, value in self.values.items():
            log = record.log(name)
            match self._kind(name):
                case inspect.Parameter.VAR_POSITIONAL:
                    found[name] = _given_sequence(log, value)
                case inspect.Parameter.VAR_KEYWORD:
                    found[name] = _given_mapping(log, value)
                case _:
                    found[name] = argument_stand_in(log, value)
        record.given = len(record)
        return found

    def partial(self, demands: Mapping[str, Demand]) -> dict[str, Any]:
        """Return the arguments rebuilt from demands, with holes wherever nothing looked."""
        return {name: build_partial(demand, self.values[name]) for name, demand in demands.items()}

    def arrange(self, values: Mapping[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Arrange values by parameter name as positional and keyword arguments of the call."""
        if self._signature is None:
            ordered = list(values.items())
            return tuple(value for _, value in ordered[: self._positional]), dict(ordered[self._positional :])
        bound = inspect.BoundArguments(self._signature, dict(values))
        return tuple(bound.args), dict(bound.kwargs)


@functools.lru_cache(maxsize=REMEMBERED)
def _builtin_signature(function: Callable[..., Any]) -> inspect.Signature:
    """Return the signature of a builtin function, which `inspect` would parse from its documentation each time."""
    return inspect.signature(function)


PACKED = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


def _positional_names(function: Any, count: int) -> tuple[str, ...] | None:
    """Name the parameters of a plain function that is called with this many positional arguments and no others.

    None if these do not fill it, or if it is no plain function: then its signature is needed, which takes longer
    than a small call.
    """
    if type(function) is not types.FunctionType or function.__dict__:
        return None
    code = function.__code__
    free = code.co_argcount - len(function.__defaults__ or ())
    if code.co_flags & PACKED or code.co_kwonlyargcount or not free <= count <= code.co_argcount:
        return None
    return code.co_varnames[:count]


def _bind(function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    """Bind the arguments; None if the signature is unknown, or does not fit: then the call raises the right error."""
    try:
        of_module = isinstance(getattr(function, "__self__", None), types.ModuleType)
        is_builtin = of_module and type(function) is types.BuiltinFunctionType
        signature = _builtin_signature(function) if is_builtin else inspect.signature(function)
        return signature.bind(*args, **kwargs)
    except Exception:  # raised by inspect, or by a callable object of the user's
        return None


def _given_sequence(log: Log, values: tuple[Any, ...]) -> tuple[Any, ...]:
    number = log.add(NOWHERE, log.number, take_apart(values)[0])
    return tuple(stand_in(log, number, index, value) for index, value in enumerate(values))


def _layer_of(values: dict[str, Any]) -> object:
    shape = shape_of(dict)
    return shape.kind.first_layer(shape, values)


def _given_mapping(log: Log, values: dict[str, Any]) -> dict[str, Any]:
    number = log.add(NOWHERE, log.number, _layer_of(values))
    log.add(number, KEYS, tuple(values))
    return {name: stand_in(log, number, name, value) for name, value in values.items()}


def name_of(function: Callable[..., Any]) -> str:
    """Name a function for a message; a `partial` has the name of its function."""
    while isinstance(function, functools.partial):
        function = function.func
    try:
        return getattr(function, "__qualname__", None) or repr(function)
    except Exception:  # raised by a callable object of the user's
        return type(function).__qualname__


Call = tuple[tuple[Any, ...], dict[str, Any]]


class Inputs:
    """Arguments of a call: `for_one_call` for each time it is made, and for its judges with streams for iterators."""

    def __init__(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        self._args = tuple(map(_make_repeatable, args))
        self._kwargs = {name: _make_repeatable(value) for name, value in kwargs.items()}

    def for_one_call(self) -> Call:
        """Return positional and keyword arguments for one call."""
        return tuple(map(_for_call, self._args)), {name: _for_call(value) for name, value in self._kwargs.items()}

    def for_judge(self) -> Call:
        """Return the arguments with streams in place of iterators."""
        return tuple(map(_for_judge, self._args)), {name: _for_judge(value) for name, value in self._kwargs.items()}


class _RepeatableIterator:
    """Iterator argument, with all elements that were ever pulled of it."""

    def __init__(self, iterator: Any) -> None:
        self.for_judge = Stream(iterator)

    def for_call(self) -> Any:
        """Return an iterator for one call."""
        return iter(self.for_judge)


class _RepeatableAsyncIterator:
    """Async iterator argument, with all elements that were ever pulled of it."""

    def __init__(self, iterator: Any) -> None:
        self._source = iterator
        self._cells: list[Any] = []

    async def for_call(self) -> AsyncIterator[Any]:
        """Return an async generator for one call."""
        for at in count():
            if at == len(self._cells):
                try:
                    self._cells.append(await anext(self._source))
                except StopAsyncIteration:
                    return
            yield self._cells[at]

    @property
    def for_judge(self) -> Any:
        """Return an async generator for a judge, who cannot look into it without waiting."""
        return self.for_call()


class _RepeatableFile:
    """File argument; each call reads it from where it was."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._place = file.tell()

    def for_call(self) -> Any:
        """Return the file, at the place where it was at first."""
        self._file.seek(self._place)
        return self._file

    for_judge = property(for_call)


REPEATABLE = (_RepeatableIterator, _RepeatableAsyncIterator, _RepeatableFile)


def _make_repeatable(value: Any) -> Any:
    shape = shape_of(type(value))
    if shape.kind.is_used_up and not shape.kind.is_pulled:
        with suppress(OSError, ValueError):  # it cannot move, or is closed
            return _RepeatableFile(value)
    if not shape.kind.is_pulled:
        return value
    return _RepeatableIterator(value) if shape.kind.is_pulled_by_next(shape) else _RepeatableAsyncIterator(value)


def _for_call(value: Any) -> Any:
    return value.for_call() if type(value) in REPEATABLE else value


def _for_judge(value: Any) -> Any:
    return value.for_judge if type(value) in REPEATABLE else value
