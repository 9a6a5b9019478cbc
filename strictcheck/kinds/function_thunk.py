"""Thunks for functions: they note calls, and what the functions hold is observed."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

from strictcheck.kinds.layer import ArgumentName
from strictcheck.kinds.layers import Raised
from strictcheck.kinds.partials import class_behind
from strictcheck.kinds.placing import Container, known_part, stand_in
from strictcheck.kinds.python_code import close_over
from strictcheck.kinds.table import kind_of
from strictcheck.thunks.places import CELL
from strictcheck.thunks.proxy import force, is_open, is_thunk

FUNCTIONS = (
    types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.MethodWrapperType,
    types.MethodDescriptorType, types.WrapperDescriptorType, functools.partial, type(functools.cache(len)),
)  # fmt: skip
BOUND = (types.MethodType, types.BuiltinMethodType, types.MethodWrapperType)
METHODS = (types.FunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)


def reading_held(cls: type) -> dict[str, Any]:
    """Return what a thunk of a method, or of a partial function, needs to read what that holds, or to compare it."""
    names = ("func", "args", "keywords") if issubclass(cls, functools.partial) else ("__self__",)
    return {
        "__eq__": lambda self, other: _with_thunks(self) == _with_thunks(other),
        "__ne__": lambda self, other: _with_thunks(self) != _with_thunks(other),
        "__hash__": lambda self: hash(_with_thunks(self)),
        **{name: property(_reader(name)) for name in names},
    }


def _reader(name: str) -> Callable[[Any], Any]:
    return lambda self: getattr(_with_thunks(self), name)


def _with_thunks(function: Any) -> Any:
    return force(function)._self_with_thunks() if issubclass(type(function), FunctionThunk) else function


def all_held(function: Any) -> dict[str, Any]:
    """Return what a bound method or a partial function holds, by name."""
    if isinstance(function, functools.partial):
        arguments: dict[str, Any] = {ArgumentName(f"args[{index}]"): one for index, one in enumerate(function.args)}
        arguments |= {ArgumentName(f"keywords[{name!r}]"): one for name, one in function.keywords.items()}
        return {"func": function.func, **arguments}
    bound = getattr(function, "__self__", None)
    return {} if bound is None or issubclass(type(bound), (type, types.ModuleType)) else {"__self__": bound}


def held_by(function: Any) -> dict[str, Any]:
    """Return those of them that a call may change, or look into, by name; all else are the caller's own."""
    held = all_held(function) if isinstance(function, (*BOUND, functools.partial)) else {}
    # An open thunk is what the call made the function of; any other, a hole, say, is a part.
    parts = {name: one for name, one in held.items() if not (is_thunk(one) and is_open(one))}
    classes = {name: type(one)._self_for if is_thunk(one) else class_behind(one) for name, one in parts.items()}
    kinds = {name: kind_of(cls) for name, cls in classes.items() if cls is not None}
    changing = {
        name for name, kind in kinds.items() if kind.can_change and (kind.works_on_copy() or not kind.is_opaque)
    }
    unbound = {name for name in changing if issubclass(type(held[name]), FUNCTIONS) and not all_held(held[name])}
    return {name: one for name, one in held.items() if name in changing - unbound}


def _thunk_of_object(log: Any, number: int) -> Any:
    """Return the thunk of the object with this id; None of a function, for what one calls is its own business."""
    thunk, value = log.shared.get(number, (None, None))
    return None if isinstance(value, FUNCTIONS) else thunk


class FunctionThunk(Container):
    """Thunk for a function. `_self_cells` counts calls by printed arguments, and has thunks for what it holds."""

    __slots__ = ()

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call the function, and record the call. A method is bound to the thunk of its object; so is a closure."""
        type(self)._self_look(self)
        log = self._self_log
        source = self._self_source
        if type(source) is types.FunctionType:
            source = close_over(source, functools.partial(_thunk_of_object, log))
        elif kind_of(type(source)).can_change:
            source = self._self_with_thunks()
        try:
            result = source(*args, **kwargs)
        except Exception as error:
            with log.lock:
                log.add((self._self_number, self._self_called(args, kwargs)), Raised(error))
            raise
        return stand_in(log, (self._self_number, self._self_called(args, kwargs)), result)

    def _self_with_thunks(self) -> Any:
        """Make the function anew with thunks in place of what it holds."""
        log, cells, source = self._self_log, self._self_cells, self._self_source
        for name, part in held_by(source).items():
            if name not in cells:
                log.reveal(self._self_number, name, CELL)
                cells.setdefault(name, stand_in(log, (self._self_number, name), part))
        return kind_of(type(source)).with_parts(source, {name: cells[name] for name in held_by(source)})

    def _self_to_copy(self) -> Any:
        return force(self)._self_with_thunks()

    def _self_bound(self, instance: Any, owner: Any = None) -> Any:
        """Bind the function, which is a method in a class."""
        return self if instance is None else types.MethodType(self, instance)

    def _self_called(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
        """Record this call by its arguments as printed now, and return that; a repetition is a call of its own."""
        log = self._self_log
        shown = [str(known_part(value)) for value in args]
        shown += [f"{name}={known_part(value)}" for name, value in kwargs.items()]
        text = f"({', '.join(shown)})"
        with log.lock:
            calls = self._self_cells
            count = calls.get(text, 0) + 1
            key = text if count == 1 else f"{text} #{count}"
            log.reveal(self._self_number, key, CELL)
            calls[text] = count
            return key
