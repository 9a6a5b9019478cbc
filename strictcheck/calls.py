"""One call to be observed: its arguments by name, and how to make it, once or again on partial values."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from strictcheck.demands import Demand
from strictcheck.layers import Mapping as MappingLayer
from strictcheck.layers import Sequence as SequenceLayer
from strictcheck.partial import partial_value
from strictcheck.record import CELL, HERE, KEYS, Log, Record
from strictcheck.standins.placing import stand_in
from strictcheck.thunks import UNFORCED

__all__ = ["Arguments", "name_of", "refuse_coroutine_function"]


class Arguments:
    """The arguments of a call, by parameter name in the order of the signature."""

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        self._bound = _bind(function, args, kwargs)
        self._positional = len(args)
        self.values: dict[str, Any]
        if self._bound is not None:
            self.values = dict(self._bound.arguments)
        else:
            self.values = {f"arg{index}": value for index, value in enumerate(args)} | dict(kwargs)

    def _kind(self, name: str) -> Any:
        return None if self._bound is None else self._bound.signature.parameters[name].kind

    def stand_ins(self, record: Record) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Positional and keyword arguments for the call, each behind a thunk with a log of its own.

        That there are so many arguments, or keywords of such names, is no discovery of the call: these rows are given.
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
                    found[name] = stand_in(log, UNFORCED, None, value)
        record.given = len(record)
        return self.arranged(found)

    def partial(self, demands: Mapping[str, Demand]) -> dict[str, Any]:
        """The arguments made of demands: complete where something looked, holes elsewhere."""
        return {name: partial_value(demand, like=self.values[name]) for name, demand in demands.items()}

    def arranged(self, values: Mapping[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Positional and keyword arguments for the call, of values by parameter name."""
        if self._bound is None:
            ordered = list(values.items())
            return tuple(value for _, value in ordered[: self._positional]), dict(ordered[self._positional :])
        bound = inspect.BoundArguments(self._bound.signature, dict(values))
        return tuple(bound.args), dict(bound.kwargs)


def _bind(function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    """The bound arguments; None where the signature is not told, or does not fit: then the call says what is wrong."""
    try:
        return inspect.signature(function).bind(*args, **kwargs)
    except Exception:  # of inspect, or of a callable object that raises when it is asked
        return None


def _given_sequence(log: Log, values: tuple[Any, ...]) -> tuple[Any, ...]:
    row = log.add(UNFORCED, None, SequenceLayer(len(values), True, tuple))
    return tuple(stand_in(log, row, index, value) for index, value in enumerate(values))


def _given_mapping(log: Log, values: dict[str, Any]) -> dict[str, Any]:
    log.stepped = True
    row = log.add(UNFORCED, None, MappingLayer())
    log.add(row, KEYS, tuple(values))
    return {name: stand_in(log, log.add(row, name, CELL), HERE, value) for name, value in values.items()}


def name_of(function: Callable[..., Any]) -> str:
    """What to call a function in a message; a partial one is called as what it is a part of."""
    while isinstance(function, functools.partial):
        function = function.func
    try:
        return getattr(function, "__qualname__", None) or repr(function)
    except Exception:  # of a callable object of the user's
        return type(function).__qualname__


def refuse_coroutine_function(function: Callable[..., Any]) -> None:
    """Raise `TypeError` for one, whose call alone looks at nothing."""
    if inspect.iscoroutinefunction(function):
        name = name_of(function)
        raise TypeError(
            f"{name} is a coroutine function; pass one that waits for it, lambda *args: asyncio.run({name}(*args))"
        )
