"""One call to be observed: its arguments by name, and how to make it, once or again on partial values."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Mapping
from typing import Any

from strictcheck.demands import Demand
from strictcheck.kinds.classes import REMEMBERED
from strictcheck.kinds.container_layers import Mapping as MappingLayer
from strictcheck.kinds.container_layers import Sequence as SequenceLayer
from strictcheck.kinds.placing import argument_stand_in, stand_in
from strictcheck.observation.partial_values import partial_value
from strictcheck.thunks.log import NOWHERE, Log, Record
from strictcheck.thunks.marks import CELL, HERE, KEYS

__all__ = ["Arguments", "name_of"]


class Arguments:
    """The arguments of a call, by parameter name in the order of the signature."""

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

    def stand_ins(self, record: Record) -> dict[str, Any]:
        """The arguments by name, each behind a thunk with a log of its own.

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
                    found[name] = argument_stand_in(log, value)
        record.given = len(record)
        return found

    def partial(self, demands: Mapping[str, Demand]) -> dict[str, Any]:
        """The arguments made of demands: complete where something looked, holes elsewhere."""
        return {name: partial_value(demand, like=self.values[name]) for name, demand in demands.items()}

    def arranged(self, values: Mapping[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Positional and keyword arguments for the call, of values by parameter name."""
        if self._signature is None:
            ordered = list(values.items())
            return tuple(value for _, value in ordered[: self._positional]), dict(ordered[self._positional :])
        bound = inspect.BoundArguments(self._signature, dict(values))
        return tuple(bound.args), dict(bound.kwargs)


@functools.lru_cache(maxsize=REMEMBERED)
def _builtin_signature(function: Callable[..., Any]) -> inspect.Signature:
    """The signature of a function of a module in C, which `inspect` reads out of its documentation each time."""
    return inspect.signature(function)


PACKED = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


def _positional_names(function: Any, count: int) -> tuple[str, ...] | None:
    """The names of the parameters of a plain function that is called with so many positional arguments and no others.

    None where these do not fill it, or it is no plain function: then its signature has to be asked, which takes longer
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
    """The bound arguments; None where the signature is not told, or does not fit: then the call says what is wrong."""
    try:
        of_module = isinstance(getattr(function, "__self__", None), types.ModuleType)
        is_builtin = of_module and type(function) is types.BuiltinFunctionType
        signature = _builtin_signature(function) if is_builtin else inspect.signature(function)
        return signature.bind(*args, **kwargs)
    except Exception:  # of inspect, or of a callable object that raises when it is asked
        return None


def _given_sequence(log: Log, values: tuple[Any, ...]) -> tuple[Any, ...]:
    number = log.add(NOWHERE, log.number, SequenceLayer(len(values), True, tuple))
    return tuple(stand_in(log, number, index, value) for index, value in enumerate(values))


def _given_mapping(log: Log, values: dict[str, Any]) -> dict[str, Any]:
    number = log.add(NOWHERE, log.number, MappingLayer())
    log.add(number, KEYS, tuple(values))
    return {name: stand_in(log, log.add(number, name, CELL), HERE, value) for name, value in values.items()}


def name_of(function: Callable[..., Any]) -> str:
    """What to call a function in a message; a partial one is called as what it is a part of."""
    while isinstance(function, functools.partial):
        function = function.func
    try:
        return getattr(function, "__qualname__", None) or repr(function)
    except Exception:  # of a callable object of the user's
        return type(function).__qualname__
