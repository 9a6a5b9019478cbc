"""Stand-ins for functions: what they were called with, and what was looked at of the results."""

from __future__ import annotations

import types
from typing import Any

from strictcheck.kinds.atom import named_after
from strictcheck.kinds.layers import Function, Raised
from strictcheck.kinds.placing import Container, stand_in
from strictcheck.kinds.table import Shape
from strictcheck.observation.demand_of_record import forced_part
from strictcheck.thunks.log import CELL, HERE
from strictcheck.thunks.proxy import Thunk, get_at, get_cells, get_row

__all__ = ["function_class"]

METHODS = (types.FunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)


class FunctionThunk(Container):
    """Calls the function itself, on the stand-ins it is given. `_self_cells` counts calls by printed arguments."""

    __slots__ = ()

    @staticmethod
    def _self_layer(source: Any) -> object:
        return Function(value=source)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        type(self)._self_look(self)
        log, _, _, source = get_at(self)[:4]
        try:
            result = source(*args, **kwargs)
        except Exception as error:
            with log.lock:
                log.add(self._self_called(args, kwargs), HERE, Raised(error))
            raise
        return stand_in(log, self._self_called(args, kwargs), HERE, result)

    def _self_bound(self, instance: Any, owner: Any = None) -> Any:
        """In a class, a function is a method."""
        return self if instance is None else types.MethodType(self, instance)

    def _self_called(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> int:
        """The row of this call, keyed by what its arguments look like now; a repetition is a call of its own."""
        log = get_at(self)[0]
        shown = [str(forced_part(value)) for value in args]
        shown += [f"{name}={forced_part(value)}" for name, value in kwargs.items()]
        text = f"({', '.join(shown)})"
        with log.lock:
            calls = get_cells(self)
            count = calls.get(text, 0) + 1
            row: int = log.add(get_row(self), text if count == 1 else f"{text} #{count}", CELL)
            calls[text] = count
            return row


def function_class(shape: Shape) -> type[Thunk]:
    """The stand-in for functions of one class."""
    own: dict[str, Any] = {"__call__": FunctionThunk.__call__}
    if issubclass(shape.cls, METHODS):
        own["__get__"] = FunctionThunk._self_bound
    return named_after(shape.cls, own, FunctionThunk)
